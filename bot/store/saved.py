"""Saved: the Entries that people keep for later, each for themselves."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.entry import StoredEntry
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.locks import Lock, lock
from bot.store.rows import by_id, visible
from bot.store.tables import entries, saved

MOST = 500
"""How many Entries a person may keep; of two saved at the same moment one may be beyond it."""


class Kept(Enum):
    """Whether an Entry is kept now."""

    YES = "yes"
    FULL = "full"  # the person keeps as many as one may
    GONE = "gone"  # there is no such Entry, or it may not be seen


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of what a person keeps: from the one after `start` others on, of `total`.

    `elsewhere` counts what may not be seen here.
    """

    entries: tuple[StoredEntry, ...]
    start: int
    total: int
    elsewhere: int = 0


class Saved:
    """What people of the single Workspace keep, by Slack's ids.

    An Entry that a `viewer` may not see is not told: it was kept in another channel, or its Digest
    was closed since.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, user: str, entry: int, viewer: Viewer, now: datetime) -> Kept:
        """Keep an Entry that `viewer` may see. One that is kept already stays where it was."""
        with self._database.write() as connection:
            lock(connection, Lock.MERGE, shared=True)  # nobody forgets it before our end
            if visible(connection, viewer, entry) is None:
                return Kept.GONE
            kept = {id_ for id_, _ in _kept(connection, user)}
            if entry not in kept and len(kept) >= MOST:
                return Kept.FULL
            row = {"workspace_id": SINGLE, "user": user, "entry_id": entry, "at": now}
            new = self._database.insert(saved).values(row)
            connection.execute(new.on_conflict_do_nothing())
            return Kept.YES

    def remove(self, user: str, entry: int) -> None:
        """Keep an Entry no longer; nothing if it is not kept."""
        with self._database.write() as connection:
            this = sa.and_(_of(user), saved.c.entry_id == entry)
            connection.execute(sa.delete(saved).where(this))

    def shelf(self, user: str, size: int, start: int, viewer: Viewer) -> Shelf:
        """What a person keeps and `viewer` may see, the last saved first, in runs of `size`.

        Behind the last run, that is given.
        """
        with self._database.read() as connection:
            kept = _kept(connection, user)
            ids = [id_ for id_, visibility in kept if viewer.may_see(visibility)]
            start = min(start, max(len(ids) - 1, 0)) // size * size
            found = by_id(connection, ids[start : start + size])
        return Shelf(tuple(found), start, len(ids), len(kept) - len(ids))

    def among(self, user: str, ids: list[int]) -> set[int]:
        """Which of these Entries a person keeps."""
        kept = sa.select(saved.c.entry_id).where(_of(user), saved.c.entry_id.in_(ids))
        with self._database.read() as connection:
            return set(connection.scalars(kept)) if ids else set()


def _kept(connection: Connection, user: str) -> list[tuple[int, list[str]]]:
    """All that a person keeps, with its visibility: a few hundred rows at most."""
    newest_first = (
        sa.select(entries.c.id, entries.c.visibility)
        .join(saved, saved.c.entry_id == entries.c.id)
        .where(_of(user))
        .order_by(saved.c.at.desc(), entries.c.id.desc())
    )
    return [(row.id, row.visibility) for row in connection.execute(newest_first)]


def _of(user: str) -> sa.ColumnElement[bool]:
    return sa.and_(saved.c.workspace_id == SINGLE, saved.c.user == user)
