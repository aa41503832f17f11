"""The Home tab: shown when it is opened, and again after whatever is pressed in it.

Whose Roundups are shown: of the Subscriptions that a person made, or is told of trouble of, and
of their direct messages with us. In which other channels they are, Slack tells a page at a time;
and the name of a private channel is nobody's who is not in it.
"""

from dataclasses import replace

from bot.core.entry import StoredEntry
from bot.core.grammar import parse
from bot.slack.answer.answering import answered
from bot.slack.answer.paging import Page, from_value
from bot.slack.entry import saved
from bot.slack.heard import Heard
from bot.slack.here import Here
from bot.slack.outcomes import Homed, Outcomes, View
from bot.slack.pressed import Pressed
from bot.slack.views.home import SHOWN, Content, home_view
from bot.slack.views.home_state import State, state_in
from bot.store.past import past
from bot.store.search import search

_MUST_READS = parse("level:must sort:new")


def opened(heard: Heard) -> Outcomes:
    """The Home tab for whoever opened it, not the tab with messages. Raises DatabaseError."""
    if heard.event.get("tab") != "home":
        return ()
    here = heard.here()
    return (Homed(_view(here, _state_of(heard))),) if here.user else ()


def searched(pressed: Pressed) -> Outcomes:
    """With the Hits of what was typed. Raises DatabaseError."""
    return _shown(pressed, _state(pressed).asking(pressed.value))


def turned(pressed: Pressed) -> Outcomes:
    """With another Page of Hits. Raises DatabaseError."""
    page = from_value(pressed.value) or Page("", 0)
    return _shown(pressed, _state(pressed).asking(page.query, page.start))


def cleared(pressed: Pressed) -> Outcomes:
    """Without Hits. Raises DatabaseError."""
    return _shown(pressed, _state(pressed).cleared())


def turned_saved(pressed: Pressed) -> Outcomes:
    """With others of the Entries that were saved. Raises DatabaseError."""
    return _shown(pressed, _state(pressed).saved_from(saved.start_of(pressed.value)))


def again(pressed: Pressed, remark: str = "") -> Outcomes:
    """As it is now, with what came of what was pressed. Raises DatabaseError."""
    return _shown(pressed, _state(pressed), remark)


def _state(pressed: Pressed) -> State:
    return state_in(pressed.view.private) if pressed.view else State()


def _state_of(heard: Heard) -> State:
    """That in which the person left it."""
    view = heard.event.get("view")
    private = view.get("private_metadata") if isinstance(view, dict) else None
    state = state_in(private) if isinstance(private, str) else State()
    return replace(state, direct=heard.channel())


def _shown(pressed: Pressed, state: State, remark: str = "") -> Outcomes:
    here = replace(pressed.here, channel=None)  # whatever a request says of one
    return (Homed(_view(here, state, remark)),)


def _view(here: Here, state: State, remark: str = "") -> View:
    """To people of another organisation just what everybody may see."""
    if here.is_outsider:
        here, state = replace(here, team=None), replace(state, direct=None)
    shelf = here.store.saved.shelf(here.user, SHOWN, state.saved, here.viewer())
    must_reads = _must_reads(here)
    ids = [each.id for each in (*shelf.entries, *must_reads)]
    of_person = here.store.subscriptions.of_person
    content = Content(
        shelf,
        answer=answered(here, Page(state.query, state.start)).blocks if state.query else (),
        subscriptions=() if here.is_outsider else tuple(of_person(here.user, state.direct)),
        must_reads=must_reads,
        saved_ids=past(here.store.database, ids, None, here.user).saved,
        remark=remark,
    )
    return home_view(state, content, here.words, here.setting.shared_now())


def _must_reads(here: Here) -> tuple[StoredEntry, ...]:
    """The newest that are visible without a channel."""
    newest = search(here.store, _MUST_READS, viewer=here.viewer(), today=here.today, limit=SHOWN)
    return tuple(hit.stored for hit in newest.hits)
