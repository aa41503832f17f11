"""Answers a Query: one page of Hits, ranked among candidates from the index."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.grammar import understood
from bot.core.hit import Found, Hit, Matched
from bot.core.query import Query, Sort
from bot.errors import QueryError
from bot.search.match import match
from bot.search.rank import Ranked
from bot.store.bounds import CAP, bounds, entry_id
from bot.store.candidates import ranking
from bot.store.database import Database
from bot.store.rows import by_id
from bot.store.windows import windows


class HasDatabase(Protocol):
    """The Store, as far as searching needs it."""

    @property
    def database(self) -> Database: ...


def search(
    store: HasDatabase, query: Query, *, viewer: Viewer, today: date, limit: int, offset: int = 0
) -> Found:
    """The Hits from `offset` on that this viewer may see, best first; `total` is exact up to 1,000.

    Where no Entry has all words: those that have the most telling ones, marked as partial. Raises
    QueryError for `seen:` where no channel is known.
    """
    if query.seen is not None and viewer.channel is None:
        raise QueryError("`seen:` is about a channel; ask in one, or name it with `--channel`")
    asked = match(query, viewer.team, viewer.channel)
    with store.database.read() as connection:
        within = windows(connection, bounds(query, viewer, today))
        newest_first = query.sort is Sort.NEW or not asked.needs
        found = ranking(within, asked, today, offset + limit, newest_first=newest_first)
        hits = _hits(connection, found.ranked[offset : offset + limit])
    return Found(hits, min(found.total, CAP), found.total <= CAP, understood(query))


def _hits(connection: Connection, ranked: Sequence[Ranked]) -> tuple[Hit, ...]:
    """The Entries behind the ranked rows, in the same order."""
    stored = by_id(connection, [entry_id(one.id) for one in ranked])
    found = {each.id: each for each in stored}
    return tuple(
        Hit(
            stored=found[entry_id(one.id)],
            score=round(one.score, 4),
            why=one.why,
            matched=Matched.PARTIAL if one.missing else Matched.ALL,
            confident=not one.missing,
        )
        for one in ranked
        if entry_id(one.id) in found
    )
