"""Keeps the index of Terms in step with the Entries."""

from collections.abc import Callable, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.entry import Entry, StoredEntry
from bot.search.stream import stream, tsvector
from bot.search.words import TERMS_VERSION
from bot.store.bounds import index_id
from bot.store.database import Database, chunks
from bot.store.facts import Facts
from bot.store.locks import Lock, lock
from bot.store.rows import ENTRY_COLUMNS, entry_of
from bot.store.tables import entries as entries_table
from bot.store.tidying import tidy
from bot.store.vocabulary import Vocabulary

TERMS_FACT = "terms_version"
"""The name of the fact that says which version of Terms the index holds."""

_BATCH = 200  # Entries of one transaction while making the index anew


class Index:
    """The rows of `entry_index`: the stream of each Entry, under an id that grows with its date."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._vocabulary = Vocabulary(database)

    def put(
        self,
        connection: Connection,
        entries: Sequence[StoredEntry],
        ready: Mapping[Entry, str] = {},
    ) -> None:
        """Insert or replace the index rows of these Entries, inside the caller's transaction.

        `ready` are streams that were made before it began; the others are made now.
        """
        write = _put_sqlite if self._database.is_sqlite else _put_postgres
        for chunk in chunks(sorted(entries, key=lambda stored: stored.id)):
            self.drop(connection, [stored.id for stored in chunk])
            ids = [index_id(stored.entry.date, stored.id) for stored in chunk]
            streams = [ready.get(stored.entry) or stream(stored.entry) for stored in chunk]
            write(connection, ids, streams)
            told = zip((stored.entry for stored in chunk), streams, strict=True)
            self._vocabulary.learn(connection, told)
            links = zip(ids, chunk, strict=True)
            connection.execute(_LINK, [{"index": id_, "entry": kept.id} for id_, kept in links])

    def drop(self, connection: Connection, entry_ids: Sequence[int]) -> None:
        """Remove the index rows of these Entries, inside the caller's transaction.

        Their own rows, which say where they are in the index, must still be there.
        """
        delete = _DELETE_SQLITE if self._database.is_sqlite else _DELETE_POSTGRES
        for chunk in chunks(entry_ids):
            found = sa.select(entries_table.c.index_id).where(
                entries_table.c.id.in_(chunk), entries_table.c.index_id.is_not(None)
            )
            old = [{"id": id_} for id_ in connection.execute(found).scalars()]
            if old:
                connection.execute(delete, old)

    def is_current(self) -> bool:
        """Whether its Terms are those that this program makes of a Query."""
        return Facts(self._database).get(TERMS_FACT) == TERMS_VERSION

    def reindex(self, progress: Callable[[int, int], None], *, anew: bool = False) -> int:
        """Make index and vocabulary anew if the Terms are of another version, or `anew` asks.

        Gives how many Entries were put; `progress` is told how many are done, and of how many.
        Each transaction is short, so that searches and imports go on beside it; after a crash it
        starts over.
        """
        if self.is_current() and not anew:
            return 0
        with self._database.read() as connection:
            total = connection.scalar(sa.select(sa.func.count()).select_from(entries_table)) or 0
        self._forget_words()
        done, last = 0, 0
        while batch := self._reindex_after(last):
            done, last = done + len(batch), batch[-1].id
            progress(done, max(done, total))
        Facts(self._database).set(TERMS_FACT, TERMS_VERSION)
        tidy(self._database, done)
        return done

    def _forget_words(self) -> None:
        with self._database.write() as connection:
            lock(connection, Lock.MERGE)
            self._vocabulary.forget(connection)

    def _reindex_after(self, last: int) -> list[StoredEntry]:
        """Put the next Entries after this row id; empty when there are none."""
        of = sa.select(*ENTRY_COLUMNS).where(entries_table.c.id > last)
        with self._database.write() as connection:
            lock(connection, Lock.MERGE)
            rows = connection.execute(of.order_by(entries_table.c.id).limit(_BATCH))
            batch = [entry_of(row) for row in rows]
            self.put(connection, batch)
        return batch


_LINK = (
    sa.update(entries_table)
    .where(entries_table.c.id == sa.bindparam("entry"))
    .values(index_id=sa.bindparam("index"))
)
_DELETE_SQLITE = sa.text("DELETE FROM entry_index WHERE rowid = :id")
_DELETE_POSTGRES = sa.text("DELETE FROM entry_index WHERE id = :id")
_INSERT_SQLITE = sa.text("INSERT INTO entry_index (rowid, terms) VALUES (:id, :terms)")
_INSERT_POSTGRES = sa.text(
    "INSERT INTO entry_index (id, terms, vector) SELECT id, terms, vector::tsvector FROM "
    "unnest(CAST(:ids AS bigint[]), CAST(:terms AS text[]), CAST(:vectors AS text[])) "
    "AS row (id, terms, vector)"
)


def _put_sqlite(connection: Connection, ids: Sequence[int], streams: Sequence[str]) -> None:
    rows = [{"id": id_, "terms": terms} for id_, terms in zip(ids, streams, strict=True)]
    connection.execute(_INSERT_SQLITE, rows)


def _put_postgres(connection: Connection, ids: Sequence[int], streams: Sequence[str]) -> None:
    vectors = [tsvector(terms) for terms in streams]
    row = {"ids": list(ids), "terms": list(streams), "vectors": vectors}
    connection.execute(_INSERT_POSTGRES, row)
