"""Shares: Entries that people put into a Channel by hand, claimed before the call like a Delivery.

A claim reserves its Entry: the row in `seen` is `planned`, and of no Delivery.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.entry import StoredEntry
from bot.core.share import Share, ShareState, is_uncertain, may_share
from bot.store import seen
from bot.store.database import Database
from bot.store.rows import by_id, visible
from bot.store.tables import shares


@dataclass(frozen=True, slots=True)
class Claim:
    """An Entry that is ours to share into the Channel with this row id, and what was so `before`.

    It ends by `confirm`, `undo` or `doubt`.
    """

    channel_row: int
    stored: StoredEntry
    share: Share
    before: Share | None


class Shares:
    """Facts about what was shared by hand."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(
        self, viewer: Viewer, entry: int, user: str, now: datetime, *, again: bool = False
    ) -> Claim | Share | None:
        """Make an Entry ours to share where `viewer` is, whose Channel is known.

        Gives the Share that stands in the way, if one does; see `may_share` for `again`. None
        for an Entry that is gone, or that may not be seen there.
        """
        row = viewer.channel_row
        assert row is not None  # noqa: S101 - the caller makes it known
        with self._database.write() as connection:
            seen.lock_channel(connection, row)
            stored = visible(connection, viewer, entry)
            if stored is None:
                return None
            before = _find(connection, row, entry)
            if before and not may_share(before, now, again=again):
                return before
            first = seen.reserve(connection, self._database, row, entry, now)
            share = Share(user, ShareState.CALLING, now, first)
            self._put(connection, row, entry, share)
            return Claim(row, stored, share, before)

    def confirm(self, claim: Claim) -> None:
        """It is in the channel: the Entry is shown there, also if a Delivery had reserved it."""
        with self._held(claim) as connection:
            if by_id(connection, [claim.stored.id]):
                row, at = claim.channel_row, claim.share.at
                seen.show_by_hand(connection, self._database, row, claim.stored.id, at)
                self._end(connection, claim, ShareState.SHARED)

    def undo(self, claim: Claim) -> None:
        """It is certainly not in the channel: all is as it was before the claim."""
        with self._held(claim) as connection:
            if not _is_ours(connection, claim):
                return
            if claim.share.first or claim.before is None:  # or left to us by its Delivery
                seen.free(connection, claim.channel_row, claim.stored.id)
            if claim.before:
                self._put(connection, claim.channel_row, claim.stored.id, claim.before)
            else:
                this = _this(claim.channel_row, claim.stored.id)
                connection.execute(sa.delete(shares).where(this))

    def doubt(self, claim: Claim) -> None:
        """It may be in the channel: the Entry stays reserved there."""
        with self._held(claim) as connection:
            self._end(connection, claim, ShareState.UNCERTAIN)

    def lose(self, viewer: Viewer, entry: int, now: datetime) -> StoredEntry | Share | None:
        """A person saw that an uncertain share is not in the channel: its Entry, not reserved any
        more; also if that was said already.

        Gives the Share where that is certain. None for an Entry that is gone, or that may not be
        seen there.
        """
        row = viewer.channel_row
        assert row is not None  # noqa: S101 - the caller makes it known
        with self._database.write() as connection:
            seen.lock_channel(connection, row)
            stored, share = visible(connection, viewer, entry), _find(connection, row, entry)
            if stored is None or share is None:
                return stored
            if not is_uncertain(share, now):
                return share
            # Also one shared again, which is not `first`: nothing else reserves by hand.
            seen.free(connection, row, entry)
            connection.execute(sa.delete(shares).where(_this(row, entry)))
            return stored

    @contextmanager
    def _held(self, claim: Claim) -> Iterator[Connection]:
        with self._database.write() as connection:
            seen.lock_channel(connection, claim.channel_row)
            yield connection

    def _end(self, connection: Connection, claim: Claim, state: ShareState) -> None:
        """Note what became of a claim, unless the Entry was claimed anew meanwhile."""
        if _is_ours(connection, claim):
            ended = replace(claim.share, state=state)
            self._put(connection, claim.channel_row, claim.stored.id, ended)

    def _put(self, connection: Connection, channel_row: int, entry: int, share: Share) -> None:
        facts = {"user": share.user, "state": share.state, "first": share.first, "at": share.at}
        row = {"channel_id": channel_row, "entry_id": entry} | facts
        new = self._database.insert(shares).values(row)
        key = ["channel_id", "entry_id"]
        connection.execute(new.on_conflict_do_update(index_elements=key, set_=facts))


def _find(connection: Connection, channel_row: int, entry: int) -> Share | None:
    row = connection.execute(sa.select(shares).where(_this(channel_row, entry))).first()
    return None if row is None else Share(row.user, ShareState(row.state), row.at, row.first)


def _is_ours(connection: Connection, claim: Claim) -> bool:
    """Whether the Entry was not claimed anew meanwhile."""
    return _find(connection, claim.channel_row, claim.stored.id) == claim.share


def _this(channel_row: int, entry: int) -> sa.ColumnElement[bool]:
    return sa.and_(shares.c.channel_id == channel_row, shares.c.entry_id == entry)
