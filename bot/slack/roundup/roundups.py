"""A Roundup as messages: lead, Entries and buttons, then thread replies for what is too much."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.entry import StoredEntry
from bot.core.occasion import Fit, Occasion
from bot.core.roundup import Message, Roundup
from bot.slack.entry.entries import entry_blocks, entry_line
from bot.slack.entry.menus import entry_block, entry_menu
from bot.slack.entry.plain import entry_text
from bot.slack.kit.blocks import Block, Element, paragraph, size
from bot.slack.kit.room import BLOCKS, CHARACTERS
from bot.slack.kit.text import escape, fallback, length
from bot.slack.language.words import Words
from bot.slack.roundup.roundup_lead import lead
from bot.slack.roundup.roundup_row import OfRoundup, row


@dataclass(frozen=True, slots=True)
class Room:
    """What one message holds at most, the lead included. One Entry always has room.

    Characters are those of all strings in the blocks; of the text where there are no blocks.
    """

    entries: int
    blocks: int
    characters: int


ROOMS = {
    Fit.BLOCKS: Room(entries=50, blocks=BLOCKS, characters=CHARACTERS),
    Fit.SMALL: Room(entries=5, blocks=BLOCKS, characters=4_000),
    Fit.PLAIN: Room(entries=50, blocks=BLOCKS, characters=3_500),
}
_LEAD_CHARACTERS = 500  # of its blocks
_BETWEEN = "\n\n"  # Entries of a text


@dataclass(frozen=True, slots=True)
class Drawn:
    """An Entry as its messages show it, and how many characters of their room it takes."""

    stored: StoredEntry
    blocks: Sequence[Block]
    text: str
    characters: int


def render(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    """The messages of a Plan: the first to post, the others its thread replies.

    Each keeps within Slack's limits and names the Entries it tells; an Entry is never split.
    Without Entries it is one line. Of a Roundup that goes on: replies alone. Pure.
    """
    words, fit = Words(occasion.subscription.language), occasion.fit
    drawn = [_drawn(stored, fit, words) for stored in roundup.entries]
    if occasion.goes_on:
        return tuple(_message([], part, fit, thread=True) for part in pack(drawn, ROOMS[fit]))
    below = [] if fit is Fit.PLAIN else [_row(roundup, occasion, words)]
    longest = lead(roundup, occasion, 0, words)
    plain = length(_line(longest) + _BETWEEN)
    reserved = plain if fit is Fit.PLAIN else _LEAD_CHARACTERS + size(below)
    first, *rest = pack(drawn, ROOMS[fit], reserved) or [[]]
    above = lead(roundup, occasion, len(first), words)
    replies = [_message([], part, fit, thread=True) for part in rest]
    return (_message(above, first, fit, below, thread=False), *replies)


def pack(drawn: Sequence[Drawn], room: Room, reserved: int = 0) -> list[list[Drawn]]:
    """The Entries in order, in as few messages as have room for them.

    In the first, two blocks and the `reserved` characters are kept for the lead and the buttons.
    """
    parts: list[list[Drawn]] = []
    blocks, characters = 2, reserved
    for each in drawn:
        blocks, characters = blocks + len(each.blocks), characters + each.characters
        is_full = blocks > room.blocks or characters > room.characters
        if parts and (is_full or len(parts[-1]) == room.entries):
            parts.append([])
            blocks, characters = len(each.blocks), each.characters
        elif not parts:
            parts.append([])
        parts[-1].append(each)
    return parts


def _drawn(stored: StoredEntry, fit: Fit, words: Words) -> Drawn:
    if fit is Fit.PLAIN:
        told = entry_text(stored, words)
        return Drawn(stored, (), told, length(told + _BETWEEN))
    menu, block = entry_menu(stored, words), entry_block(stored.id)
    blocks = entry_blocks(stored, words, menu, block=block)
    return Drawn(stored, blocks, entry_line(stored), size(blocks))


def _row(roundup: Roundup, occasion: Occasion, words: Words) -> Block:
    of = OfRoundup(occasion.subscription.name, occasion.occurrence.due)
    return row(of, roundup.left, words)


def _message(
    above: Sequence[Element],
    part: Sequence[Drawn],
    fit: Fit,
    below: Sequence[Block] = (),
    *,
    thread: bool,
) -> Message:
    lines = [_line(above)] if above else []
    lines += [each.text for each in part]
    blocks = [paragraph(*above)] if above else []
    blocks += [*(block for each in part for block in each.blocks), *below]
    is_plain = fit is Fit.PLAIN
    return Message(
        text=_BETWEEN.join(lines) if is_plain else fallback(lines),
        blocks=() if is_plain else tuple(blocks),
        thread=thread,
        entries=tuple(each.stored.id for each in part),
    )


def _line(above: Sequence[Element]) -> str:
    return escape("".join(element["text"] for element in above))
