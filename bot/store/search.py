"""Answers a Query: one page of Hits, ranked among candidates from the index."""

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Protocol

from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.entry import StoredEntry
from bot.core.grammar import understood
from bot.core.hit import Correction, Found, Hit, Matched
from bot.core.query import Query, Sort, Word
from bot.errors import QueryError
from bot.search.correction import corrected
from bot.search.glossary import Glossary
from bot.search.match import loosened, match
from bot.search.rank import Ranked
from bot.search.why import why
from bot.store.bounds import CAP, bounds, entry_id
from bot.store.candidates import FEW, Ranking, ranking, unmet, with_partial
from bot.store.database import Database
from bot.store.rows import by_id
from bot.store.vocabulary import correct
from bot.store.windows import windows


class Searchable(Protocol):
    """The Store, as far as searching needs it."""

    @property
    def database(self) -> Database: ...

    @property
    def glossary(self) -> Glossary: ...


def search(
    store: Searchable, query: Query, *, viewer: Viewer, today: date, limit: int, offset: int = 0
) -> Found:
    """The Hits from `offset` on that this viewer may see, best first; `total` is exact up to 1,000.

    Where no Entry has all that was asked for, words that stand nowhere are corrected. Few Entries
    that have all of it are followed by those that have most, marked as partial.

    Raises QueryError for `seen:` where no channel is known.
    """
    if query.seen is not None and viewer.channel is None:
        raise QueryError("`seen:` is about a channel; ask in one, or name it with `--channel`")
    ask = partial(match, glossary=store.glossary, team=viewer.team, channel=viewer.channel)
    asked = ask(query)
    with store.database.read() as connection:
        within = windows(connection, bounds(query, viewer, today))
        newest_first = query.sort is Sort.NEW or not asked.needs
        wanted = offset + limit
        found = ranking(within, asked, today, wanted, newest_first=newest_first)
        corrections: tuple[Correction, ...] = ()
        if not found.total and asked.needs:

            def nearest(term: str) -> str | None:
                """The known word, if it leads to an Entry that this viewer may see."""
                word = correct(connection, term, store.glossary.lexicon)
                alone = replace(query, wanted=((Word(word or ""),),))
                return word if word and within.ids(ask(alone), 1) else None

            query, corrections = corrected(query, unmet(within, asked), nearest)
        if corrections:
            asked = ask(query)
            found = ranking(within, asked, today, wanted, newest_first=newest_first)
        if found.total < FEW and asked.needs:
            wider = ask(loosened(query))
            found = with_partial(found, within, wider, today, loosened=wider != asked)
        hits = _hits(connection, found, offset, limit, sure=not corrections)
    return Found(
        hits,
        total=min(found.total, CAP),
        total_exact=found.total <= CAP,
        understood=understood(query),
        partial=found.partial,
        corrections=corrections,
    )


def _hits(
    connection: Connection, found: Ranking, offset: int, limit: int, *, sure: bool
) -> tuple[Hit, ...]:
    """The Entries behind the ranked rows, in the same order."""
    page = found.ranked[offset : offset + limit]
    stored = {each.id: each for each in by_id(connection, [entry_id(one.id) for one in page])}
    whole = len(found.ranked) - found.partial
    return tuple(
        _hit(stored[entry_id(one.id)], one, whole=offset + n < whole, sure=sure)
        for n, one in enumerate(page)
        if entry_id(one.id) in stored
    )


def _hit(stored: StoredEntry, ranked: Ranked, *, whole: bool, sure: bool) -> Hit:
    return Hit(
        stored=stored,
        score=round(ranked.score, 4),
        why=why(ranked),
        rows=ranked.rows,
        matched=Matched.ALL if whole else Matched.PARTIAL,
        confident=whole and sure,
    )
