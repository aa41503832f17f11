"""Seen: which Entries belong to a Channel's past. Each step is part of the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.roundup import SeenState
from bot.store.tables import channels, seen


def lock_channel(connection: Connection, channel_row: int) -> None:
    """Wait for whoever else chooses for this Channel, and keep others waiting until our end.

    Whoever marks Entries as Seen takes it first. On SQLite the write transaction is that lock.
    """
    row = sa.select(channels.c.id).where(channels.c.id == channel_row)
    connection.execute(row.with_for_update(key_share=True))


def plan(
    connection: Connection, channel_row: int, entries: Sequence[int], delivery: int, now: datetime
) -> None:
    """Reserve unseen Entries for an open Delivery; the Channel is locked."""
    rows = [
        {
            "channel_id": channel_row,
            "entry_id": entry,
            "state": SeenState.PLANNED,
            "delivery_id": delivery,
            "at": now,
        }
        for entry in sorted(entries)
    ]
    if rows:
        connection.execute(sa.insert(seen), rows)


def show(
    connection: Connection, delivery: int, now: datetime, entries: Sequence[int] | None = None
) -> None:
    """What a Delivery reserved was shown: all of it, or just these Entries."""
    mine = _planned_by(delivery)
    if entries is not None:
        mine &= seen.c.entry_id.in_(entries)
    connection.execute(sa.update(seen).where(mine).values(state=SeenState.SHOWN, at=now))


def release(connection: Connection, delivery: int) -> None:
    """What a Delivery reserved, and did not show, is unseen again."""
    connection.execute(sa.delete(seen).where(_planned_by(delivery)))


def _planned_by(delivery: int) -> sa.ColumnElement[bool]:
    return sa.and_(seen.c.delivery_id == delivery, seen.c.state == SeenState.PLANNED)
