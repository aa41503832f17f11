"""What the bot answers to a person, as messages."""

from collections.abc import Sequence

from bot.core.hit import Found, Matched
from bot.core.roundup import Message
from bot.slack.blocks import (
    Block,
    Element,
    actions,
    bullets,
    button,
    context,
    emoji,
    paragraph,
    rich,
    section,
    text,
)
from bot.slack.entries import Find, entry_blocks, entry_line
from bot.slack.paging import NEXT, PREVIOUS, Place, to_value
from bot.slack.text import clean, clip, escape, fallback
from bot.slack.words import ENGLISH

PAGE = 5
"""Hits on one page of an Answer."""

_QUERY_LIMIT = 120


def answer(place: Place, found: Found, find: Find) -> Message:
    """The page of Hits at `place`, with buttons to its neighbours."""
    lead = _lead(place, found)
    blocks = [paragraph(*lead), *_as_read(place, found)]
    for hit in found.hits:
        blocks += entry_blocks(hit.stored, find, ENGLISH)
    blocks += _neighbours(place, found)
    return message(blocks, lead, [entry_line(hit.stored) for hit in found.hits])


def _lead(place: Place, found: Found) -> list[Element]:
    first, last = place.start + 1, place.start + len(found.hits)
    shown = f" · {first}–{last}" if found.total > len(found.hits) else ""
    more = not found.total_exact
    if place.query:
        count = ENGLISH.count("{n} pull request", "{n} pull requests", found.total, more=more)
        # No Answer mixes them: Entries with some of the words are for want of one with all.
        partial = any(hit.matched is Matched.PARTIAL for hit in found.hits)
        how = " with some of the words " if partial else " for "
        none = " · none has them all" if partial else ""
        return [text(count, "bold"), text(how), _quoted(place.query), text(none + shown)]
    count = ENGLISH.count("{n} must-read", "{n} must-reads", found.total, more=more)
    return [text(count, "bold"), text(" this channel has not seen yet"), text(shown)]


def _as_read(place: Place, found: Found) -> list[Block]:
    """How the Query was understood, where that is not just what was typed."""
    if not place.query or found.understood == place.query:
        return []
    return [_read_as(found.understood)]


def _read_as(understood: str) -> Block:
    return context(f"Read as: {clip(clean(understood), 2 * _QUERY_LIMIT)}")


def _neighbours(place: Place, found: Found) -> list[Block]:
    previous = to_value(Place(place.query, max(place.start - PAGE, 0)))
    following = to_value(Place(place.query, place.start + PAGE))
    buttons = []
    if place.start > 0 and previous:
        buttons.append(button("◀ Previous", PREVIOUS, previous))
    if place.start + len(found.hits) < found.total and following:
        buttons.append(button("Next ▶", NEXT, following))
    return [actions(*buttons)] if buttons else []


def nothing_found(place: Place, found: Found) -> Message:
    """The Answer without Hits: how the Query was read, and what to try."""
    lead = [text("Nothing found for ", "bold"), _quoted(place.query)]
    tips = [
        section(text("fewer words, or another word for it, in English or Chinese")),
        usage("/prdigest topk indices", "parts of a name find it: SharedTopkIndicesBuffer"),
        usage("/prdigest help", "filters, dates and phrases"),
    ]
    advice = rich(section(text("Try")), bullets(*tips))
    lines = ["Try fewer words, or /prdigest help"]
    return message([paragraph(*lead), _read_as(found.understood), advice], lead, lines)


def all_seen() -> Message:
    """The Answer to the empty Query in a Channel that has seen every must-read."""
    lead = [text("This channel has seen every must-read.", "bold")]
    rest = [text("\n"), text("/prdigest level:must sort:new", "code"), text(" shows them again.")]
    return message([paragraph(*lead, *rest)], [*lead, *rest])


def no_digests() -> Message:
    """The answer of an empty store: how to fill it."""
    lead = [text("There are no digests here yet.", "bold")]
    rest = [text("\nWhoever runs me adds some with "), text("prdigest import FOLDER", "code")]
    return message([paragraph(*lead, *rest)], [*lead, *rest])


def bad_query(sentence: str) -> Message:
    """Why a Query could not be read; `sentence` shows the mend."""
    lead = [text(clip(clean(sentence), 600))]
    hint = [text("\n"), text("/prdigest help", "code"), text(" shows what I understand.")]
    return message([paragraph(emoji("warning"), text(" "), *lead, *hint)], [*lead, *hint])


def trouble(sentence: str) -> Message:
    """Something failed on our side; `sentence` says what to do."""
    lead = [text(clip(clean(sentence), 600))]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def usage(typed: str, meaning: str) -> Element:
    """What can be typed, and what it does: a row of a list."""
    return section(text(typed, "code"), text(f" {meaning}"))


def _quoted(query: str) -> Element:
    return text(clip(clean(query), _QUERY_LIMIT) or "…", "code")


def message(blocks: Sequence[Block], lead: Sequence[Element], lines: Sequence[str] = ()) -> Message:
    """Blocks with their fallback text: the lead's words, then `lines` of mrkdwn."""
    words = escape("".join(element["text"] for element in lead))
    return Message(text=fallback((words, *lines)), blocks=tuple(blocks))
