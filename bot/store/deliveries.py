"""Deliveries: who may post what, decided and recorded step by step, each its own transaction."""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import LEASE, OPEN, Delivery, Settled, plan
from bot.core.roundup import DeliveryState, Message, Roundup, Wanted, choose
from bot.core.schedule import Occurrence, StoredSubscription
from bot.errors import PrdigestError
from bot.store import seen, steps
from bot.store.audit import NONE_LATER, deliveries_where, delivery_by_id
from bot.store.claiming import delivery_row, insert, store_plan
from bot.store.database import Database
from bot.store.index import Index
from bot.store.rows import by_id
from bot.store.steps import LeaseLost
from bot.store.tables import deliveries, parts

Compose = Callable[[Roundup], tuple[Message, ...]]


class Deliveries:
    """Facts about Occurrences, and what may be posted for them.

    Every step gives the Delivery as it is afterwards. One that finds the claim gone raises
    LeaseLost and changes nothing.
    """

    def __init__(self, database: Database, index: Index) -> None:
        self._database = database
        self._index = index

    def choose(self, wanted: Wanted) -> Roundup:
        """What a Roundup would show now; reserves nothing."""
        with self._database.read() as connection:
            return self._choose(connection, wanted)

    def claim(
        self,
        stored: StoredSubscription,
        occurrence: Occurrence,
        wanted: Wanted,
        compose: Compose,
        now: datetime,
    ) -> Delivery | None:
        """Make an Occurrence ours: choose, store the Plan, reserve its Entries, all or nothing.

        `compose` makes the messages of the Roundup; none of them means `quiet`. Gives None if
        the Occurrence has a Delivery already.
        """
        row = self._row(stored, occurrence, now)
        with self._database.write() as connection:
            seen.lock_channel(connection, stored.channel_row)
            if not (delivery := insert(connection, self._database, row)):
                return None
            roundup = self._choose(connection, wanted)
            planned = plan(roundup, compose(roundup), delivery, row["token"])
            return store_plan(connection, delivery, stored.channel_row, roundup, planned, now)

    def miss(
        self, stored: StoredSubscription, occurrence: Occurrence, now: datetime
    ) -> Delivery | None:
        """Record an Occurrence whose Grace is over; None if it has a Delivery already."""
        row = self._row(stored, occurrence, now)
        row |= {"state": DeliveryState.MISSED, "claimed_by": steps.NOBODY}
        with self._database.write() as connection:
            delivery = insert(connection, self._database, row)
            return delivery_by_id(connection, delivery) if delivery else None

    def waiting(self, now: datetime) -> list[int]:
        """Ids of open Deliveries that nobody holds, or whose holder's Lease ran out."""
        with self._database.read() as connection:
            found = sa.select(deliveries.c.id).where(steps.free(now))
            return list(connection.scalars(found.order_by(deliveries.c.effective)))

    def take_over(self, delivery: int, now: datetime) -> Delivery:
        """Make a waiting Delivery ours."""
        with self._held(deliveries.c.id == delivery, steps.free(now)) as connection:
            claim = self._claimant()
            return steps.write(connection, delivery, claimed_by=claim, lease_until=now + LEASE)

    def begin(self, delivery: Delivery, n: int, now: datetime) -> Delivery:
        """Note that part `n` is about to be posted. Nothing is posted without it.

        The Lease must still run, and begins anew: the call is over long before it ends.
        """
        in_time = deliveries.c.lease_until > now
        with self._held(steps.mine(delivery), in_time) as connection:
            steps.note_call(connection, delivery.id, now, parts.c.n == n)
            facts = {"state": DeliveryState.POSTING, "lease_until": now + LEASE, "error": None}
            return steps.write(connection, delivery.id, **facts)

    def record(self, delivery: Delivery, posted: Mapping[int, str], at: datetime) -> Delivery:
        """Note Slack's `ts` of parts that are posted (since `at`), whoever holds the Delivery.

        With the last one the Delivery is `posted` (`quiet` if it told no Entry), its Entries shown.
        Taken up by another meanwhile, it is given under the caller's claim: its next step finds
        that lost.
        """
        with self._held(deliveries.c.id == delivery.id) as connection:
            steps.note_posted(connection, delivery.id, posted)
            known = delivery_by_id(connection, delivery.id)
            if known.next_part or known.state not in OPEN:
                return replace(known, claim=delivery.claim)
            seen.show(connection, delivery.id, at)
            state = DeliveryState.POSTED if known.entries else DeliveryState.QUIET
            facts = {"state": state, "posted_at": at, "error": None, "claimed_by": steps.NOBODY}
            return steps.write(connection, delivery.id, **facts)

    def hand_back(self, delivery: Delivery, until: datetime, reason: str) -> Delivery:
        """Let anybody go on with it from `until` on; what is not known to be posted is not."""
        with self._held(steps.mine(delivery)) as connection:
            steps.note_call(connection, delivery.id, None)
            facts = {"claimed_by": steps.NOBODY, "lease_until": until, "error": reason}
            return steps.write(connection, delivery.id, **facts)

    def doubt(self, delivery: Delivery, until: datetime, reason: str) -> Delivery:
        """The part last begun may be posted; nobody looks it up before `until`."""
        with self._held(steps.mine(delivery)) as connection:
            facts = {"claimed_by": steps.NOBODY, "lease_until": until, "error": reason}
            return steps.write(connection, delivery.id, state=DeliveryState.UNCERTAIN, **facts)

    def absent(self, delivery: Delivery) -> Delivery:
        """The part last begun was looked up and is certainly not posted: it is free to be."""
        with self._held(steps.mine(delivery)) as connection:
            steps.note_call(connection, delivery.id, None)
            return steps.write(connection, delivery.id, state=DeliveryState.POSTING)

    def fail(self, delivery: Delivery, reason: str, now: datetime) -> Delivery:
        """Give up. Entries of posted parts are shown, and then it counts as posted; others free."""
        with self._held(steps.mine(delivery)) as connection:
            posted = {part.n for part in delivery.parts if part.ts}
            return steps.close(connection, delivery, posted, reason, now)

    def settle(self, delivery: int, outcome: Settled, now: datetime) -> Delivery:
        """What a person found out about an uncertain Delivery. Raises PrdigestError for another."""
        uncertain = deliveries.c.state == DeliveryState.UNCERTAIN
        try:
            with self._held(deliveries.c.id == delivery, uncertain) as connection:
                known = delivery_by_id(connection, delivery)
                posted = {part.n for part in known.parts if part.ts}
                if outcome is Settled.POSTED and known.unanswered:
                    posted.add(known.unanswered.n)
                reason = f"settled as {outcome} by a person"
                return steps.close(connection, known, posted, reason, now)
        except LeaseLost:
            raise PrdigestError(
                f"delivery {delivery} is not uncertain, so there is nothing to settle; "
                "`prdigest deliveries` lists those that are"
            ) from None

    def all(self) -> list[Delivery]:
        """Every Delivery, oldest first: the audit."""
        with self._database.read() as connection:
            return deliveries_where(connection, sa.true())

    def newest(self) -> dict[int, Delivery]:
        """The newest Delivery of each Subscription, by its row id."""
        with self._database.read() as connection:
            found = deliveries_where(connection, NONE_LATER)
        return {delivery.subscription_id: delivery for delivery in found}

    @contextmanager
    def _held(self, *conditions: sa.ColumnElement[bool]) -> Iterator[Connection]:
        """A transaction that holds one Delivery, if all of it is so; else LeaseLost."""
        with self._database.write() as connection:
            steps.hold(connection, sa.and_(*conditions))
            yield connection

    def _choose(self, connection: Connection, wanted: Wanted) -> Roundup:
        chosen = choose(self._index.unseen(connection, wanted), wanted.limit)
        return Roundup(tuple(by_id(connection, chosen.ids)), chosen.left)

    def _claimant(self) -> str:
        """A new name for each claim: two threads of one process are two claimants."""
        return f"{self._database.process[:16]}-{uuid.uuid4().hex[:16]}"

    def _row(
        self, stored: StoredSubscription, occurrence: Occurrence, now: datetime
    ) -> dict[str, Any]:
        return delivery_row(stored, occurrence, self._claimant(), self._database.now(), now)
