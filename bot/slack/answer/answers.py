"""The Answer to a Query: a Page of Hits, each with its menu, and the way to the other Pages."""

from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

from bot.core.hit import Found, Hit, Matched
from bot.core.roundup import Message
from bot.slack.answer import leads
from bot.slack.answer.messages import message
from bot.slack.answer.paging import NEXT, PAGE_SIZE, PREVIOUS, Page, to_value
from bot.slack.entry.entries import entry_line, hit_blocks
from bot.slack.entry.menus import answer_block, entry_menu
from bot.slack.entry.noting import past_note
from bot.slack.kit.blocks import Block, paragraph, text
from bot.slack.kit.neighbours import neighbours
from bot.slack.kit.room import fits
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.store.past import Past

_BARE_HEADLINE_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads an Answer, and when: in which language, in a channel or not, with which Past."""

    words: Words
    today: date
    in_channel: bool = True
    past: Past = field(default_factory=Past)


def answer(page: Page, found: Found, reader: Reader) -> Message:
    """One Page of Hits with their menus, and buttons to its neighbours.

    Hits that are too long together lack their Gists.
    """
    above = leads.lead(page, found, reader.words)
    blocks = _answer(page, found, reader)
    if not fits(blocks):
        bare = tuple(map(_bare, found.hits))
        blocks = _answer(page, replace(found, hits=bare), reader)
    return message(blocks, above, [entry_line(hit.stored) for hit in found.hits])


def _answer(page: Page, found: Found, reader: Reader) -> list[Block]:
    words = reader.words
    blocks = [paragraph(*leads.lead(page, found, words)), *leads.read_as(page, found, words)]
    hits = [(hit, _drawn(n, hit, page, reader)) for n, hit in enumerate(found.hits)]
    for matched, drawn in groupby(hits, key=lambda each: each[0].matched):
        if matched is Matched.PARTIAL and found.partial < found.total:
            blocks.append(paragraph(text(words("These have some of the words:"), "italic")))
        blocks += [block for _, of_hit in drawn for block in of_hit]
    return blocks + _neighbours(page, found, words)


def _bare(hit: Hit) -> Hit:
    """A Hit that takes little room: the head of its headline, nothing marked."""
    headline = clip(one_line(hit.stored.entry.headline), _BARE_HEADLINE_LIMIT)
    entry = replace(hit.stored.entry, headline=headline, verdict="")
    return replace(hit, stored=replace(hit.stored, entry=entry), rows=())


def _drawn(n: int, hit: Hit, page: Page, reader: Reader) -> list[Block]:
    """A Hit as its reader sees it; that all of the unseen must-reads are new is said above."""
    words, past, id_ = reader.words, reader.past, hit.stored.id
    seen = past.seen.get(id_)
    menu = entry_menu(
        hit.stored,
        words,
        saved=id_ in past.saved,
        muted=seen is not None and seen.is_muted,
        in_channel=reader.in_channel,
    )
    tells_new = reader.in_channel and bool(page.query)
    note = past_note(past, id_, words, reader.today, tells_new=tells_new)
    return hit_blocks(hit, words, menu, note, answer_block(n, page))


def _neighbours(page: Page, found: Found, words: Words) -> list[Block]:
    before = after = None
    if page.start > 0:
        before = to_value(Page(page.query, max(page.start - PAGE_SIZE, 0)))
    if page.start + len(found.hits) < found.total:
        after = to_value(Page(page.query, page.start + PAGE_SIZE))
    return neighbours((PREVIOUS, NEXT), before, after, words)
