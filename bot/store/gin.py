"""Asks PostgreSQL for bounded windows of the index, a table with tsvectors under a GIN index.

What is common among the newest rows is found by walking on from them, all else by the GIN index.
Each way is good for what the other takes a second for among a million rows, and PostgreSQL's
planner, left alone, takes the wrong one whenever its statistics are.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, TSQUERY
from sqlalchemy.engine import Connection

from bot.search.match import Match
from bot.search.rank import Candidate
from bot.search.syntax import tsquery
from bot.store.bounds import CAP, SAMPLE, Bounds, day_of

COMMON = 0.02
"""The share of them from which on walking finds a window sooner than the GIN index."""

OFTEN = 0.15
"""The share of them from which on it also counts sooner."""

INDEX = sa.table("entry_index", sa.column("id"), sa.column("terms"), sa.column("vector"))
_OUR_OWN_PLANS = sa.text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)"
)


def meets(match: Match) -> sa.ColumnElement[bool]:
    """Whether a row meets the Match."""
    return _in_vector(match, INDEX.c.vector)


def _in_vector(
    match: Match, vector: sa.ColumnElement[Any], in_headline: bool = False
) -> sa.ColumnElement[bool]:
    query = sa.cast(tsquery(match, in_headline=in_headline), TSQUERY)
    return vector.op("@@", is_comparison=True)(query)


class PostgresWindows:
    """Questions on one connection, all within the same Bounds."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within.conditions(INDEX.c.id)
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
        rows = sa.select(INDEX.c.id, INDEX.c.terms).where(INDEX.c.id == sa.any_(wanted))
        return [Candidate(id_, day_of(id_), terms) for id_, terms in self._connection.execute(rows)]

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        often = len(self._among_newest(match, False)) >= OFTEN * SAMPLE
        ids = self._walk(match, False) if often else sa.select(self._found(match, False).c.id)
        return len(self._ask(ids.limit(CAP + 1)))

    def sample(self, matches: Sequence[Match]) -> list[int]:
        """How many of the newest SAMPLE rows meet each Match."""
        newest = sa.select(INDEX.c.vector).order_by(INDEX.c.id.desc()).limit(SAMPLE).subquery()
        met = (_in_vector(match, newest.c.vector) for match in matches)
        counts = sa.select(*(sa.func.count().filter(one) for one in met))
        return list(self._connection.execute(counts).one())

    def _among_newest(self, match: Match, in_headline: bool) -> list[int]:
        """The ids among the newest SAMPLE rows."""
        if (match, in_headline) not in self._walked:
            ids = self._ask(self._walk(match, in_headline, rows=SAMPLE))
            self._walked[match, in_headline] = ids
        return self._walked[match, in_headline]

    def _walk(self, match: Match, in_headline: bool, rows: int | None = None) -> sa.Select[int]:
        """From the newest row on, through `rows` of them or as far as asked."""
        newest = sa.select(INDEX.c.id, INDEX.c.vector).where(*self._within)
        within = newest.order_by(INDEX.c.id.desc()).limit(rows).offset(0).subquery()
        return sa.select(within.c.id).where(_in_vector(match, within.c.vector, in_headline))

    def _gather(self, match: Match, in_headline: bool) -> sa.Select[int]:
        """All that the GIN index has, the newest first."""
        found = self._found(match, in_headline)
        return sa.select(found.c.id).order_by(found.c.id.desc())

    def _found(self, match: Match, in_headline: bool) -> sa.CTE:
        """What the GIN index has, planned for as a whole, and read only as far as asked."""
        met = _in_vector(match, INDEX.c.vector, in_headline)
        found = sa.select(INDEX.c.id).where(met, *self._within)
        return found.cte("found").prefix_with("MATERIALIZED")

    def _ask(self, ids: sa.Select[int]) -> list[int]:
        return [id_ for (id_,) in self._connection.execute(ids)]
