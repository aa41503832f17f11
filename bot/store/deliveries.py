"""Deliveries: what became of what was claimed, recorded step by step, each its own transaction."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import OPEN, Delivery, Settled
from bot.core.roundup import DeliveryState
from bot.errors import PrdigestError
from bot.store import notices, obstacles, owing, seen, steps
from bot.store.audit import NONE_LATER, deliveries_where, delivery_by_id
from bot.store.database import Database
from bot.store.steps import LeaseLost
from bot.store.tables import deliveries, parts


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open Delivery that anybody may take over, of the Channel with this row id."""

    id: int
    channel_row: int
    effective: datetime


class Deliveries:
    """Facts about what is posted.

    Every step gives the Delivery as it is afterwards. One that finds the claim gone raises
    LeaseLost and changes nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, now: datetime) -> list[Waiting]:
        """Open Deliveries that nobody holds, or whose holder's Lease ran out; longest due first."""
        columns = deliveries.c.id, deliveries.c.channel_id, deliveries.c.effective
        found = sa.select(*columns).where(steps.free(now)).order_by(deliveries.c.effective)
        with self._database.read() as connection:
            return [Waiting(*row) for row in connection.execute(found)]

    def held_back(self, codes: Collection[str], now: datetime, longest: timedelta) -> set[int]:
        """Rows of the Channels where Slack wants us to wait, by one of these error codes.

        One of more than `longest` from `now` on is of a clock that was wrong, and does not count.
        """
        waits = sa.and_(
            deliveries.c.state.in_((DeliveryState.CLAIMED, DeliveryState.POSTING)),
            deliveries.c.claimed_by == steps.NOBODY,
            deliveries.c.error.in_(sorted(codes)),
            deliveries.c.lease_until > now,
            deliveries.c.lease_until <= now + longest,
        )
        with self._database.read() as connection:
            return set(connection.scalars(sa.select(deliveries.c.channel_id).where(waits)))

    def begin(self, delivery: Delivery, n: int, now: datetime) -> Delivery:
        """Note that part `n` is about to be posted. Nothing is posted without it.

        The Lease must still run, and begins anew: the call is over long before it ends.
        """
        in_time = deliveries.c.lease_until > now
        with self._held(steps.mine(delivery), in_time) as connection:
            steps.note_call(connection, delivery.id, now, parts.c.n == n)
            lease = steps.lease_from(now)
            facts = {"state": DeliveryState.POSTING, "lease_until": lease, "error": None}
            return steps.write(connection, delivery.id, **facts)

    def record(self, delivery: Delivery, posted: Mapping[int, str], at: datetime) -> Delivery:
        """Note Slack's `ts` of parts that are posted (since `at`), whoever holds the Delivery.

        With the last one the Delivery is `posted` (`quiet` if it told no Entry), its Entries shown.
        Taken up by another meanwhile, it is given under the caller's claim: its next step finds
        that lost.
        """
        with self._held_in_channel(delivery, deliveries.c.id == delivery.id) as connection:
            steps.note_posted(connection, delivery.id, posted)
            known = delivery_by_id(connection, delivery.id)
            if not known.unanswered:
                notices.forget(connection, delivery.id)
            if known.next_part or known.state not in OPEN:
                return replace(known, claim=delivery.claim)
            seen.show(connection, delivery.id, at)
            state = DeliveryState.POSTED if known.entries else DeliveryState.QUIET
            facts = {"state": state, "posted_at": at, "error": None, "claimed_by": steps.NOBODY}
            recorded = steps.write(connection, delivery.id, **facts)
            if obstacles.clear_within(connection, delivery.channel_row):
                owing.owe_again(connection, delivery.channel_row, at)
            return recorded

    def hand_back(self, delivery: Delivery, until: datetime, reason: str) -> Delivery:
        """Let anybody go on with it from `until` on; what is not known to be posted is not."""
        with self._held(steps.mine(delivery)) as connection:
            steps.note_call(connection, delivery.id, None)
            facts = {"claimed_by": steps.NOBODY, "lease_until": until, "error": reason}
            return steps.write(connection, delivery.id, **facts)

    def doubt(
        self, delivery: Delivery, until: datetime, reason: str, tell_from: datetime | None = None
    ) -> Delivery:
        """The part last begun may be posted; nobody looks it up before `until`.

        Its subscriber is told so, once and from `tell_from` on; None: not yet.
        """
        with self._held(steps.mine(delivery)) as connection:
            if tell_from:
                notices.of_uncertain(connection, self._database, delivery.id, reason, tell_from)
            facts = {"claimed_by": steps.NOBODY, "lease_until": until, "error": reason}
            return steps.write(connection, delivery.id, state=DeliveryState.UNCERTAIN, **facts)

    def absent(self, delivery: Delivery) -> Delivery:
        """The part last begun was looked up and is certainly not posted: it is free to be."""
        with self._held(steps.mine(delivery)) as connection:
            steps.note_call(connection, delivery.id, None)
            notices.forget(connection, delivery.id)
            return steps.write(connection, delivery.id, state=DeliveryState.POSTING)

    def fail(
        self, delivery: Delivery, reason: str, now: datetime, obstacle: str | None = None
    ) -> Delivery:
        """Give up. Entries of posted parts are shown, and then it counts as posted; others free.

        An `obstacle` is why nothing can be posted in its Channel at all, as Slack's error code.
        """
        posted = {part.n for part in delivery.parts if part.ts}
        with self._held_in_channel(delivery, steps.mine(delivery)) as connection:
            if obstacle:
                obstacles.meet_within(connection, delivery.channel_row, obstacle, now)
            return steps.close(connection, delivery, posted, reason, now)

    def settle(
        self,
        delivery: int,
        outcome: Settled,
        now: datetime,
        *,
        by: str | None = None,
        part: int | None = None,
    ) -> Delivery:
        """What a person found out about an uncertain Delivery.

        `by` is the Slack id of who says so in Slack; there only its subscriber may, and of the
        `part` that he was asked about. Raises PrdigestError, one sentence, for anybody else and
        where that is not uncertain.
        """
        uncertain = deliveries.c.state == DeliveryState.UNCERTAIN
        try:
            with self._held(deliveries.c.id == delivery, uncertain) as connection:
                known = delivery_by_id(connection, delivery)
                if by is not None and by != known.subscriber:
                    raise PrdigestError("only the subscriber of this roundup may settle it")
                asked = known.unanswered
                if part is not None and (asked is None or asked.n != part):
                    raise LeaseLost
                posted = {each.n for each in known.parts if each.ts}
                reason, at = f"settled as {outcome} by a person", now
                if outcome is Settled.POSTED and asked:
                    posted.add(asked.n)
                    at = asked.calling_at or now
                return steps.close(connection, known, posted, reason, at)
        except LeaseLost:
            raise PrdigestError(
                "that of delivery {delivery} is not uncertain, so there is nothing to settle; "
                "`prdigest deliveries` lists what is",
                delivery=delivery,
            ) from None

    def all(self) -> list[Delivery]:
        """Every Delivery, oldest first: the audit."""
        with self._database.read() as connection:
            return deliveries_where(connection, sa.true())

    def newest(self, of: Collection[int] | None = None) -> dict[int, Delivery]:
        """The newest Delivery of each Subscription, or of just these, by its row id."""
        these = sa.true() if of is None else deliveries.c.subscription_id.in_(of)
        with self._database.read() as connection:
            found = deliveries_where(connection, sa.and_(these, NONE_LATER))
        return {delivery.subscription_id: delivery for delivery in found}

    def _held(self, *conditions: sa.ColumnElement[bool]) -> AbstractContextManager[Connection]:
        return steps.held(self._database, sa.and_(*conditions))

    @contextmanager
    def _held_in_channel(
        self, delivery: Delivery, condition: sa.ColumnElement[bool]
    ) -> Iterator[Connection]:
        with self._database.write() as connection:
            seen.lock_row(connection, delivery.channel_row)
            steps.hold(connection, condition)
            yield connection
