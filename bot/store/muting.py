"""Muting: what people say is not for a Channel, and their taking it back."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.delivery import OPEN
from bot.core.entry import StoredEntry
from bot.core.roundup import DeliveryState, SeenState
from bot.core.share import ShareState
from bot.store import seen
from bot.store.database import Database
from bot.store.rows import visible
from bot.store.tables import deliveries, shares
from bot.store.tables import seen as seen_table


class Muting:
    """Facts about what is not for a Channel, where `viewer` is; the Channel is known.

    Each gives the Entry, None for one that is gone or may not be seen there.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def mute(self, viewer: Viewer, entry: int, now: datetime) -> StoredEntry | None:
        """An Entry is not for the Channel. Does nothing where that is so already."""
        row = _row(viewer)
        with self._database.write() as connection:
            seen.lock_channel(connection, row)
            stored = visible(connection, viewer, entry)
            if stored and _state(connection, row, entry) is not SeenState.MUTED:
                seen.mute(connection, self._database, row, entry, now)
            return stored

    def unmute(self, viewer: Viewer, entry: int) -> StoredEntry | None:
        """The Entry is again what it was there: shown, reserved or unseen.

        Does nothing to one that is not muted.
        """
        row = _row(viewer)
        with self._database.write() as connection:
            seen.lock_channel(connection, row)
            stored = visible(connection, viewer, entry)
            if stored and _state(connection, row, entry) is SeenState.MUTED:
                seen.unmute(connection, row, entry, _before(connection, row, entry))
            return stored


def _row(viewer: Viewer) -> int:
    assert viewer.channel_row is not None  # noqa: S101 - the caller makes it known
    return viewer.channel_row


def _state(connection: Connection, channel_row: int, entry: int) -> SeenState | None:
    state = connection.scalar(
        sa.select(seen_table.c.state).where(seen.of_entry(channel_row, entry))
    )
    return state and SeenState(state)


def _before(connection: Connection, channel_row: int, entry: int) -> SeenState | None:
    """What a muted Entry is without that: its share tells, else the Delivery that reserved it.

    A share of which it is not known whether it is there unsays nothing that a Delivery tells.
    """
    this = sa.and_(shares.c.channel_id == channel_row, shares.c.entry_id == entry)
    shared = connection.scalar(sa.select(shares.c.state).where(this))
    if shared == ShareState.SHARED:
        return SeenState.SHOWN
    return _by_delivery(connection, channel_row, entry) or (SeenState.PLANNED if shared else None)


def _by_delivery(connection: Connection, channel_row: int, entry: int) -> SeenState | None:
    of = sa.select(deliveries.c.state, deliveries.c.entry_ids).join(
        seen_table, seen_table.c.delivery_id == deliveries.c.id
    )
    delivery = connection.execute(of.where(seen.of_entry(channel_row, entry))).first()
    if delivery is None:
        return None
    if delivery.state in OPEN:
        return SeenState.PLANNED
    is_told = delivery.state == DeliveryState.POSTED and entry in delivery.entry_ids
    return SeenState.SHOWN if is_told else None
