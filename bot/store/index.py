"""Keeps the index of Terms in step with the Entries."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.entry import StoredEntry
from bot.search.stream import stream, tsvector
from bot.store.database import Database
from bot.store.tables import entries as entries_table

_EPOCH = date(1970, 1, 1)
_CHUNK = 500  # rows of one statement
_T = TypeVar("_T")


def first_index_id(day: date) -> int:
    """The least row id in the index of a Digest's date."""
    return (day - _EPOCH).days << 32


class Index:
    """The rows of `entry_index`: the stream of each Entry, under an id that grows with its date."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, connection: Connection, entries: Sequence[StoredEntry]) -> None:
        """Insert or replace the index rows of these Entries, inside the caller's transaction."""
        write = _put_sqlite if self._database.is_sqlite else _put_postgres
        for chunk in _chunks(sorted(entries, key=lambda stored: stored.id)):
            self.drop(connection, [stored.id for stored in chunk])
            ids = [first_index_id(stored.entry.date) + stored.id for stored in chunk]
            write(connection, ids, [stream(stored.entry) for stored in chunk])
            linked = zip(ids, chunk, strict=True)
            connection.execute(_LINK, [{"index": id_, "entry": kept.id} for id_, kept in linked])

    def drop(self, connection: Connection, entry_ids: Sequence[int]) -> None:
        """Remove the index rows of these Entries, inside the caller's transaction.

        Their own rows, which say where they are in the index, must still be there.
        """
        delete = _DELETE_SQLITE if self._database.is_sqlite else _DELETE_POSTGRES
        for chunk in _chunks(entry_ids):
            found = sa.select(entries_table.c.index_id).where(
                entries_table.c.id.in_(chunk), entries_table.c.index_id.is_not(None)
            )
            old = [{"id": id_} for id_ in connection.execute(found).scalars()]
            if old:
                connection.execute(delete, old)


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


def _chunks(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK))
