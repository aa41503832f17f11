"""What a Roundup kept for the next ones, as a message with pages."""

import re
from dataclasses import dataclass, replace

from bot.core.roundup import Message, Roundup
from bot.slack.answer.messages import message
from bot.slack.entry.entries import entry_blocks, entry_line
from bot.slack.entry.menus import entry_block, entry_menu
from bot.slack.kit.blocks import Block, Element, paragraph, text
from bot.slack.kit.neighbours import neighbours
from bot.slack.language.words import Words

PREVIOUS = "rest_previous"
NEXT = "rest_next"
"""The action ids of the two buttons that lead through what waits."""

PAGE_SIZE = 5
"""Entries in a message."""

_VALUE = re.compile(r"([0-9]{1,5}):([0-9]{1,5}):(.{1,200})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in what waits for a Subscription (its name) a page begins; the first `hidden` of all
    that is unseen are no part of it."""

    name: str
    start: int = 0
    hidden: int = 0

    @property
    def value(self) -> str:
        return f"{self.start}:{self.hidden}:{self.name}"


def place_in(value: str) -> Place | None:
    """The Place in a button's value; None if it is none of ours."""
    found = _VALUE.fullmatch(value)
    return Place(found[3], int(found[1]), int(found[2])) if found else None


def waiting(roundup: Roundup, place: Place, words: Words) -> Message:
    """A page of what waits, each Entry with its menu."""
    total = place.start + len(roundup.entries) + roundup.left
    if not roundup.entries:
        lead = [text(words("Nothing waits any more: all that fits was shown."))]
        return message([paragraph(*lead)], lead)
    lead = [*_lead(total, place.start, len(roundup.entries), words)]
    blocks = [paragraph(*lead)]
    for stored in roundup.entries:
        menu, block = entry_menu(stored, words), entry_block(stored.id)
        blocks += entry_blocks(stored, words, menu, block=block)
    blocks += _neighbours(place, len(roundup.entries), total, words)
    return message(blocks, lead, [entry_line(stored) for stored in roundup.entries])


def _lead(total: int, start: int, here: int, words: Words) -> list[Element]:
    count = words.count(
        "{n} pull request waits for the next roundup",
        "{n} pull requests wait for the next roundups",
        total,
    )
    lead = [text(count, "bold")]
    if total > here:
        lead.append(text(" · " + words("{first} to {last}", first=start + 1, last=start + here)))
    return lead


def _neighbours(place: Place, here: int, total: int, words: Words) -> list[Block]:
    before = after = None
    if place.start > 0:
        before = replace(place, start=max(0, place.start - PAGE_SIZE)).value
    if place.start + here < total:
        after = replace(place, start=place.start + PAGE_SIZE).value
    return neighbours((PREVIOUS, NEXT), before, after, words)
