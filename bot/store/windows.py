"""Reads bounded windows of the index: the newest rows that meet a Match, and how many there are."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, TSQUERY
from sqlalchemy.engine import Connection

from bot.search.match import Match
from bot.search.rank import Candidate
from bot.search.syntax import fts5, tsquery
from bot.store.bounds import Bounds, day_of
from bot.store.tables import entries

CAP = 1_000
"""How far rows are counted."""

SAMPLE = 2_000
"""How many of the newest rows tell what is common."""

COMMON = 0.02
"""The share of them from which on walking finds a window sooner than the GIN index."""

OFTEN = 0.15
"""The share of them from which on it also counts sooner."""

_FTS5 = sa.table("entry_index", sa.column("rowid"), sa.column("terms"), sa.column("entry_index"))
_GIN = sa.table("entry_index", sa.column("id"), sa.column("terms"), sa.column("vector"))
_OUR_OWN_PLANS = sa.text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)"
)


def index_table(*, sqlite: bool) -> tuple[sa.TableClause, sa.ColumnClause[int]]:
    """The index, and the column of its ids."""
    return (_FTS5, _FTS5.c.rowid) if sqlite else (_GIN, _GIN.c.id)


def meets(match: Match, *, sqlite: bool) -> sa.ColumnElement[bool]:
    """Whether a row of the index meets the Match."""
    return _in_fts5(match) if sqlite else _in_vector(match, _GIN.c.vector)


def _in_fts5(match: Match, in_headline: bool = False) -> sa.ColumnElement[bool]:
    return _FTS5.c.entry_index.op("MATCH", is_comparison=True)(fts5(match, in_headline=in_headline))


def _in_vector(
    match: Match, vector: sa.ColumnElement[Any], in_headline: bool = False
) -> sa.ColumnElement[bool]:
    query = sa.cast(tsquery(match, in_headline=in_headline), TSQUERY)
    return vector.op("@@", is_comparison=True)(query)


class SqliteWindows:
    """Windows of the FTS5 table, which gives the newest rows first without reading the others."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(_FTS5.c.rowid)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        rows = (
            sa.select(_FTS5.c.rowid, _FTS5.c.terms)
            .where(_in_fts5(match, in_headline), *self._within)
            .order_by(_FTS5.c.rowid.desc())
            .limit(limit)
        )
        return _candidates(self._connection, rows)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        some = sa.select(1).select_from(_FTS5).where(_in_fts5(match), *self._within).limit(CAP + 1)
        return self._counted(some)

    def sample(self, matches: Sequence[Match]) -> list[int]:
        """How many of the newest SAMPLE rows meet each Match."""
        floor = sa.select(entries.c.index_id).order_by(entries.c.index_id.desc()).offset(SAMPLE - 1)
        least = self._connection.execute(floor.limit(1)).scalar_one_or_none() or 0
        some = sa.select(1).select_from(_FTS5).where(_FTS5.c.rowid >= least)
        return [self._counted(some.where(_in_fts5(match))) for match in matches]

    def _counted(self, rows: sa.Select[Any]) -> int:
        counted = sa.select(sa.func.count()).select_from(rows.subquery())
        return self._connection.execute(counted).scalar_one()


class PostgresWindows:
    """Windows of the table with the GIN index.

    What is common among the newest rows is found by walking on from them, all else by the GIN
    index. Each way is good for what the other takes a second for among a million rows, and
    PostgreSQL's planner, left alone, takes the wrong one whenever its statistics are.
    """

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(_GIN.c.id)
        self._walked: dict[tuple[Match, bool], list[int]] = {}
        connection.execute(_OUR_OWN_PLANS)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        ids = self._among_newest(match, in_headline)
        if len(ids) < limit and len(ids) < COMMON * SAMPLE:
            ids = self._ask(self._gather(match, in_headline).limit(limit))
        elif len(ids) < limit:
            ids = self._ask(self._walk(match, in_headline).limit(limit))
        wanted = sa.literal(ids[:limit], ARRAY(sa.BigInteger))
        rows = sa.select(_GIN.c.id, _GIN.c.terms).where(_GIN.c.id == sa.any_(wanted))
        return _candidates(self._connection, rows)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        often = len(self._among_newest(match, False)) >= OFTEN * SAMPLE
        ids = self._walk(match, False) if often else sa.select(self._found(match, False).c.id)
        return len(self._ask(ids.limit(CAP + 1)))

    def sample(self, matches: Sequence[Match]) -> list[int]:
        """How many of the newest SAMPLE rows meet each Match."""
        newest = sa.select(_GIN.c.vector).order_by(_GIN.c.id.desc()).limit(SAMPLE).subquery()
        met = (_in_vector(match, newest.c.vector) for match in matches)
        counts = sa.select(*(sa.func.count().filter(one) for one in met))
        return list(self._connection.execute(counts).one())

    def _among_newest(self, match: Match, in_headline: bool) -> list[int]:
        """The ids among the newest SAMPLE rows."""
        if (match, in_headline) not in self._walked:
            ids = self._ask(self._walk(match, in_headline, rows=SAMPLE))
            self._walked[match, in_headline] = ids
        return self._walked[match, in_headline]

    def _walk(
        self, match: Match, in_headline: bool, rows: int | None = None
    ) -> sa.Select[int]:
        """From the newest row on, through `rows` of them or as far as asked."""
        newest = sa.select(_GIN.c.id, _GIN.c.vector).where(*self._within)
        within = newest.order_by(_GIN.c.id.desc()).limit(rows).offset(0).subquery()
        return sa.select(within.c.id).where(_in_vector(match, within.c.vector, in_headline))

    def _gather(self, match: Match, in_headline: bool) -> sa.Select[int]:
        """All that the GIN index has, the newest first."""
        found = self._found(match, in_headline)
        return sa.select(found.c.id).order_by(found.c.id.desc())

    def _found(self, match: Match, in_headline: bool) -> sa.CTE:
        """What the GIN index has, planned for as a whole, and read only as far as asked."""
        met = _in_vector(match, _GIN.c.vector, in_headline)
        found = sa.select(_GIN.c.id).where(met, *self._within)
        return found.cte("found").prefix_with("MATERIALIZED")

    def _ask(self, ids: sa.Select[int]) -> list[int]:
        return [id_ for (id_,) in self._connection.execute(ids)]


def _candidates(connection: Connection, rows: sa.Select[Any]) -> list[Candidate]:
    return [Candidate(id_, day_of(id_), terms) for id_, terms in connection.execute(rows)]


Windows = SqliteWindows | PostgresWindows


def windows(connection: Connection, within: Bounds) -> Windows:
    """Windows of whichever database this is, all within the same Bounds."""
    kind = SqliteWindows if connection.dialect.name == "sqlite" else PostgresWindows
    return kind(connection, within)
