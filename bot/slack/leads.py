"""What an Answer says above its Hits: how many, for which Query, and how that was read."""

from collections.abc import Iterable, Iterator, Sequence

from bot.core.hit import Correction, Found
from bot.slack.blocks import Block, Element, context, text
from bot.slack.paging import Page
from bot.slack.text import clip, one_line
from bot.slack.words import ENGLISH

_QUERY_LIMIT = 120
_CORRECTIONS_SHOWN = 3


def lead(page: Page, found: Found) -> list[Element]:
    """Above a Page of Hits: how many there are, which of them these are, what was corrected."""
    return [*_count(page, found), *_corrected("Showing", found.corrections)]


def lead_of_none(page: Page, found: Found) -> list[Element]:
    """The same where there are none."""
    nothing = text("Nothing found for ", "bold")
    return [nothing, _quoted(page.query), *_corrected("Looked for", found.corrections)]


def read_as(page: Page, found: Found) -> list[Block]:
    """How the Query was understood, where that is neither what was typed nor in the lead."""
    if not page.query or found.corrections or found.understood == page.query:
        return []
    return [context(f"Read as: {clip(one_line(found.understood), 2 * _QUERY_LIMIT)}")]


def _count(page: Page, found: Found) -> list[Element]:
    shown = ""
    if found.total > len(found.hits):
        shown = f" · {page.start + 1}–{page.start + len(found.hits)}"
    if not page.query:
        count = _number("{n} must-read", "{n} must-reads", found.total, found)
        return [count, text(f" this channel has not seen yet{shown}")]
    asked = _quoted(found.understood if found.corrections else page.query)
    whole = found.total - found.partial
    count = _number("{n} pull request", "{n} pull requests", whole or found.total, found)
    if whole:
        more = f" · {found.partial} more with some of the words" if found.partial else ""
        return [count, text(" for "), asked, text(more + shown)]
    have = "has" if found.total == 1 else "have"
    return [count, text(f" {have} some of the words "), asked, text(f"; none has all{shown}")]


def _number(one: str, many: str, n: int, found: Found) -> Element:
    return text(ENGLISH.count(one, many, n, more=not found.total_exact), "bold")


def _corrected(shown: str, corrections: Sequence[Correction]) -> Iterator[Element]:
    """A line on what was searched in place of words that stand nowhere, and how to insist."""
    if not corrections:
        return
    some = corrections[:_CORRECTIONS_SHOWN]
    yield text(f"\n{shown} ")
    yield from _listed([text(_short(each.searched), "bold") for each in some])
    yield text("; search ")
    yield from _listed([text(f'"{_short(each.typed)}"', "code") for each in some])
    yield text(" for exactly that")


def _listed(elements: Iterable[Element]) -> Iterator[Element]:
    for number, element in enumerate(elements):
        if number:
            yield text(", ")
        yield element


def _quoted(query: str) -> Element:
    return text(_short(query), "code")


def _short(words: str) -> str:
    return clip(one_line(words), _QUERY_LIMIT) or "…"
