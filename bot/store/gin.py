"""Asks PostgreSQL for bounded windows of the index, a table with tsvectors under a GIN index.

A GIN index knows no order, and reading all that meet a common word among a million rows takes a
tenth of a second. So the newest rows are looked at one by one first: they say how common it is, and
so whether walking on or the index finds sooner what was asked for. PostgreSQL's planner, left
alone, takes the wrong way whenever its statistics are.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.engine import Connection

from bot.search.match import Match, each_need
from bot.search.rank import Candidate
from bot.search.syntax import tsquery
from bot.store.bounds import CAP, ENTRY_MASK, SAMPLE, Bounds, day_of
from bot.store.database import plain_rows

COMMON = 0.02
"""The share of the newest rows from which on these are enough to tell what else is in them."""

_MARGIN = 2  # times the rows that should be enough: what is common comes in swarms

_SURVEY = (
    "SELECT count(*), (SELECT max(id) FROM entries), {lists}, "
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
_WALKED = (
    "SELECT id FROM (SELECT id, vector FROM entry_index WHERE id >= %s AND id < %s "
    "ORDER BY id DESC LIMIT %s OFFSET 0) walked WHERE vector @@ %s::tsquery{seen} LIMIT %s"
)
_ANY = _FOUND + "LIMIT %s"  # stops reading there
_NEWEST = _FOUND + "ORDER BY id DESC LIMIT %s"
_SEEN = " AND {no}EXISTS (SELECT 1 FROM seen WHERE channel_id = %s AND entry_id = (id & {mask}))"
_ROWS = "SELECT id, terms FROM entry_index WHERE id = ANY(%s)"

_Asked = tuple[Match, bool]
"""A Match, and whether its needs must be met in the headline."""


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
        self._rows = self._everything = 0

    def newest(self, match: Match, limit: int, *, in_headline: bool = False) -> list[Candidate]:
        """The newest rows that meet the Match; `in_headline`: that meet its needs there."""
        return self.rows(self._newest((match, in_headline), limit))

    def ids(self, match: Match, limit: int) -> list[int]:
        """The ids of the newest rows that meet the Match; of what is common, those sampled.

        More of them would tell little, and take long.
        """
        asked = match, False
        if self._share(asked) >= COMMON:
            return self._survey(asked)[:limit]
        return self._newest(asked, limit)

    def count(self, match: Match) -> int:
        """How many rows meet the Match, counted up to one more than CAP."""
        asked = match, False
        sampled = self._survey(asked)
        return len(sampled) if self._rows < SAMPLE else len(self._some(asked))

    def shares(self, match: Match) -> list[float]:
        """Which share of the newest SAMPLE rows meets each need of the Match, from 0 to 1."""
        return [self._share((each, False)) for each in each_need(match)]

    def everything(self) -> int:
        """About how many rows there are; known once something was asked."""
        return self._everything

    def rows(self, ids: Sequence[int]) -> list[Candidate]:
        """The rows of these ids, in any order."""
        rows = self._all(_ROWS, (list(ids),))
        return [Candidate(id_, day_of(id_), terms) for id_, terms in rows]

    def _newest(self, asked: _Asked, limit: int) -> list[int]:
        """The ids of the newest rows, `limit` of them if there are so many."""
        sampled = self._survey(asked)
        if len(sampled) >= limit or self._rows < SAMPLE:
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
            rows, everything, *lists_ = self._all(statement, (*values, *dates))[0]
            self._rows, self._everything = rows, everything or 0
            found = (sorted(ids or (), reverse=True) for ids in lists_)
            self._sampled |= dict(zip(each, found, strict=False))  # what is set has no Match
        return self._sampled[asked]

    def _share(self, asked: _Asked) -> float:
        return len(self._survey(asked)) / (self._rows or 1)

    def _ask(self, statement: str, asked: _Asked, limit: int) -> list[int]:
        """Ids of rows that meet the Match: walked from the newest on, or from the GIN index.

        A walk looks at as many rows as it takes, the index at all that meet the rarest need: the
        fewer are sooner seen through.
        """
        match, in_headline = asked
        query = tsquery(match, in_headline=in_headline)
        walked = int(limit * _MARGIN / (self._share(asked) or 1 / SAMPLE))
        rarest = min((self._share((each, False)) for each in each_need(match)), default=1.0)
        dates = (self._within.first, self._within.end)
        if walked < rarest * self._everything:
            values = (*dates, walked, query, *self._channel, limit)
            found = self._ids(_WALKED, values)
            if len(found) == limit:
                return found
        return self._ids(statement, (query, *dates, *self._channel, limit))

    def _ids(self, statement: str, values: tuple[object, ...]) -> list[int]:
        return [id_ for (id_,) in self._all(statement.format(seen=self._seen), values)]

    def _all(self, statement: str, values: tuple[object, ...]) -> Sequence[Any]:
        return plain_rows(self._connection, statement, values)
