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
from bot.slack.entries import entry_blocks, entry_line
from bot.slack.paging import NEXT, PAGE_SIZE, PREVIOUS, Page, to_value
from bot.slack.text import clip, escape, fallback, one_line
from bot.slack.words import ENGLISH

_QUERY_LIMIT = 120


def answer(page: Page, found: Found) -> Message:
    """One Page of Hits, with buttons to its neighbours."""
    lead = _lead(page, found)
    blocks = [paragraph(*lead), *_as_read(page, found)]
    for hit in found.hits:
        blocks += entry_blocks(hit.stored, ENGLISH)
    blocks += _neighbours(page, found)
    return message(blocks, lead, [entry_line(hit.stored) for hit in found.hits])


def _lead(page: Page, found: Found) -> list[Element]:
    shown = ""
    if found.total > len(found.hits):
        shown = f" · {page.start + 1}–{page.start + len(found.hits)}"
    if not page.query:
        count = _count("{n} must-read", "{n} must-reads", found)
        return [count, text(f" this channel has not seen yet{shown}")]
    count = _count("{n} pull request", "{n} pull requests", found)
    # No Answer mixes them: Entries with some of the words are for want of one with all.
    if any(hit.matched is Matched.PARTIAL for hit in found.hits):
        have = "has" if found.total == 1 else "have"
        return [
            count,
            text(f" {have} some of the words "),
            _quoted(page.query),
            text(f"; none has all{shown}"),
        ]
    return [count, text(" for "), _quoted(page.query), text(shown)]


def _count(one: str, many: str, found: Found) -> Element:
    return text(ENGLISH.count(one, many, found.total, more=not found.total_exact), "bold")


def _as_read(page: Page, found: Found) -> list[Block]:
    """How the Query was understood, where that is not just what was typed."""
    if not page.query or found.understood == page.query:
        return []
    return [_read_as(found.understood)]


def _read_as(understood: str) -> Block:
    return context(f"Read as: {clip(one_line(understood), 2 * _QUERY_LIMIT)}")


def _neighbours(page: Page, found: Found) -> list[Block]:
    previous = to_value(Page(page.query, max(page.start - PAGE_SIZE, 0)))
    following = to_value(Page(page.query, page.start + PAGE_SIZE))
    buttons = []
    if page.start > 0 and previous:
        buttons.append(button("◀ Previous", PREVIOUS, previous))
    if page.start + len(found.hits) < found.total and following:
        buttons.append(button("Next ▶", NEXT, following))
    return [actions(*buttons)] if buttons else []


def nothing_found(page: Page, found: Found) -> Message:
    """The Answer without Hits: how the Query was read, and what to try."""
    lead = [text("Nothing found for ", "bold"), _quoted(page.query)]
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
    lead = [text(clip(one_line(sentence), 600))]
    hint = [text("\n"), text("/prdigest help", "code"), text(" shows what I understand.")]
    return message([paragraph(emoji("warning"), text(" "), *lead, *hint)], [*lead, *hint])


def trouble(sentence: str) -> Message:
    """Something failed on our side; `sentence` says what to do."""
    lead = [text(clip(one_line(sentence), 600))]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def usage(typed: str, meaning: str) -> Element:
    """What can be typed, and what it does: a row of a list."""
    return section(text(typed, "code"), text(f" {meaning}"))


def _quoted(query: str) -> Element:
    return text(clip(one_line(query), _QUERY_LIMIT) or "…", "code")


def message(blocks: Sequence[Block], lead: Sequence[Element], lines: Sequence[str] = ()) -> Message:
    """Blocks with their fallback text: the lead's words, then `lines` of mrkdwn."""
    words = escape("".join(element["text"] for element in lead))
    return Message(text=fallback((words, *lines)), blocks=tuple(blocks))
