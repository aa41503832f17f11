"""Claims: making an Occurrence ours, with the Plan of what is posted for it."""

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import Delivery, plan
from bot.core.occasion import Fit
from bot.core.roundup import Candidates, DeliveryState, Message, Roundup, Wanted, choose
from bot.core.schedule import Occurrence, StoredSubscription
from bot.search.glossary import Glossary
from bot.store import claiming, seen, steps
from bot.store.audit import delivery_by_id
from bot.store.database import Database
from bot.store.rows import by_id
from bot.store.tables import deliveries
from bot.store.unseen import unseen

Compose = Callable[[Roundup], tuple[Message, ...]]
"""Makes the messages of a Roundup; none of them means `quiet`."""


class Claims:
    """Chooses what a Roundup shows and stores it: each step one transaction, all or nothing."""

    def __init__(self, database: Database, glossary: Glossary) -> None:
        self._database = database
        self._glossary = glossary

    def choose(self, wanted: Wanted, skip: int = 0) -> Roundup:
        """What a Roundup would show now, after the first `skip`; reserves nothing."""
        with self._database.read() as connection:
            return self._choose(connection, wanted, skip)

    def candidates(self, wanted: Wanted) -> Candidates:
        """What a Roundup would choose from now."""
        with self._database.read() as connection:
            return unseen(connection, self._glossary, wanted)

    def claim(
        self,
        stored: StoredSubscription,
        occurrence: Occurrence,
        wanted: Wanted,
        compose: Compose,
        now: datetime,
    ) -> Delivery | None:
        """Make an Occurrence ours: choose, store the Plan, reserve its Entries.

        Gives None if the Occurrence has a Delivery already, or `stored` is what was so before.
        """
        row = self._row(stored, occurrence, now)
        with self._database.write() as connection:
            if not claiming.is_as_known(connection, stored):
                return None
            if stored.reaches_from is None:
                claiming.reach(connection, stored.id, wanted)
            seen.lock_channel(connection, stored.channel_row)
            if not (delivery := claiming.insert(connection, self._database, row)):
                return None
            return self._plan(connection, delivery, row["token"], wanted, compose, now)

    def plan(self, delivery: Delivery, wanted: Wanted, compose: Compose, now: datetime) -> Delivery:
        """Make the Plan of an owed Delivery that is ours. Raises LeaseLost."""
        with self._database.write() as connection:
            claiming.reach(connection, delivery.subscription_id, wanted)
            seen.lock_channel(connection, delivery.channel_row)
            steps.hold(connection, steps.mine(delivery))
            token = delivery.token
            return self._plan(connection, delivery.id, token, wanted, compose, now)

    def refit(self, delivery: Delivery, fit: Fit, compose: Compose) -> Delivery:
        """Put what is not posted yet into messages of another form. Raises LeaseLost.

        Entries that were forgotten meanwhile are told no more; if none is left it is over.
        """
        untold = [id_ for part in delivery.parts if not part.ts for id_ in part.message.entries]
        posted = [part for part in delivery.parts if part.ts]
        with self._held(delivery) as connection:
            told = tuple(by_id(connection, untold))
            roundup = Roundup(told, delivery.left, delivery.of)
            messages = compose(roundup) if roundup.entries or not untold else ()
            anew = plan(roundup, messages, delivery.id, delivery.token, first=len(posted) + 1)
            claiming.replace_parts(connection, delivery.id, anew)
            return steps.write(connection, delivery.id, fit=fit)

    def rewrite(self, delivery: Delivery, change: Callable[[Message], Message]) -> Delivery:
        """Change every message that is not posted yet. Raises LeaseLost."""
        anew = [
            replace(part, message=change(part.message), calling_at=None)
            for part in delivery.parts
            if not part.ts
        ]
        with self._held(delivery) as connection:
            claiming.replace_parts(connection, delivery.id, anew)
            return delivery_by_id(connection, delivery.id)

    def miss(
        self, stored: StoredSubscription, occurrence: Occurrence, wanted: Wanted, now: datetime
    ) -> Delivery | None:
        """Record an Occurrence whose Grace is over; None if it has a Delivery already.

        What was `wanted` is chosen from for the next one.
        """
        row = self._row(stored, occurrence, now)
        row |= {"state": DeliveryState.MISSED, "claimed_by": steps.NOBODY}
        with self._database.write() as connection:
            claiming.reach(connection, stored.id, wanted)
            delivery = claiming.insert(connection, self._database, row)
            return delivery_by_id(connection, delivery) if delivery else None

    def take_over(self, delivery: int, now: datetime) -> Delivery:
        """Make a waiting Delivery ours. Raises LeaseLost."""
        free = sa.and_(deliveries.c.id == delivery, steps.free(now))
        with steps.held(self._database, free) as connection:
            ours = {"claimed_by": self._claimant(), "lease_until": steps.lease_from(now)}
            return steps.write(connection, delivery, **ours)

    def _held(self, delivery: Delivery) -> AbstractContextManager[Connection]:
        return steps.held(self._database, steps.mine(delivery))

    def _plan(
        self,
        connection: Connection,
        delivery: int,
        token: str,
        wanted: Wanted,
        compose: Compose,
        now: datetime,
    ) -> Delivery:
        roundup = self._choose(connection, wanted)
        planned = plan(roundup, compose(roundup), delivery, token)
        return claiming.store_plan(connection, delivery, wanted, roundup, planned, now)

    def _choose(self, connection: Connection, wanted: Wanted, skip: int = 0) -> Roundup:
        found = unseen(connection, self._glossary, wanted)
        chosen = choose(found.unseen, wanted.limit, skip)
        return Roundup(tuple(by_id(connection, chosen.ids)), chosen.left, found.of)

    def _claimant(self) -> str:
        """A new name for each claim: two threads of one process are two claimants."""
        return f"{self._database.process[:16]}-{uuid.uuid4().hex[:16]}"

    def _row(
        self, stored: StoredSubscription, occurrence: Occurrence, now: datetime
    ) -> dict[str, Any]:
        claimed_at = self._database.now()
        return claiming.delivery_row(stored, occurrence, self._claimant(), claimed_at, now)
