"""From a Query as typed to the Message that answers it."""

from bot.core.grammar import parse, understood
from bot.core.roundup import Message
from bot.errors import QueryError
from bot.slack import messages
from bot.slack.here import Here
from bot.slack.paging import PAGE_SIZE, Page
from bot.store.search import search

_UNSEEN_MUST_READS = "level:must seen:no sort:new"


def answered(here: Here, page: Page) -> Message:
    """The Hits of a Page, or the sentence that helps on.

    A Page behind the last Hit (Entries went since the button was made) shows the last there is.
    """
    store, viewer = here.store, here.viewer()
    try:
        query = parse(page.query)
        if not understood(query):  # empty, or of quotes alone
            page, query = Page("", page.start), parse(_UNSEEN_MUST_READS)
        found = search(
            store, query, viewer=viewer, today=here.today, limit=PAGE_SIZE, offset=page.start
        )
    except QueryError as error:
        return messages.bad_query(str(error))
    if not found.hits and 0 < found.total <= page.start:
        last = (found.total - 1) // PAGE_SIZE * PAGE_SIZE
        return answered(here, Page(page.query, last))
    if found.hits:
        return messages.answer(page, found)
    if not store.entries.count():
        return messages.no_digests()
    return messages.nothing_found(page, found) if page.query else messages.all_seen()
