"""Asks SQLite for bounded windows of the index, an FTS5 table.

It gives the newest rows first without reading the others. The statements are written once: an
Answer needs several, and putting them together anew takes longer than running them.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.engine import Connection

from bot.search.match import Match, each_need
from bot.search.rank import Candidate
from bot.search.syntax import fts5
from bot.store.bounds import CAP, ENTRY_MASK, SAMPLE, Bounds, day_of
from bot.store.database import plain_rows

_FROM = "FROM entry_index WHERE entry_index MATCH ? AND rowid >= ? AND rowid < ?"
_NEWEST = "ORDER BY rowid DESC LIMIT ?"
_SEEN = "EXISTS (SELECT 1 FROM seen WHERE channel_id = ? AND entry_id = (entry_index.rowid & ?))"
_SAMPLED = (
    "SELECT coalesce(min(index_id), 0), count(*) FROM (SELECT index_id FROM entries "
    "WHERE index_id >= ? AND index_id < ? ORDER BY index_id DESC LIMIT ?)"
)


class SqliteWindows:
    """Questions on one connection, all within the same Bounds."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._dates = (within.first, within.end)
        self._seen = "" if within.seen is None else f"AND {'' if within.seen else 'NOT '}{_SEEN} "
        self._counted: dict[Match, tuple[int, str | None]] = {}  # CAP + 1 rows, or all; their ids
        self._channel = () if within.seen is None else (within.channel_row, ENTRY_MASK)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        if not in_headline:
            return self.rows(self.ids(match, limit))
        statement = f"SELECT rowid, terms {_FROM} {self._seen}{_NEWEST}"
        return _candidates(self._all(statement, fts5(match, in_headline=True), limit))

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match."""
        counted, ids = self._counted.get(match, (None, None))
        if counted is not None and counted <= CAP:
            return sorted(map(int, ids.split(",") if ids else ()), reverse=True)[:limit]
        statement = f"SELECT rowid {_FROM} {self._seen}{_NEWEST}"
        return [id_ for (id_,) in self._all(statement, fts5(match), limit)]

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        marks = ",".join("?" * len(ids))
        statement = f"SELECT rowid, terms FROM entry_index WHERE rowid IN ({marks})"  # noqa: S608
        return _candidates(plain_rows(self._connection, statement, tuple(ids)))

    def everything(self) -> int:
        """About how many rows there are."""
        return self._connection.exec_driver_sql("SELECT max(id) FROM entries").scalar() or 0

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        if match not in self._counted:
            # The oldest first: FTS5 takes longer backwards. In one row: a thousand take longer.
            some = f"SELECT rowid {_FROM} {self._seen}LIMIT ?"
            statement = f"SELECT count(*), group_concat(rowid) FROM ({some})"  # noqa: S608
            self._counted[match] = self._all(statement, fts5(match), CAP + 1)[0]
        return self._counted[match][0]

    def shares(self, match: Match) -> list[float]:
        """Which share of the newest SAMPLE rows meets each need of the Match, from 0 to 1."""
        sampled = self._connection.exec_driver_sql(_SAMPLED, (*self._dates, SAMPLE))
        first, rows = sampled.one()
        each = each_need(match)
        counted = f"(SELECT count(*) {_FROM} {self._seen})"
        statement = "SELECT " + ", ".join([counted] * len(each))
        values = (first, self._dates[1], *self._channel)
        asked = [value for one in each for value in (fts5(one), *values)]
        met = self._connection.exec_driver_sql(statement, tuple(asked)).one()
        return [count / (rows or 1) for count in met]

    def _all(self, statement: str, query: str, limit: int) -> Sequence[Any]:
        asked = (query, *self._dates, *self._channel, limit)
        return plain_rows(self._connection, statement, asked)


def _candidates(rows: Sequence[Any]) -> list[Candidate]:
    return [Candidate(id_, day_of(id_), terms) for id_, terms in rows]
