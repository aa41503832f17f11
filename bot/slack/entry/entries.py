"""One Entry as Slack shows it: two blocks, and a line of the fallback text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.entry import Entry, Level, StoredEntry
from bot.core.gist import gist
from bot.core.hit import Hit
from bot.search.excerpt import excerpt
from bot.search.highlight import Piece, highlight
from bot.slack.entry.remarks import lack, named
from bot.slack.kit.addresses import address_of, search_of
from bot.slack.kit.blocks import (
    Block,
    Element,
    beside,
    context,
    emoji,
    link,
    paragraph,
    text,
)
from bot.slack.kit.text import clip, escape, one_line
from bot.slack.language.words import Words, noted

MARKS = {
    Level.MUST: ("star", noted("must-read")),
    Level.SKIM: ("eyes", noted("worth a skim")),
    Level.SKIP: ("zzz", noted("can be skipped")),
    Level.UNKNOWN: ("grey_question", noted("not rated")),
}
"""Each Level's emoji, and its words in English."""

_HEADLINE_LIMIT = 240
_FALLBACK_HEADLINE_LIMIT = 120
_MOST_PIECES = 24  # a text in more is marked nearly all over, which shows nothing
# Of signs that mean something in mrkdwn, one between two letters or digits is shown as it is.
_PLAIN_REPO = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")
_SEARCH_LIMIT = 200  # characters of an address beside a menu, which has it too
_LINKS_LIMIT = 600  # characters; each piece of a headline has the whole address again


def entry_blocks(
    stored: StoredEntry,
    words: Words,
    menu: Element | None = None,
    note: str = "",
    block: str | None = None,
) -> list[Block]:
    """The mark, the headline (linked to its pull request if known), the Gist; a small line below.

    The line ends with a `note` of ours and has the `menu`, if there is one, at its right, in a
    block with the id `block`. An Entry without a known pull request gets "Find on GitHub" there.
    """
    texts = told_texts(stored.entry, gist(stored.entry.verdict))
    headline, below = (highlight(each, ()) for each in texts)
    return _blocks(stored, words, _body(stored, headline, below), _Line(note, menu, block))


def hit_blocks(
    hit: Hit,
    words: Words,
    menu: Element | None = None,
    note: str = "",
    block: str | None = None,
) -> list[Block]:
    """The same for a Hit, with the words by which it was found marked, and those it lacks told.

    All of the headline is bold: there they are underlined, below it they are bold.
    """
    texts = told_texts(hit.stored.entry, excerpt(hit.stored.entry, hit.rows))
    headline, below = (highlight(each, hit.rows) for each in texts)
    is_seen = any(is_match for _, is_match in (*headline, *below))
    remark = lack(hit, words) or ("" if is_seen else named(hit, words))
    told = _body(hit.stored, headline, below)
    if remark:
        told += [text("\n"), text(remark, "italic")]
    return _blocks(hit.stored, words, told, _Line(note, menu, block))


def entry_line(stored: StoredEntry) -> str:
    """An Entry in a line of mrkdwn fallback text, escaped."""
    headline = clip(one_line(stored.entry.headline), _FALLBACK_HEADLINE_LIMIT)
    return escape(f"• {headline} ({where(stored.entry)})")


def told_texts(entry: Entry, told: str) -> tuple[str, str]:
    """The headline, and what is `told` below it, each on one line and of bounded length."""
    return clip(one_line(entry.headline), _HEADLINE_LIMIT), one_line(told)


@dataclass(frozen=True, slots=True)
class _Line:
    """What the small line has beside the facts."""

    note: str
    menu: Element | None
    block: str | None


def _body(stored: StoredEntry, headline: Sequence[Piece], below: Sequence[Piece]) -> list[Element]:
    mark, _ = MARKS[stored.entry.level]
    url = address_of(stored.entry)
    return [emoji(mark), text(" "), *_linked(headline, url), *_told(below)]


def _blocks(stored: StoredEntry, words: Words, body: Sequence[Element], line: _Line) -> list[Block]:
    """The body, and the line: in mrkdwn where it has a menu, so without what could style there."""
    entry, place = stored.entry, where(stored.entry)
    _, rating = MARKS[entry.level]
    search = search_of(stored)
    label = words("Find on GitHub")
    if line.menu is None:
        facts = (words.of(rating), place, words.date(entry.date), line.note)
        return [paragraph(*body), context(" · ".join(filter(None, facts)), search, label)]
    if not _PLAIN_REPO.fullmatch(entry.repo):
        body, place = [*body, text("\n"), text(place)], ""
    facts = (words.of(rating), place, words.date(entry.date), line.note)
    told = [escape(fact) for fact in facts if fact]
    if search and len(search) <= _SEARCH_LIMIT:
        told.append(f"<{escape(search)}|{escape(label)}>")
    return [paragraph(*body), beside(" · ".join(told), line.menu, line.block)]


def _linked(headline: Sequence[Piece], url: str | None) -> Iterator[Element]:
    for piece, is_match in _bounded(headline, len(url or "")):
        style = ("bold", "underline") if is_match else ("bold",)
        yield link(url, piece, *style) if url else text(piece, *style)


def _told(below: Sequence[Piece]) -> Iterator[Element]:
    if below:
        yield text("\n")
    for piece, is_match in _bounded(below):
        yield text(piece, "bold") if is_match else text(piece)


def _bounded(pieces: Sequence[Piece], characters: int = 0) -> Sequence[Piece]:
    """The pieces, or all in one without a mark where they, at `characters` each, are too many."""
    if len(pieces) <= _MOST_PIECES and len(pieces) * characters <= _LINKS_LIMIT:
        return pieces
    return [("".join(piece for piece, _ in pieces), False)]


def where(entry: Entry) -> str:
    """The repository, and the pull request's number where it is known."""
    repo = clip(one_line(entry.repo), 120)
    return repo if entry.pr is None else f"{repo} #{entry.pr}"
