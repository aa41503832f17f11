"""From a Query as typed to the Message that answers it."""

from bot.core.channel import Viewer
from bot.core.grammar import parse, understood
from bot.core.hit import Found
from bot.core.query import Query
from bot.core.roundup import Message
from bot.errors import QueryError
from bot.slack.answer import messages
from bot.slack.answer.answers import Reader, answer
from bot.slack.answer.paging import PAGE_SIZE, Page
from bot.slack.here import Here
from bot.store.past import past
from bot.store.search import search

_UNSEEN_MUST_READS = "level:must seen:no sort:new"


def answered(here: Here, page: Page) -> Message:
    """The Hits of a Page, or the sentence that helps on. Raises DatabaseError.

    A Page behind the last Hit (Entries went since the button was made) shows the last there is.
    """
    viewer, words = here.viewer(), here.words
    try:
        query = parse(page.query)
        if not understood(query):  # empty, or of quotes alone
            page, query = Page("", page.start), parse(_UNSEEN_MUST_READS)
        found = _found(here, viewer, query, page.start)
    except QueryError as error:
        return messages.bad_query(words.error(error), words)
    if not found.hits and 0 < found.total <= page.start:
        last = (found.total - 1) // PAGE_SIZE * PAGE_SIZE
        return answered(here, Page(page.query, last))
    if found.hits:
        return answer(page, found, _reader(here, viewer, found))
    if not here.store.entries.count():
        return messages.no_digests(words)
    if query.pull_requests and _is_untold(here, viewer, query):
        return messages.untold(query.pull_requests, words)
    return messages.nothing_found(page, found, words) if page.query else messages.all_seen(words)


def _found(here: Here, viewer: Viewer, query: Query, start: int) -> Found:
    return search(here.store, query, viewer=viewer, today=here.today, limit=PAGE_SIZE, offset=start)


def _reader(here: Here, viewer: Viewer, found: Found) -> Reader:
    ids = [hit.stored.id for hit in found.hits]
    known = past(here.store.database, ids, viewer.channel_row, here.user)
    return Reader(here.words, here.today, here.channel is not None, known)


def _is_untold(here: Here, viewer: Viewer, query: Query) -> bool:
    """Whether it is the pull requests that nothing has, not what else was asked of them."""
    alone = Query(query.text, pull_requests=query.pull_requests)
    return not _found(here, viewer, alone, 0).total
