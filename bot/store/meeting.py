"""Which clauses of a Filter an Entry does not meet, as the index says."""

from collections.abc import Iterator
from dataclasses import replace

from bot.core.entry import StoredEntry
from bot.core.grammar import understood
from bot.core.query import Query
from bot.core.roundup import Wanted
from bot.search.match import match
from bot.store.bounds import Bounds, bounds, index_id
from bot.store.search import Searchable
from bot.store.windows import windows


def unmet(store: Searchable, stored: StoredEntry, wanted: Wanted) -> tuple[str, ...]:
    """The clauses of the Filter that keep an Entry out, each as it is written there.

    The Entry may be seen by who looks. Raises DatabaseError.
    """
    id_, viewer = index_id(stored.entry.date, stored.id), wanted.viewer
    with store.database.read() as connection:
        this = windows(connection, Bounds(first=id_, end=id_ + 1))
        found = []
        for clause in _clauses(wanted.query or Query("")):
            asked = match(clause, store.glossary, viewer.team, viewer.channel)
            within = bounds(clause, viewer, wanted.today)
            is_met = within.first <= id_ < within.end and not asked.impossible
            if not is_met or not this.count(asked):
                found.append(understood(clause))
    return tuple(found)


def _clauses(query: Query) -> Iterator[Query]:
    """Each clause that must be met, as a Query of its own."""
    alone = Query(query.text)
    for choice in query.wanted:
        yield replace(alone, wanted=(choice,))
    for clause in query.unwanted:
        yield replace(alone, unwanted=(clause,))
    if query.pull_requests:
        yield replace(alone, pull_requests=query.pull_requests)
    if query.since:
        yield replace(alone, since=query.since)
    if query.until:
        yield replace(alone, until=query.until)
