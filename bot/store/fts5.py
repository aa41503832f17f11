"""Asks SQLite for bounded windows of the index, an FTS5 table.

It gives the newest rows first without reading the others.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.search.match import Match
from bot.search.rank import Candidate
from bot.search.syntax import fts5
from bot.store.bounds import CAP, SAMPLE, Bounds, day_of
from bot.store.tables import entries

INDEX = sa.table("entry_index", sa.column("rowid"), sa.column("terms"), sa.column("entry_index"))


def meets(match: Match, in_headline: bool = False) -> sa.ColumnElement[bool]:
    """Whether a row meets the Match; `in_headline`: meets its needs in the headline."""
    query = fts5(match, in_headline=in_headline)
    return INDEX.c.entry_index.op("MATCH", is_comparison=True)(query)


class SqliteWindows:
    """Questions on one connection, all within the same Bounds."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(INDEX.c.rowid)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        rows = (
            sa.select(INDEX.c.rowid, INDEX.c.terms)
            .where(meets(match, in_headline), *self._within)
            .order_by(INDEX.c.rowid.desc())
            .limit(limit)
        )
        return [Candidate(id_, day_of(id_), terms) for id_, terms in self._connection.execute(rows)]

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match."""
        rows = sa.select(INDEX.c.rowid).where(meets(match), *self._within)
        newest = rows.order_by(INDEX.c.rowid.desc()).limit(limit)
        return [id_ for (id_,) in self._connection.execute(newest)]

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        rows = sa.select(INDEX.c.rowid, INDEX.c.terms).where(INDEX.c.rowid.in_(ids))
        return [Candidate(id_, day_of(id_), terms) for id_, terms in self._connection.execute(rows)]

    def everything(self) -> int:
        """About how many rows there are."""
        return self._connection.scalar(sa.select(sa.func.max(entries.c.id))) or 0

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        some = sa.select(1).select_from(INDEX).where(meets(match), *self._within).limit(CAP + 1)
        return self._counted(some)

    def sample(self, matches: Sequence[Match]) -> list[int]:
        """How many of the newest SAMPLE rows meet each Match."""
        floor = sa.select(entries.c.index_id).order_by(entries.c.index_id.desc()).offset(SAMPLE - 1)
        least = self._connection.execute(floor.limit(1)).scalar_one_or_none() or 0
        some = sa.select(1).select_from(INDEX).where(INDEX.c.rowid >= least)
        return [self._counted(some.where(meets(match))) for match in matches]

    def _counted(self, rows: sa.Select[Any]) -> int:
        counted = sa.select(sa.func.count()).select_from(rows.subquery())
        return self._connection.execute(counted).scalar_one()
