"""The Home tab: a search, what a person saved, their next Roundups, and the newest must-reads."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.core.entry import StoredEntry
from bot.core.schedule import StoredSubscription
from bot.slack.answer.paging import NEXT, PREVIOUS
from bot.slack.entry.entries import entry_blocks
from bot.slack.entry.menus import entry_menu
from bot.slack.entry.saved import elsewhere
from bot.slack.kit.blocks import (
    Block,
    Element,
    actions,
    button,
    context,
    header,
    paragraph,
    phrased,
    text,
)
from bot.slack.kit.neighbours import neighbours
from bot.slack.language.words import Words
from bot.slack.outcomes import View
from bot.slack.views.home_state import QUERY_LIMIT, State, written
from bot.slack.views.upcoming import next_roundups, titled
from bot.store.saved import Shelf

SEARCH = "home_search"
CLEAR = "home_clear"
SAVED = "home_saved"
SAVED_BACK = "home_saved_back"
TURNS = {PREVIOUS: "home_previous", NEXT: "home_next"}
"""The action ids of what can be pressed; the buttons of an Answer have others here."""

SHOWN = 5
"""Entries of one kind at a time."""


@dataclass(frozen=True, slots=True)
class Content:
    """What there is to show. `answer` is what the Query is answered with, as blocks; `saved_ids`
    are those of the Entries shown that the person saved."""

    shelf: Shelf
    answer: tuple[Block, ...] = ()
    subscriptions: tuple[StoredSubscription, ...] = ()
    must_reads: tuple[StoredEntry, ...] = ()
    saved_ids: frozenset[int] = frozenset()
    remark: str = ""


def home_view(state: State, content: Content, words: Words, now: datetime) -> View:
    """The Home tab. Without anything of one's own it says what the bot does, and how to begin."""
    shown: list[Block] = [context(content.remark)] if content.remark else []
    if not content.shelf.total and not content.subscriptions and not state.query:
        shown += _welcome(words)
    shown.append(_search(state, words))
    shown += _answer(state, content, words)
    shown += _saved(content, words)
    shown += next_roundups(content.subscriptions, words, now)
    if not state.query:
        shown += _must_reads(content, words)
    return {"type": "home", "blocks": shown, "private_metadata": written(state)}


def _welcome(words: Words) -> list[Block]:
    what = words.template(
        "I know what was written about the pull requests of busy repositories: which are worth "
        "reading, and why. Search them below, or with {search} in any conversation."
    )
    begin = words.template(
        "Type {subscribe} in a channel, and I post its must-reads there when it suits you, each "
        "once. {help} shows the rest."
    )
    typed = {
        "search": text("/prdigest", "code"),
        "subscribe": text("/prdigest subscribe", "code"),
        "help": text("/prdigest help", "code"),
    }
    hello = paragraph(*phrased(what, **typed), text("\n"), *phrased(begin, **typed))
    return [header(words("Hello!")), hello]


def _search(state: State, words: Words) -> Block:
    field: Element = {
        "type": "plain_text_input",
        "action_id": SEARCH,
        "placeholder": _plain(words("moe kernel, 量化, label:perf since:30d …")),
        "max_length": QUERY_LIMIT,
        "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]},
    }
    if state.query:
        field["initial_value"] = state.query
    return {
        "type": "input",
        "block_id": f"{SEARCH}:{state.n}",
        "dispatch_action": True,
        "label": _plain(words("Search the digests")),
        "element": field,
    }


def _answer(state: State, content: Content, words: Words) -> Iterator[Block]:
    """The Answer, its buttons leading through it here, with one that puts it away."""
    if not state.query:
        return
    clear = button(words("Clear"), CLEAR, "clear")
    *rest, last = content.answer
    if last["type"] != "actions":
        yield from (*rest, last, actions(clear))
        return
    turns = [
        {**each, "action_id": TURNS.get(each["action_id"], each["action_id"])}
        for each in last["elements"]
    ]
    yield from (*rest, actions(*turns, clear))


def _saved(content: Content, words: Words) -> Iterator[Block]:
    yield from titled(words("Saved"))
    shelf = content.shelf
    if not shelf.total and not shelf.elsewhere:
        yield context(words("Nothing yet: what you save from a menu waits here."))
    yield from _entries("saved", shelf.entries, content.saved_ids, words)
    yield from elsewhere(shelf, words)
    before = str(max(shelf.start - SHOWN, 0)) if shelf.start else None
    end = shelf.start + len(shelf.entries)
    yield from neighbours(
        (SAVED_BACK, SAVED), before, str(end) if end < shelf.total else None, words
    )


def _must_reads(content: Content, words: Words) -> Iterator[Block]:
    yield from titled(words("Newest must-reads"))
    yield from _entries("must", content.must_reads, content.saved_ids, words)
    if not content.must_reads:
        yield context(words("None yet: they show here as soon as a digest has one."))


def _entries(
    where: str, entries: Iterable[StoredEntry], saved: frozenset[int], words: Words
) -> Iterator[Block]:
    """Entries with their menus; one may be shown in several places, each with its own block_id."""
    for stored in entries:
        menu = entry_menu(stored, words, saved=stored.id in saved, in_channel=False)
        yield from entry_blocks(stored, words, menu, block=f"{where}:{stored.id}")


def _plain(told: str) -> Element:
    return {"type": "plain_text", "text": told, "emoji": True}
