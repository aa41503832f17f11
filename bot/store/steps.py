"""The steps of a Delivery as statements, each part of the caller's transaction."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import LEASE, OPEN, Delivery
from bot.core.roundup import DeliveryState
from bot.store import seen
from bot.store.audit import delivery_by_id
from bot.store.database import Database
from bot.store.tables import deliveries, parts

NOBODY = ""
"""`claimed_by` of a Delivery that was handed back, or is over."""


class LeaseLost(Exception):  # noqa: N818 (named for what happened)
    """The Delivery is no longer ours: another process took it up, or a person settled it."""


def free(now: datetime) -> sa.ColumnElement[bool]:
    """Open, and nobody's any more: handed back, or its Lease ran out."""
    return sa.and_(deliveries.c.state.in_(OPEN), deliveries.c.lease_until <= now)


def mine(delivery: Delivery) -> sa.ColumnElement[bool]:
    """Open, and still held by the claim under which the caller knows it."""
    return sa.and_(
        deliveries.c.id == delivery.id,
        deliveries.c.claimed_by == delivery.claim,
        deliveries.c.state.in_(OPEN),
    )


def hold(connection: Connection, condition: sa.ColumnElement[bool]) -> None:
    """Lock the one Delivery for which it holds until our end. Raises LeaseLost if there is none."""
    row = sa.select(deliveries.c.id).where(condition).with_for_update(key_share=True)
    if connection.execute(row).one_or_none() is None:
        raise LeaseLost


@contextmanager
def held(database: Database, condition: sa.ColumnElement[bool]) -> Iterator[Connection]:
    """A transaction that holds the one Delivery for which it holds. Raises LeaseLost."""
    with database.write() as connection:
        hold(connection, condition)
        yield connection


def lease_from(now: datetime) -> datetime:
    """The end of a Lease that begins now."""
    return now + LEASE


def write(connection: Connection, delivery: int, **facts: Any) -> Delivery:
    """Write facts into the row of a Delivery."""
    this = deliveries.c.id == delivery
    connection.execute(sa.update(deliveries).where(this).values(facts))
    return delivery_by_id(connection, delivery)


def note_call(
    connection: Connection,
    delivery: int,
    at: datetime | None,
    which: sa.ColumnElement[bool] | None = None,
) -> None:
    """When the calls began for parts of unknown fate: `at`, or None for never."""
    unknown = sa.and_(parts.c.delivery_id == delivery, parts.c.ts.is_(None))
    rows = unknown if which is None else sa.and_(unknown, which)
    connection.execute(sa.update(parts).where(rows).values(calling_at=at))


def note_posted(connection: Connection, delivery: int, posted: Mapping[int, str]) -> None:
    """Slack's `ts` of these parts, unless it is known already."""
    for n, ts in posted.items():
        this = sa.and_(parts.c.delivery_id == delivery, parts.c.n == n, parts.c.ts.is_(None))
        connection.execute(sa.update(parts).where(this).values(ts=ts))


def close(
    connection: Connection,
    delivery: Delivery,
    posted: Collection[int],
    reason: str,
    now: datetime,
) -> Delivery:
    """End a Delivery of which just the parts `posted` are in the channel.

    One that was owed and never planned is missed."""
    told = {id_ for part in delivery.parts if part.n in posted for id_ in part.message.entries}
    seen.show(connection, delivery.id, now, sorted(told))
    seen.release(connection, delivery.id)
    over: dict[str, Any] = {"claimed_by": NOBODY, "error": reason}
    if not posted:
        state = DeliveryState.FAILED if delivery.parts else DeliveryState.MISSED
        return write(connection, delivery.id, state=state, **over)
    shown = [id_ for id_ in delivery.entries if id_ in told]
    return write(
        connection,
        delivery.id,
        state=DeliveryState.POSTED,
        posted_at=now,
        entry_ids=shown,
        left=delivery.left + len(delivery.entries) - len(shown),
        **over,
    )
