"""Asks PostgreSQL for bounded windows of the index, a table with tsvectors under a GIN index.

A GIN index knows no order, and reading all that meet a common word among a million rows takes a
tenth of a second. So the newest rows are looked at one by one first. Where they do not give what
was asked for, they say how many days must be enough: the GIN index is asked for these only, by the
Terms of their eras, and for everything where few rows can meet the Match anyway.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, TSQUERY, aggregate_order_by
from sqlalchemy.engine import Connection

from bot.search.match import Match, each_need, in_eras
from bot.search.rank import Candidate
from bot.search.syntax import tsquery
from bot.store.bounds import CAP, SAMPLE, Bounds, day_of, first_index_id
from bot.store.tables import entries

RARE = 0.003
"""The share of the newest rows up to which the GIN index has few for any number of rows."""

MANY_DAYS = 2_000
"""How far back it is asked by eras at most; what lies behind is asked for as a whole."""

_MARGIN = 1.5  # days asked for, of those that should be enough

INDEX = sa.table(
    "entry_index", sa.column("id", sa.BigInteger), sa.column("terms"), sa.column("vector")
)
_OUR_OWN_PLANS = sa.text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), "
    "set_config('plan_cache_mode', 'force_custom_plan', true)"
)

_Asked = tuple[Match, bool]
"""A Match, and whether its needs must be met in the headline."""


def meets(match: Match) -> sa.ColumnElement[bool]:
    """Whether a row meets the Match."""
    return _in_vector(tsquery(match), INDEX.c.vector)


def _in_vector(query: str, vector: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return vector.op("@@", is_comparison=True)(sa.cast(query, TSQUERY))


class PostgresWindows:
    """Questions on one connection, all within the same Bounds."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within
        self._sampled: dict[_Asked, list[int]] = {}
        self._found: dict[_Asked, list[int]] = {}
        self._sample = _Sample(0, 0, 0)
        connection.execute(_OUR_OWN_PLANS)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        return self.rows(self._newest((match, in_headline), limit))

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match."""
        return self._newest((match, False), limit)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        return len(self._newest((match, False), CAP + 1))

    def shares(self, match: Match) -> list[float]:
        """Which share of the newest SAMPLE rows meets each need of the Match, from 0 to 1."""
        return [self._share((each, False)) for each in each_need(match)]

    def everything(self) -> int:
        """About how many rows there are."""
        return self._connection.scalar(sa.select(sa.func.max(entries.c.id))) or 0

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        wanted = INDEX.c.id == sa.any_(sa.literal(ids, ARRAY(sa.BigInteger)))
        rows = self._connection.execute(sa.select(INDEX.c.id, INDEX.c.terms).where(wanted)).all()
        return [Candidate(id_, day_of(id_), terms) for id_, terms in rows]

    def _newest(self, asked: _Asked, limit: int) -> list[int]:
        """The ids of the newest rows, `limit` of them if there are so many."""
        sampled = self._survey(asked)
        if len(sampled) >= limit or self._sample.rows < SAMPLE:
            return sampled[:limit]
        known = self._found.get(asked, [])
        if len(known) < limit:
            known = self._found[asked] = self._ask(asked, limit)
        return known[:limit]

    def _survey(self, asked: _Asked) -> list[int]:
        """The ids among the newest SAMPLE rows; looks at all that will be asked about a Match."""
        if asked not in self._sampled:
            match, _ = asked
            each = [(match, False), (match, True)]
            each += [(one, False) for one in each_need(match) if one != match]
            newest = sa.select(INDEX.c.id, INDEX.c.vector).where(*self._within.dates(INDEX.c.id))
            walked = newest.order_by(INDEX.c.id.desc()).limit(SAMPLE).offset(0).subquery()
            id_, seen = walked.c.id, self._within.seen_or_not(walked.c.id)
            met = (
                sa.func.array_agg(aggregate_order_by(id_, id_.desc())).filter(
                    _in_vector(tsquery(one, in_headline=in_headline), walked.c.vector), *seen
                )
                for one, in_headline in each
            )
            of = (sa.func.count(), sa.func.max(id_), sa.func.min(id_))
            rows, first, last, *ids = self._connection.execute(sa.select(*of, *met)).one()
            self._sample = _Sample(rows, first or 0, last or 0)
            self._sampled |= {one: found or [] for one, found in zip(each, ids, strict=True)}
        return self._sampled[asked]

    def _share(self, asked: _Asked) -> float:
        return len(self._survey(asked)) / (self._sample.rows or 1)

    def _ask(self, asked: _Asked, limit: int) -> list[int]:
        """The newest from the GIN index, first of the days that should be enough."""
        share = self._share(asked)
        if share > RARE:
            first = max(self._sample.reaching_back(limit / share * _MARGIN), self._within.first)
            found = self._found_since(asked, limit, first)
            if len(found) == limit or first == self._within.first:
                return found
        return self._found_since(asked, limit, self._within.first)

    def _found_since(self, asked: _Asked, limit: int, first: int) -> list[int]:
        match, in_headline = asked
        recent = in_eras(match, day_of(first), day_of(self._sample.newest))
        met = _in_vector(tsquery(recent, in_headline=in_headline), INDEX.c.vector)
        # The sum keeps the planner from walking the index of ids instead.
        within = replace(self._within, first=first).conditions(INDEX.c.id + 0)
        found = sa.select(INDEX.c.id).where(met, *within).cte("found").prefix_with("MATERIALIZED")
        newest = sa.select(found.c.id).order_by(found.c.id.desc()).limit(limit)
        return list(self._connection.execute(newest).scalars())


class _Sample(NamedTuple):
    """How many of the newest rows were looked at, and the ids of the first and the last."""

    rows: int
    newest: int
    oldest: int

    def reaching_back(self, rows: float) -> int:
        """The first id of the days that hold about so many of the newest rows."""
        last, first = day_of(self.newest), day_of(self.oldest)
        days = min(((last - first).days + 1) * rows / self.rows, MANY_DAYS)
        return first_index_id(last - timedelta(days=days))
