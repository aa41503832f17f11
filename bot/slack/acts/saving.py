"""What a person keeps for later: saved, listed, removed."""

from bot.core.roundup import Message
from bot.errors import DatabaseError, PrdigestError
from bot.slack.acts import viewing
from bot.slack.acts.acting import entry_of, gone
from bot.slack.acts.there import there
from bot.slack.answer.answering import answered
from bot.slack.answer.answers import Reader
from bot.slack.entry import saved
from bot.slack.entry.menus import page_of
from bot.slack.here import Here
from bot.slack.outcomes import Outcomes, Replaced, Whispered
from bot.slack.pressed import Pressed
from bot.slack.rights import must_be_ours
from bot.store.past import past
from bot.store.saved import MOST, Kept


def listed(here: Here, start: int = 0) -> Message:
    """What who asks keeps and may see here, from the one after `start` others on.

    Raises DatabaseError.
    """
    viewer = here.viewer()
    shelf = here.store.saved.shelf(here.user, saved.PAGE_SIZE, start, viewer)
    ids = [stored.id for stored in shelf.entries]
    known = past(here.store.database, ids, viewer.channel_row, here.user)
    reader = Reader(here.words, here.today, here.channel is not None, known)
    return saved.saved_list(shelf, reader)


def turn(pressed: Pressed) -> Outcomes:
    """The part of the list that the pressed button leads to. Raises DatabaseError."""
    return (Replaced(listed(pressed.here, saved.start_of(pressed.value))),)


def save(pressed: Pressed) -> Outcomes:
    """The Entry is kept, and shown so where it was pressed.

    Raises PrdigestError where it may not be kept (a view tells that by itself), and DatabaseError.
    """
    try:
        _keep(pressed)
    except DatabaseError:
        raise
    except PrdigestError as error:
        if pressed.view is None:
            raise
        return viewing.again(pressed, pressed.here.words.error(error))
    return _as_it_is_now(pressed, saved.saved_now(pressed.here.words))


def _keep(pressed: Pressed) -> None:
    must_be_ours(pressed.here)
    here = there(pressed)
    now = here.setting.shared_now()
    kept = here.store.saved.save(here.user, entry_of(pressed), here.viewer(), now)
    if kept is Kept.GONE:
        raise gone()
    if kept is Kept.FULL:
        raise PrdigestError(
            "You keep {n} pull requests already. Remove some, then save more.", n=MOST
        )


def unsave(pressed: Pressed) -> Outcomes:
    """The Entry is kept no longer, and shown so where it was pressed. Raises the same."""
    here = pressed.here
    here.store.saved.remove(here.user, entry_of(pressed))
    return _as_it_is_now(pressed, saved.removed(here.words))


def _as_it_is_now(pressed: Pressed, said: Message) -> Outcomes:
    """The view, the Answer or the list in which it was pressed; else what is `said`."""
    if pressed.view is not None:
        return viewing.again(pressed)
    if page := page_of(pressed.block):
        return (Replaced(answered(pressed.here, page)),)
    start = saved.start_in(pressed.block)
    return (Whispered(said) if start is None else Replaced(listed(pressed.here, start)),)
