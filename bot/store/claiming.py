"""A claim as statements, each part of the caller's transaction."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import LEASE, Delivery, Part
from bot.core.every import parse_rhythm
from bot.core.occurrence import grace_until
from bot.core.roundup import DeliveryState, Roundup, Wanted
from bot.core.schedule import Occurrence, StoredSubscription
from bot.store import seen, steps
from bot.store.database import Database
from bot.store.tables import deliveries, parts, subscriptions


def token() -> str:
    """What the metadata of a Plan's messages carries: nobody can guess it."""
    return uuid.uuid4().hex


def delivery_row(
    stored: StoredSubscription,
    occurrence: Occurrence,
    claim: str,
    claimed_at: datetime,
    now: datetime,
) -> dict[str, Any]:
    """The row of a new Delivery, claimed; `claimed_at` is real time."""
    return {
        "subscription_id": stored.id,
        "channel_id": stored.channel_row,
        "due": occurrence.due,
        "effective": occurrence.effective,
        "grace_until": grace_until(stored.subscription, occurrence),
        "weekly": parse_rhythm(stored.subscription.every).weekly,
        "state": DeliveryState.CLAIMED,
        "claimed_by": claim,
        "claimed_at": claimed_at,
        "lease_until": now + LEASE,
        "token": token(),
        "entry_ids": [],
    }


def is_as_known(connection: Connection, stored: StoredSubscription) -> bool:
    """Whether a Subscription still is what made it fall due; it stays so until our end."""
    rows = subscriptions.c
    columns = (rows.edited_at, rows.paused_until, rows.channel_id)
    this = sa.and_(rows.id == stored.id, ~rows.paused, ~rows.retired)
    row = connection.execute(
        sa.select(*columns).where(this).with_for_update(key_share=True)
    ).first()
    known = (stored.edited_at, stored.paused_until, stored.channel_row)
    return row is not None and tuple(row) == known


def reach(connection: Connection, subscription: int, wanted: Wanted) -> None:
    """Note from when on Entries count for a Subscription in its Channel, where that is not done.

    Comes first of all in a transaction: who edits a Subscription locks it first too.
    """
    this = sa.and_(
        subscriptions.c.id == subscription,
        subscriptions.c.channel_id == wanted.viewer.channel_row,
        subscriptions.c.reaches_from.is_(None),
    )
    connection.execute(sa.update(subscriptions).where(this).values(reaches_from=wanted.since))


def insert(connection: Connection, database: Database, row: dict[str, Any]) -> int | None:
    """The id of the new Delivery, None if its Occurrence has one already."""
    new = database.insert(deliveries).values(row).on_conflict_do_nothing()
    found: int | None = connection.scalar(new.returning(deliveries.c.id))
    return found


def store_plan(
    connection: Connection,
    delivery: int,
    wanted: Wanted,
    roundup: Roundup,
    plan: Sequence[Part],
    now: datetime,
) -> Delivery:
    """Store the messages and reserve the Entries; without a message it is over, and `quiet`."""
    ids = [stored.id for stored in roundup.entries]
    _insert_parts(connection, delivery, plan)
    if ids:
        assert wanted.viewer.channel_row is not None  # noqa: S101 - a Subscription has a Channel
        seen.plan(connection, wanted.viewer.channel_row, ids, delivery, now)
    over = {} if plan else {"state": DeliveryState.QUIET, "claimed_by": steps.NOBODY}
    facts = {"entry_ids": ids, "left": roundup.left, "of": roundup.of}
    return steps.write(connection, delivery, **facts, **over)


def replace_parts(connection: Connection, delivery: int, anew: Sequence[Part]) -> None:
    """Put these Parts in place of all that are not posted yet."""
    unposted = sa.and_(parts.c.delivery_id == delivery, parts.c.ts.is_(None))
    connection.execute(sa.delete(parts).where(unposted))
    _insert_parts(connection, delivery, anew)


def _insert_parts(connection: Connection, delivery: int, plan: Sequence[Part]) -> None:
    if plan:
        connection.execute(sa.insert(parts), [_part_row(delivery, part) for part in plan])


def _part_row(delivery: int, part: Part) -> dict[str, Any]:
    message = {
        "text": part.message.text,
        "blocks": list(part.message.blocks),
        "thread": part.message.thread,
        "metadata": part.message.metadata,
    }
    entries = list(part.message.entries)
    return {"delivery_id": delivery, "n": part.n, "message": message, "entry_ids": entries}
