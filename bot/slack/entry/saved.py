"""The list of what a person saved, and what is said when something is saved or removed."""

import re

from bot.core.entry import StoredEntry
from bot.core.roundup import Message
from bot.slack.answer.answers import Reader
from bot.slack.answer.messages import message
from bot.slack.entry.entries import entry_blocks, entry_line
from bot.slack.entry.menus import entry_menu
from bot.slack.entry.noting import past_note
from bot.slack.kit.blocks import Block, Element, context, paragraph, phrased, text
from bot.slack.kit.neighbours import neighbours
from bot.slack.language.words import Words
from bot.store.past import Past
from bot.store.saved import MOST, Shelf

PAGE_SIZE = 5
"""Entries in a message."""

PREVIOUS = "saved_previous"
NEXT = "saved_next"
"""The action ids of the two buttons that lead through the list."""

_COMMAND = "/prdigest saved"
_START = re.compile("[0-9]{1,3}")
_BLOCK = re.compile(f"saved:({_START.pattern}):[0-9]+")


def saved_list(shelf: Shelf, reader: Reader) -> Message:
    """A part of what a person keeps, each with its menu, and buttons to the parts beside it."""
    words = reader.words
    if not shelf.total:
        return _nothing(shelf, words)
    lead = [*_lead(shelf, words)]
    blocks = [paragraph(*lead)]
    for stored in shelf.entries:
        blocks += _drawn(stored, shelf, reader)
    blocks += [*elsewhere(shelf, words), *_neighbours(shelf, words)]
    return message(blocks, lead, [entry_line(stored) for stored in shelf.entries])


def saved_now(words: Words) -> Message:
    """An Entry is kept from now on."""
    listed = words.template("Saved. {command} lists what you keep.")
    lead = [*phrased(listed, command=text(_COMMAND, "code"))]
    return message([paragraph(*lead)], lead)


def removed(words: Words) -> Message:
    """An Entry is kept no longer."""
    lead = [text(words("Removed from what you saved."))]
    return message([paragraph(*lead)], lead)


def start_of(value: str) -> int:
    """Where in the list a button leads: to the beginning if it is none of ours."""
    return int(value) if _START.fullmatch(value) else 0


def start_in(block: str) -> int | None:
    """Where the list began in which a menu was opened; None outside of lists."""
    found = _BLOCK.fullmatch(block)
    return int(found[1]) if found else None


def _nothing(shelf: Shelf, words: Words) -> Message:
    lead = [
        text(words("You have saved nothing yet."), "bold"),
        text("\n"),
        text(words("Choose Save in the menu beside a pull request, and it is listed here.")),
    ]
    if shelf.elsewhere:
        lead = [text(words("Nothing of what you saved may be seen here."), "bold")]
    return message([paragraph(*lead), *elsewhere(shelf, words)], lead)


def _lead(shelf: Shelf, words: Words) -> list[Element]:
    said = words.count("{n} saved pull request", "{n} saved pull requests", shelf.total)
    lead = [text(said, "bold")]
    if shelf.total > len(shelf.entries):
        first, last = shelf.start + 1, shelf.start + len(shelf.entries)
        lead.append(text(" · " + words("{first} to {last}", first=first, last=last)))
    if shelf.total + shelf.elsewhere >= MOST:
        lead.append(text(" · " + words("as many as I keep")))
    return lead


def _drawn(stored: StoredEntry, shelf: Shelf, reader: Reader) -> list[Block]:
    """A saved Entry; that it is saved needs no saying."""
    words, seen = reader.words, reader.past.seen
    is_muted = stored.id in seen and seen[stored.id].is_muted
    menu = entry_menu(stored, words, saved=True, muted=is_muted, in_channel=reader.in_channel)
    note = past_note(Past(seen), stored.id, words, reader.today, tells_new=False)
    return entry_blocks(stored, words, menu, note, f"saved:{shelf.start}:{stored.id}")


def elsewhere(shelf: Shelf, words: Words) -> list[Block]:
    """A line on what is kept, but may not be seen here."""
    if not shelf.elsewhere:
        return []
    told = words.count(
        "{n} more may be seen only in the channel where you saved it.",
        "{n} more may be seen only in the channels where you saved them.",
        shelf.elsewhere,
    )
    return [context(told)]


def _neighbours(shelf: Shelf, words: Words) -> list[Block]:
    before = str(max(shelf.start - PAGE_SIZE, 0)) if shelf.start > 0 else None
    end = shelf.start + len(shelf.entries)
    return neighbours((PREVIOUS, NEXT), before, str(end) if end < shelf.total else None, words)
