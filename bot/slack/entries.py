"""One Entry as Slack shows it: two blocks, and a line of the fallback text."""

from collections.abc import Iterator, Sequence

from bot.core.entry import Entry, Level, StoredEntry, url_of
from bot.core.gist import gist
from bot.core.hit import Hit, Matched
from bot.search.excerpt import excerpt
from bot.search.highlight import Piece, highlight, rows_in
from bot.search.identifiers import find_on_github
from bot.search.why import WITHOUT
from bot.slack.blocks import Block, Element, context, emoji, link, paragraph, safe_url, text
from bot.slack.text import clip, escape, one_line
from bot.slack.words import ENGLISH, Words, noted

MARKS = {
    Level.MUST: ("star", noted("must-read")),
    Level.SKIM: ("eyes", noted("worth a skim")),
    Level.SKIP: ("zzz", noted("can be skipped")),
    Level.UNKNOWN: ("grey_question", noted("not rated")),
}
"""Each Level's emoji, and its words in English."""

_HEADLINE_LIMIT = 240
_FALLBACK_HEADLINE_LIMIT = 120
_REMARK_LIMIT = 90
_MOST_PIECES = 24  # a text in more is marked nearly all over, which shows nothing
_LINKS_LIMIT = 600  # characters; each piece of a headline has the whole address again


def entry_blocks(stored: StoredEntry, words: Words) -> list[Block]:
    """The mark, the headline (linked to its pull request if known), the Gist; a small line below.

    An Entry without a known pull request gets "Find on GitHub" there.
    """
    texts = told_texts(stored.entry, gist(stored.entry.verdict))
    headline, below = (highlight(each, ()) for each in texts)
    return _blocks(stored, headline, below, "", words)


def hit_blocks(hit: Hit) -> list[Block]:
    """The same for a Hit, with the words by which it was found marked, and those it lacks told.

    All of the headline is bold: there they are underlined, below it they are bold.
    """
    texts = told_texts(hit.stored.entry, excerpt(hit.stored.entry, hit.rows))
    headline, below = (highlight(each, hit.rows) for each in texts)
    is_seen = any(is_match for _, is_match in (*headline, *below))
    remark = _lack(hit) or ("" if is_seen else _named(hit))
    return _blocks(hit.stored, headline, below, remark, ENGLISH)


def entry_line(stored: StoredEntry) -> str:
    """An Entry in a line of mrkdwn fallback text, escaped."""
    headline = clip(one_line(stored.entry.headline), _FALLBACK_HEADLINE_LIMIT)
    return escape(f"• {headline} ({where(stored.entry)})")


def told_texts(entry: Entry, told: str) -> tuple[str, str]:
    """The headline, and what is `told` below it, each on one line and of bounded length."""
    return clip(one_line(entry.headline), _HEADLINE_LIMIT), one_line(told)


def _blocks(
    stored: StoredEntry,
    headline: Sequence[Piece],
    below: Sequence[Piece],
    remark: str,
    words: Words,
) -> list[Block]:
    entry = stored.entry
    mark, rating = MARKS[entry.level]
    url = safe_url(url_of(entry))
    facts = (words.of(rating), where(entry), words.date(entry.date), remark)
    search = None if url else safe_url(find_on_github(stored))
    return [
        paragraph(emoji(mark), text(" "), *_linked(headline, url), *_told(below)),
        context(" · ".join(filter(None, facts)), search, words("Find on GitHub")),
    ]


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


def _lack(hit: Hit) -> str:
    """What a partial Hit lacks; that is nothing but the order where a phrase was asked for."""
    if hit.matched is not Matched.PARTIAL:
        return ""
    lack = next((each for each in hit.why if each.startswith(WITHOUT)), "not as a phrase")
    return clip(one_line(lack), _REMARK_LIMIT)


def _named(hit: Hit) -> str:
    """The title or the label that it was found by."""
    entry = hit.stored.entry
    names = [("title", entry.title or ""), *(("label", label) for label in entry.labels)]
    for kind, name in names:
        if rows_in(name[:_HEADLINE_LIMIT], hit.rows):
            return f"{kind} “{clip(one_line(name), _REMARK_LIMIT)}”"
    return ""


def where(entry: Entry) -> str:
    """The repository, and the pull request's number where it is known."""
    repo = clip(one_line(entry.repo), 120)
    return repo if entry.pr is None else f"{repo} #{entry.pr}"
