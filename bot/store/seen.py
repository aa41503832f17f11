"""Seen: which Entries belong to a Channel's past. Each step is part of the caller's transaction.

Rows are locked in one order, by `hold`: out of order two transactions wait for each other.
"""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.roundup import SeenState
from bot.store.locks import Lock, lock
from bot.store.tables import channels, seen


def lock_channel(connection: Connection, channel_row: int) -> None:
    """Wait for whoever else chooses for this Channel, and keep others waiting until our end.

    Whoever marks Entries as Seen takes it first. Till then the Entries stay as they are too: an
    import that changes them, or a `forget`, waits. On SQLite the write transaction is both locks.
    """
    lock(connection, Lock.MERGE, shared=True)
    lock_row(connection, channel_row)


def lock_row(connection: Connection, channel_row: int) -> None:
    """Keep others from changing what is known of a Channel until our end.

    Whoever changes it together with a Delivery of it begins with this.
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
    hold(connection, mine)
    if entries is not None:
        mine &= seen.c.entry_id.in_(entries)
    connection.execute(sa.update(seen).where(mine).values(state=SeenState.SHOWN, at=now))


def release(connection: Connection, delivery: int) -> None:
    """What a Delivery reserved, and did not show, is unseen again."""
    hold(connection, _planned_by(delivery))
    connection.execute(sa.delete(seen).where(_planned_by(delivery)))


def hold(connection: Connection, which: sa.ColumnElement[bool]) -> None:
    """Lock the rows for which it holds until our end."""
    rows = sa.select(seen.c.entry_id).where(which).order_by(seen.c.channel_id, seen.c.entry_id)
    connection.execute(rows.with_for_update()).all()


def _planned_by(delivery: int) -> sa.ColumnElement[bool]:
    return sa.and_(seen.c.delivery_id == delivery, seen.c.state == SeenState.PLANNED)
