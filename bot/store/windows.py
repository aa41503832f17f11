"""Reads bounded windows of the index: the newest rows that meet a Match, and how many there are.

PostgreSQL is told how to read. Left alone, its planner walks the ids down to a word that occurs
once, or sorts all rows of a word that is everywhere: either takes a second among a million rows.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.engine import Connection

from bot.search.match import Match
from bot.search.rank import Candidate
from bot.search.syntax import fts5, tsquery
from bot.store.bounds import Bounds, day_of

CAP = 1_000
"""How far rows are counted. Up to here a Match is rare, and all its rows are at hand."""

_FTS5 = sa.table("entry_index", sa.column("rowid"), sa.column("terms"), sa.column("entry_index"))
_GIN = sa.table("entry_index", sa.column("id"), sa.column("terms"), sa.column("vector"))
_OUR_OWN_PLANS = sa.text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)"
)


def index_table(*, sqlite: bool) -> tuple[sa.TableClause, sa.ColumnClause[int]]:
    """The index, and the column of its ids."""
    return (_FTS5, _FTS5.c.rowid) if sqlite else (_GIN, _GIN.c.id)


def meets(match: Match, *, sqlite: bool, in_headline: bool = False) -> sa.ColumnElement[bool]:
    """Whether a row of the index meets the Match; `in_headline`: meets its needs there."""
    if sqlite:
        return _FTS5.c.entry_index.op("MATCH")(fts5(match, in_headline=in_headline))
    query = sa.cast(tsquery(match, in_headline=in_headline), TSQUERY)
    return _GIN.c.vector.op("@@", is_comparison=True)(query)


class SqliteWindows:
    """Windows of the FTS5 table, which gives the newest rows first without reading the others."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(_FTS5.c.rowid)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        rows = (
            sa.select(_FTS5.c.rowid, _FTS5.c.terms)
            .where(meets(match, sqlite=True, in_headline=in_headline), *self._within)
            .order_by(_FTS5.c.rowid.desc())
            .limit(limit)
        )
        return _candidates(self._connection, rows)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        some = sa.select(1).where(meets(match, sqlite=True), *self._within).select_from(_FTS5)
        counted = sa.select(sa.func.count()).select_from(some.limit(CAP + 1).subquery())
        return self._connection.execute(counted).scalar_one()


class PostgresWindows:
    """Windows of the table with the GIN index, by a plan that a bounded probe chooses."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(_GIN.c.id)
        self._probed: dict[tuple[Match, bool], list[int]] = {}
        connection.execute(_OUR_OWN_PLANS)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        probed = self._probe(match, in_headline)
        if len(probed) > CAP:
            rows = self._walk(match, limit, in_headline)
        else:
            newest = sorted(probed, reverse=True)[:limit]
            rows = sa.select(_GIN.c.id, _GIN.c.terms).where(_GIN.c.id.in_(newest))
        return _candidates(self._connection, rows)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        return len(self._probe(match, False))

    def _probe(self, match: Match, in_headline: bool) -> list[int]:
        """The ids of any CAP + 1 rows that meet the Match, or of all if there are fewer.

        The rows are planned for as a whole, by the GIN index, and read only as far as needed.
        """
        if (match, in_headline) not in self._probed:
            met = meets(match, sqlite=False, in_headline=in_headline)
            all_of = sa.select(_GIN.c.id).where(met, *self._within).cte("all_of")
            probe = sa.select(all_of.prefix_with("MATERIALIZED").c.id).limit(CAP + 1)
            self._probed[match, in_headline] = list(self._connection.execute(probe).scalars())
        return self._probed[match, in_headline]

    def _walk(self, match: Match, limit: int, in_headline: bool) -> sa.Select[Any]:
        """From the newest row on, until there are enough: they are common."""
        newest = sa.select(_GIN).where(*self._within).order_by(_GIN.c.id.desc()).offset(0)
        rows = newest.subquery("entry_index")
        met = meets(match, sqlite=False, in_headline=in_headline)
        return sa.select(rows.c.id, rows.c.terms).where(met).limit(limit)


def _candidates(connection: Connection, rows: sa.Select[Any]) -> list[Candidate]:
    return [Candidate(id_, day_of(id_), terms) for id_, terms in connection.execute(rows)]


Windows = SqliteWindows | PostgresWindows


def windows(connection: Connection, within: Bounds) -> Windows:
    """Windows of whichever database this is, all within the same Bounds."""
    kind = SqliteWindows if connection.dialect.name == "sqlite" else PostgresWindows
    return kind(connection, within)
