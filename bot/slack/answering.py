"""From a Query as typed to the Message that answers it."""

from datetime import date

from bot.core.channel import Viewer
from bot.core.grammar import parse, understood
from bot.core.roundup import Message
from bot.errors import QueryError
from bot.search.identifiers import find_on_github
from bot.slack import messages
from bot.slack.messages import PAGE
from bot.slack.paging import Place
from bot.store.search import search
from bot.store.store import Store

_UNSEEN_MUST_READS = "level:must seen:no sort:new"


def answered(store: Store, place: Place, *, viewer: Viewer, today: date) -> Message:
    """The page of Hits at `place`, or the sentence that helps on.

    A place behind the last Hit (Entries went since the button was made) shows the last page.
    """
    try:
        query = parse(place.query)
        if not understood(query):  # empty, or of quotes alone
            place, query = Place("", place.start), parse(_UNSEEN_MUST_READS)
        found = search(store, query, viewer=viewer, today=today, limit=PAGE, offset=place.start)
    except QueryError as error:
        return messages.bad_query(str(error))
    if not found.hits and 0 < found.total <= place.start:
        last = (found.total - 1) // PAGE * PAGE
        return answered(store, Place(place.query, last), viewer=viewer, today=today)
    if found.hits:
        return messages.answer(place, found, find_on_github)
    if not store.entries.count():
        return messages.no_digests()
    return messages.nothing_found(place, found) if place.query else messages.all_seen()
