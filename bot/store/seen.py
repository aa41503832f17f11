"""Seen: which Entries belong to a Channel's past. Each step is part of the caller's transaction.

Rows are locked in one order, by `hold`: out of order two transactions wait for each other.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.roundup import SeenState
from bot.core.share import ShareState
from bot.store.database import Database
from bot.store.locks import Lock, lock
from bot.store.tables import channels, seen, shares


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
    """What a Delivery reserved, and did not show, is unseen again.

    But not what somebody shares meanwhile: until that is known to have failed it stays reserved.
    """
    mine = _planned_by(delivery)
    hold(connection, mine)
    shared = sa.exists().where(
        shares.c.channel_id == seen.c.channel_id,
        shares.c.entry_id == seen.c.entry_id,
        shares.c.state != ShareState.SHARED,
    )
    connection.execute(sa.update(seen).where(mine, shared).values(delivery_id=None))
    connection.execute(sa.delete(seen).where(mine))


def reserve(
    connection: Connection, database: Database, channel_row: int, entry: int, now: datetime
) -> bool:
    """Reserve an Entry for who shares it by hand, if it is unseen; the Channel is locked."""
    facts = {"channel_id": channel_row, "entry_id": entry, "state": SeenState.PLANNED, "at": now}
    new = database.insert(seen).values(facts).on_conflict_do_nothing()
    return connection.scalar(new.returning(seen.c.entry_id)) is not None


def free(connection: Connection, channel_row: int, entry: int) -> None:
    """What `reserve` reserved is unseen again, unless something became of it meanwhile."""
    ours = sa.and_(seen.c.state == SeenState.PLANNED, seen.c.delivery_id.is_(None))
    connection.execute(sa.delete(seen).where(of_entry(channel_row, entry), ours))


def show_by_hand(
    connection: Connection, database: Database, channel_row: int, entry: int, now: datetime
) -> None:
    """An Entry was shown, whatever it was before, and no Delivery that reserved it frees it."""
    facts = {"state": SeenState.SHOWN, "delivery_id": None, "at": now}
    _put(connection, database, channel_row, entry, facts)


def mute(
    connection: Connection, database: Database, channel_row: int, entry: int, now: datetime
) -> None:
    """An Entry is not for the Channel, which is locked; which Delivery had it stays known."""
    _put(connection, database, channel_row, entry, {"state": SeenState.MUTED, "at": now})


def unmute(connection: Connection, channel_row: int, entry: int, before: SeenState | None) -> None:
    """A muted Entry is what it was `before`, None for unseen; the Channel is locked."""
    this = of_entry(channel_row, entry)
    if before is None:
        connection.execute(sa.delete(seen).where(this))
    else:
        connection.execute(sa.update(seen).where(this).values(state=before))


def hold(connection: Connection, which: sa.ColumnElement[bool]) -> None:
    """Lock the rows for which it holds until our end."""
    rows = sa.select(seen.c.entry_id).where(which).order_by(seen.c.channel_id, seen.c.entry_id)
    connection.execute(rows.with_for_update()).all()


def _put(
    connection: Connection,
    database: Database,
    channel_row: int,
    entry: int,
    facts: dict[str, Any],
) -> None:
    new = database.insert(seen).values(channel_id=channel_row, entry_id=entry, **facts)
    key = ["channel_id", "entry_id"]
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=facts))


def of_entry(channel_row: int, entry: int) -> sa.ColumnElement[bool]:
    """The row of an Entry in a Channel."""
    return sa.and_(seen.c.channel_id == channel_row, seen.c.entry_id == entry)


def _planned_by(delivery: int) -> sa.ColumnElement[bool]:
    return sa.and_(seen.c.delivery_id == delivery, seen.c.state == SeenState.PLANNED)
