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
from bot.store.tables import entries

COMMON = 0.02
"""The share of them from which on walking finds a window sooner than the GIN index."""

OFTEN = 0.15
"""The share of them from which on it also counts sooner."""

INDEX = sa.table("entry_index", sa.column("id"), sa.column("terms"), sa.column("vector"))
_OUR_OWN_PLANS = sa.text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), "
    "set_config('plan_cache_mode', 'force_custom_plan', true)"
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
        self._within = within
        self._walked: dict[tuple[Match, bool], list[int]] = {}
        self._probed: dict[tuple[Match, bool], list[int]] = {}
        connection.execute(_OUR_OWN_PLANS)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        return self.rows(self._newest(match, limit, in_headline)[:limit])

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match; of very common ones, those sampled."""
        sampled = self._sampled(match, False)
        often = len(sampled) >= COMMON * SAMPLE
        return (sampled if often else self._newest(match, limit, False))[:limit]

    def everything(self) -> int:
        """About how many rows there are."""
        return self._connection.scalar(sa.select(sa.func.max(entries.c.id))) or 0

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        wanted = INDEX.c.id == sa.any_(sa.literal(ids, ARRAY(sa.BigInteger)))
        rows = self._connection.execute(sa.select(INDEX.c.id, INDEX.c.terms).where(wanted)).all()
        return [Candidate(id_, day_of(id_), terms) for id_, terms in rows]

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        if len(self._sampled(match, False)) >= OFTEN * SAMPLE:
            some = self._walk(match, False).limit(CAP + 1).subquery()
            return self._connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0
        return len(self._probe(match, False))

    def sample(self, matches: Sequence[Match]) -> list[int]:
        """How many of the newest SAMPLE rows meet each Match."""
        newest = sa.select(INDEX.c.vector).order_by(INDEX.c.id.desc()).limit(SAMPLE).subquery()
        met = (_in_vector(match, newest.c.vector) for match in matches)
        counts = sa.select(*(sa.func.count().filter(one) for one in met))
        return list(self._connection.execute(counts).one())

    def _newest(self, match: Match, limit: int, in_headline: bool) -> list[int]:
        """The ids of the newest rows, `limit` of them if there are so many."""
        sampled = self._sampled(match, in_headline)
        if len(sampled) >= limit:
            return sampled
        if len(sampled) >= COMMON * SAMPLE:
            return self._ask(self._walk(match, in_headline).limit(limit))
        probed = self._probe(match, in_headline)
        if len(probed) <= CAP:
            return sorted(probed, reverse=True)
        found = self._found(match, in_headline)
        return self._ask(sa.select(found.c.id).order_by(found.c.id.desc()).limit(limit))

    def _sampled(self, match: Match, in_headline: bool) -> list[int]:
        """The ids among the newest SAMPLE rows."""
        asked = match, in_headline
        if asked not in self._walked:
            self._walked[asked] = self._ask(self._walk(match, in_headline, rows=SAMPLE))
        return self._walked[asked]

    def _probe(self, match: Match, in_headline: bool) -> list[int]:
        """The ids of any CAP + 1 rows, or of all if there are fewer."""
        asked = match, in_headline
        if asked not in self._probed:
            found = self._found(match, in_headline)
            self._probed[asked] = self._ask(sa.select(found.c.id).limit(CAP + 1))
        return self._probed[asked]

    def _walk(self, match: Match, in_headline: bool, rows: int | None = None) -> sa.Select[int]:
        """From the newest row on, through `rows` of them or as far as asked."""
        newest = sa.select(INDEX.c.id, INDEX.c.vector).where(*self._within.dates(INDEX.c.id))
        walked = newest.order_by(INDEX.c.id.desc()).limit(rows).offset(0).subquery()
        met = _in_vector(match, walked.c.vector, in_headline)
        return sa.select(walked.c.id).where(met, *self._within.seen_or_not(walked.c.id))

    def _found(self, match: Match, in_headline: bool) -> sa.CTE:
        """What the GIN index has: planned for as a whole, and read only as far as asked."""
        met = _in_vector(match, INDEX.c.vector, in_headline)
        found = sa.select(INDEX.c.id).where(met, *self._within.conditions(INDEX.c.id))
        return found.cte("found").prefix_with("MATERIALIZED")

    def _ask(self, ids: sa.Select[int]) -> list[int]:
        return [id_ for (id_,) in self._connection.execute(ids).all()]
