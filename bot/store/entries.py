"""Entries: what the Digests have told, each pull request once."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

import sqlalchemy as sa

from bot.core.entry import DigestFile, StoredEntry
from bot.core.key import split_key
from bot.core.merging import Merged
from bot.store import seen
from bot.store.database import Database, chunks
from bot.store.index import Index
from bot.store.locks import Lock, held, lock
from bot.store.merging import changes_of, keep
from bot.store.rows import ENTRY_COLUMNS, by_id, entry_of
from bot.store.streams import Streams, streams
from bot.store.tables import entries, keys
from bot.store.tables import seen as seen_table

_STREAMED = 500  # rows in memory at a time


class Entries:
    """The Entries of one database, kept together with the index over them."""

    def __init__(self, database: Database, index: Index) -> None:
        self._database = database
        self._index = index

    def importing(self, wait_s: float = 60) -> AbstractContextManager[None]:
        """Hold the right to import: one at a time on PostgreSQL, waiting for the one before.

        Raises DatabaseError after `wait_s`. SQLite has one writer at a time anyway; others get in
        while the next files are read.
        """
        otherwise = "another import is running on this database; try again when it is done"
        return held(self._database, Lock.IMPORT, wait_s=wait_s, otherwise=otherwise)

    def merge(self, file: DigestFile) -> Merged:
        """Take in what a file tells, all of it or nothing."""
        return self.merge_all([file])[0]

    def merge_all(self, files: Sequence[DigestFile], make: Streams = streams) -> list[Merged]:
        """Take in what files tell, one after the other, in one transaction: all or nothing.

        Their streams, the most of the work, are made before it begins, and what changes nothing
        begins none: others can write meanwhile. Give some hundred Entries at a time.
        """
        with self._database.read() as connection:
            changes, merged = changes_of(connection, files)
        if not changes:
            return merged
        ready = make([change.after.entry for change in changes])
        with self._database.write() as connection:
            lock(connection, Lock.MERGE)
            changes, merged = changes_of(connection, files)  # again: nobody changes them now
            keep(connection, self._index, changes, ready)
        return merged

    def forget(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Remove the Entries with these Keys, and that they were Seen; the Keys of those removed.

        A file that still tells one brings it back.
        """
        with self._database.write() as connection:
            lock(connection, Lock.MERGE)
            found = {
                row.id: entry_of(row) for key in wanted for row in connection.execute(_of(key))
            }
            for chunk in chunks(sorted(found)):
                seen.hold(connection, seen_table.c.entry_id.in_(chunk))
                self._index.drop(connection, chunk)
                connection.execute(entries.delete().where(entries.c.id.in_(chunk)))
        return tuple(stored.key for stored in found.values())

    def all(self) -> Iterator[StoredEntry]:
        """Every Entry, newest first, a few in memory at a time."""
        newest_first = sa.select(*ENTRY_COLUMNS).order_by(
            entries.c.date.desc(), entries.c.id.desc()
        )
        with self._database.read() as connection:
            streaming = connection.execution_options(yield_per=_STREAMED)
            yield from map(entry_of, streaming.execute(newest_first))

    def get(self, ids: Iterable[int]) -> list[StoredEntry]:
        """The Entries with these row ids, in this order; those that are gone are left out."""
        with self._database.read() as connection:
            return by_id(connection, list(ids))

    def by_key(self, key: str) -> StoredEntry | None:
        """The Entry that holds a Key or once held it; upper and lower case are the same."""
        with self._database.read() as connection:
            row = connection.execute(_of(key)).one_or_none()
            return entry_of(row) if row else None

    def count(self) -> int:
        """How many there are."""
        with self._database.read() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar_one()


def _of(key: str) -> sa.Select[tuple[object, ...]]:
    stem, nth = split_key(key)
    holder = sa.select(keys.c.entry_id).where(keys.c.stem == stem, keys.c.nth == nth)
    return sa.select(*ENTRY_COLUMNS).where(entries.c.id == holder.scalar_subquery())
