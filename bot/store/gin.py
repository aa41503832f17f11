"""Asks PostgreSQL for bounded windows of the index, a table with tsvectors under a GIN index.

A GIN index knows no order, and reading all that meet a common word among a million rows takes a
tenth of a second. So the newest rows are looked at one by one first. Where they do not give what
was asked for, they say how many days should be enough: the GIN index is asked for these only, by
the Terms of their eras, unless few rows can meet the Match anyway.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.engine import Connection

from bot.search.match import Match, each_need, in_eras
from bot.search.rank import Candidate
from bot.search.syntax import tsquery
from bot.store.bounds import CAP, ENTRY_MASK, SAMPLE, Bounds, day_of, first_index_id

MANY_DAYS = 2_000
"""How far back it is asked by eras at most; what lies behind is asked for as a whole."""

COMMON = 0.02
"""The share of the newest rows from which on these are enough to tell what else is in them."""

_MARGIN = 2.0  # times the rows that should be enough: days are not all alike

INDEX = sa.table("entry_index", sa.column("id", sa.BigInteger), sa.column("vector"))

_SURVEY = (
    "SELECT count(*), max(id), min(id), (SELECT min(id) FROM entry_index), "
    "(SELECT max(id) FROM entries), {lists}, "
    "set_config('enable_seqscan', 'off', true), "
    "set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true) "
    "FROM (SELECT id, vector FROM entry_index WHERE id >= %s AND id < %s "
    "ORDER BY id DESC LIMIT {sample} OFFSET 0) newest"
)
_LIST = "array_agg(id) FILTER (WHERE vector @@ %s::tsquery{seen})"
_FOUND = (  # the sums keep the planner from walking the index of ids instead
    "WITH found AS MATERIALIZED (SELECT id FROM entry_index "
    "WHERE vector @@ %s::tsquery AND id + 0 >= %s AND id + 0 < %s{seen}) SELECT id FROM found "
)
_ANY = _FOUND + "LIMIT %s"  # stops reading there
_NEWEST = _FOUND + "ORDER BY id DESC LIMIT %s"
_SEEN = " AND {no}EXISTS (SELECT 1 FROM seen WHERE channel_id = %s AND entry_id = (id & {mask}))"
_ROWS = "SELECT id, terms FROM entry_index WHERE id = ANY(%s)"

_Asked = tuple[Match, bool]
"""A Match, and whether its needs must be met in the headline."""


def meets(match: Match) -> sa.ColumnElement[bool]:
    """Whether a row meets the Match."""
    return INDEX.c.vector.op("@@", is_comparison=True)(sa.cast(tsquery(match), TSQUERY))


class PostgresWindows:
    """Questions on one connection, all within the same Bounds."""

    def __init__(self, connection: Connection, within: Bounds) -> None:
        self._connection = connection
        self._within = within
        self._channel = () if within.seen is None else (within.channel_row,)
        no = "" if within.seen else "NOT "
        self._seen = "" if within.seen is None else _SEEN.format(no=no, mask=ENTRY_MASK)
        self._sampled: dict[_Asked, list[int]] = {}
        self._found: dict[_Asked, list[int]] = {}
        self._sample = _Sample(0, 0, 0, 0, 0)

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        return self.rows(self._newest((match, in_headline), limit))

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match; of what is common, those sampled."""
        asked = match, False
        if self._share(asked) >= COMMON:
            return self._survey(asked)[:limit]
        return self._newest(asked, limit)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        asked = match, False
        sampled = self._survey(asked)
        return len(sampled) if self._sample.rows < SAMPLE else len(self._some(asked))

    def shares(self, match: Match) -> list[float]:
        """Which share of the newest SAMPLE rows meets each need of the Match, from 0 to 1."""
        return [self._share((each, False)) for each in each_need(match)]

    def everything(self) -> int:
        """About how many rows there are; known once something was asked."""
        return self._sample.everything

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        rows = self._all(_ROWS, (list(ids),))
        return [Candidate(id_, day_of(id_), terms) for id_, terms in rows]

    def _newest(self, asked: _Asked, limit: int) -> list[int]:
        """The ids of the newest rows, `limit` of them if there are so many."""
        sampled = self._survey(asked)
        if len(sampled) >= limit or self._sample.rows < SAMPLE:
            return sampled[:limit]
        found = self._found.get(asked)
        if found is None or len(found) > CAP:
            found = self._ask(_NEWEST, asked, limit)
        return sorted(found, reverse=True)[:limit]

    def _some(self, asked: _Asked) -> list[int]:
        """The ids of any CAP + 1 rows, or of all if there are fewer."""
        if asked not in self._found:
            self._found[asked] = self._ask(_ANY, asked, CAP + 1)
        return self._found[asked]

    def _survey(self, asked: _Asked) -> list[int]:
        """The ids among the newest SAMPLE rows; looks at all that will be asked about a Match."""
        if asked not in self._sampled:
            match, _ = asked
            each = [(match, False), (match, True)]
            each += [(one, False) for one in each_need(match) if one != match]
            lists = ", ".join([_LIST.format(seen=self._seen)] * len(each))
            queries = (tsquery(one, in_headline=in_headline) for one, in_headline in each)
            values = [value for query in queries for value in (query, *self._channel)]
            dates = (self._within.first, self._within.end)
            statement = _SURVEY.format(lists=lists, sample=SAMPLE)
            told = self._all(statement, (*values, *dates))[0]
            self._sample = _Sample(*(number or 0 for number in told[:5]))
            found = (sorted(ids or (), reverse=True) for ids in told[5:])
            self._sampled |= dict(zip(each, found, strict=False))  # what is set has no Match
        return self._sampled[asked]

    def _share(self, asked: _Asked) -> float:
        return len(self._survey(asked)) / (self._sample.rows or 1)

    def _ask(self, statement: str, asked: _Asked, limit: int) -> list[int]:
        """Ids from the GIN index: of the days that should be enough, if they are few, else all.

        The index reads all rows of an era, or all that meet the rarest need: the fewer.
        """
        match, _ = asked
        rows = limit / (self._share(asked) or 1 / SAMPLE) * _MARGIN
        rarest = min((self._share((each, False)) for each in each_need(match)), default=1.0)
        if rows < rarest * self._sample.everything:
            first = self._sample.reaching_back(rows)
            if first > self._within.first:
                found = self._ask_since(first, statement, asked, limit)
                if len(found) == limit:
                    return found
        return self._ask_since(self._within.first, statement, asked, limit)

    def _ask_since(self, first: int, statement: str, asked: _Asked, limit: int) -> list[int]:
        match, in_headline = asked
        recent = in_eras(match, day_of(first), day_of(self._sample.newest))
        query = tsquery(recent, in_headline=in_headline)
        values = (query, first, self._within.end, *self._channel, limit)
        return [id_ for (id_,) in self._all(statement.format(seen=self._seen), values)]

    def _all(self, statement: str, values: tuple[object, ...]) -> Sequence[Any]:
        return self._connection.exec_driver_sql(statement, values).all()


class _Sample(NamedTuple):
    """How many of the newest rows were looked at; the ids of the first and last of them.

    And of all rows the first id, and how many there are.
    """

    rows: int
    newest: int
    oldest: int
    first: int
    everything: int

    def reaching_back(self, rows: float) -> int:
        """The first id of the days that hold about so many of the newest rows."""
        last = day_of(self.newest)
        lately = self.rows / ((last - day_of(self.oldest)).days + 1)
        always = self.everything / ((last - day_of(self.first)).days + 1)
        days = min(rows / min(lately, always), MANY_DAYS)  # some days have many rows, some none
        return first_index_id(last - timedelta(days=days))
