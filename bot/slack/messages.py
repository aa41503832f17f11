"""What the bot answers to a person, as messages."""

from collections.abc import Sequence
from itertools import groupby

from bot.core.hit import Found, Matched
from bot.core.roundup import Message
from bot.slack import leads
from bot.slack.blocks import (
    Block,
    Element,
    actions,
    bullets,
    button,
    emoji,
    paragraph,
    rich,
    section,
    text,
)
from bot.slack.entries import entry_line, hit_blocks
from bot.slack.paging import NEXT, PAGE_SIZE, PREVIOUS, Page, to_value
from bot.slack.text import clip, escape, fallback, one_line
from bot.slack.words import Words


def answer(page: Page, found: Found) -> Message:
    """One Page of Hits, with buttons to its neighbours."""
    above = leads.lead(page, found)
    blocks = [paragraph(*above), *leads.read_as(page, found)]
    for matched, hits in groupby(found.hits, key=lambda hit: hit.matched):
        if matched is Matched.PARTIAL and found.partial < found.total:
            blocks.append(paragraph(text("These have some of the words:", "italic")))
        blocks += [block for hit in hits for block in hit_blocks(hit)]
    blocks += _neighbours(page, found)
    return message(blocks, above, [entry_line(hit.stored) for hit in found.hits])


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
    above = leads.lead_of_none(page, found)
    tips = [
        section(text("fewer words, or another word for it, in English or Chinese")),
        usage("/prdigest topk indices", "parts of a name find it: SharedTopkIndicesBuffer"),
        usage("/prdigest help", "filters, dates and phrases"),
    ]
    advice = rich(section(text("Try")), bullets(*tips))
    lines = ["Try fewer words, or /prdigest help"]
    blocks = [paragraph(*above), *leads.read_as(page, found), advice]
    return message(blocks, above, lines)


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


def run_again(words: Words) -> Message:
    """A button that is not understood: of a version too old, or cut."""
    lead = [text(words("This answer is too old to go on from. Type your search again."))]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def usage(typed: str, meaning: str) -> Element:
    """What can be typed, and what it does: a row of a list."""
    return section(text(typed, "code"), text(f" {meaning}"))


def message(blocks: Sequence[Block], lead: Sequence[Element], lines: Sequence[str] = ()) -> Message:
    """Blocks with their fallback text: the lead's words, then `lines` of mrkdwn."""
    words = escape("".join(element["text"] for element in lead))
    return Message(text=fallback((words, *lines)), blocks=tuple(blocks))
