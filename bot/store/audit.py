"""Reads Deliveries as they are recorded, with the Parts of their Plans."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import Delivery, Part
from bot.core.occasion import Fit
from bot.core.roundup import DeliveryState, Message
from bot.store.database import Database, chunks
from bot.store.tables import channels, deliveries, parts, subscriptions, workspaces

_CHUNK = 500  # ids of one statement
_later = deliveries.alias("later")

NONE_LATER = ~sa.exists().where(
    _later.c.subscription_id == deliveries.c.subscription_id, _later.c.due > deliveries.c.due
)
"""That a Delivery is the newest of its Subscription."""


def deliveries_where(connection: Connection, condition: sa.ColumnElement[bool]) -> list[Delivery]:
    """The Deliveries for which it holds, in the order in which they were claimed."""
    rows = connection.execute(_DELIVERIES.where(condition)).mappings().all()
    plans = _plans(connection, [row["id"] for row in rows])
    return [_delivery(row, plans[row["id"]]) for row in rows]


def of_occurrence(database: Database, subscription: int, due: datetime) -> Delivery | None:
    """The Delivery of an Occurrence; None if it has none."""
    this = sa.and_(deliveries.c.subscription_id == subscription, deliveries.c.due == due)
    with database.read() as connection:
        return next(iter(deliveries_where(connection, this)), None)


def recorded(database: Database, newest: int | None = None) -> Iterator[list[Delivery]]:
    """Every Delivery, or so many of the newest, oldest first; a few hundred at a time.

    Each run is read by itself: all of them with their messages may be more than memory holds.
    """
    last_first = sa.select(deliveries.c.id).order_by(deliveries.c.id.desc()).limit(newest)
    with database.read() as connection:
        ids = connection.scalars(last_first).all()[::-1]
    for run in chunks(ids, _CHUNK):
        with database.read() as connection:
            found = deliveries_where(connection, deliveries.c.id.in_(run))
        yield found


def how_many(database: Database) -> int:
    """How many Deliveries are recorded."""
    with database.read() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(deliveries)) or 0


def uncertain(database: Database) -> defaultdict[int, list[Delivery]]:
    """Those that may be posted without our knowing, by the row id of their Subscription."""
    of: defaultdict[int, list[Delivery]] = defaultdict(list)
    with database.read() as connection:
        found = deliveries_where(connection, deliveries.c.state == DeliveryState.UNCERTAIN)
    for delivery in found:
        of[delivery.subscription_id].append(delivery)
    return of


def delivery_by_id(connection: Connection, delivery: int) -> Delivery:
    """One Delivery. Raises LookupError if there is none of this id."""
    (found,) = deliveries_where(connection, deliveries.c.id == delivery) or (None,)
    if found is None:
        raise LookupError(delivery)
    return found


_DELIVERIES = (
    sa.select(
        deliveries,
        subscriptions.c.name.label("subscription"),
        subscriptions.c.subscriber,
        channels.c.channel,
        workspaces.c.team_id,
        workspaces.c.id.label("workspace_row"),
    )
    .join(subscriptions, subscriptions.c.id == deliveries.c.subscription_id)
    .join(channels, channels.c.id == deliveries.c.channel_id)
    .join(workspaces, workspaces.c.id == channels.c.workspace_id)
    .order_by(deliveries.c.id)
)


def _plans(connection: Connection, ids: Sequence[int]) -> defaultdict[int, list[Part]]:
    plans: defaultdict[int, list[Part]] = defaultdict(list)
    for start in range(0, len(ids), _CHUNK):
        of_these = parts.c.delivery_id.in_(ids[start : start + _CHUNK])
        for row in connection.execute(sa.select(parts).where(of_these).order_by(parts.c.n)):
            message = _message_of(row.message, row.entry_ids)
            plans[row.delivery_id].append(Part(row.n, message, row.calling_at, row.ts))
    return plans


def _message_of(row: Mapping[str, Any], entries: Sequence[int]) -> Message:
    return Message(
        text=row["text"],
        blocks=tuple(row["blocks"]),
        thread=row["thread"],
        metadata=row["metadata"],
        entries=tuple(entries),
    )


def _delivery(row: Mapping[Any, Any], plan: Sequence[Part]) -> Delivery:
    return Delivery(
        id=row["id"],
        subscription_id=row["subscription_id"],
        subscription=row["subscription"],
        channel=row["channel"],
        channel_row=row["channel_id"],
        workspace_row=row["workspace_row"],
        subscriber=row["subscriber"],
        team=row["team_id"],
        due=row["due"],
        effective=row["effective"],
        grace_until=row["grace_until"],
        state=DeliveryState(row["state"]),
        claim=row["claimed_by"],
        claimed_at=row["claimed_at"],
        token=row["token"],
        entries=tuple(row["entry_ids"]),
        left=row["left"],
        of=row["of"],
        fit=Fit(row["fit"]),
        posted_at=row["posted_at"],
        error=row["error"],
        parts=tuple(plan),
    )
