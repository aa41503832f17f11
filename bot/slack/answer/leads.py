"""What an Answer says above its Hits: how many, for which Query, and how that was read."""

from collections.abc import Iterator, Sequence

from bot.core.hit import Found
from bot.core.query import PullRequest
from bot.slack.answer.paging import Page
from bot.slack.kit.blocks import Block, Element, context, link, phrased, safe_url, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

_QUERY_LIMIT = 120
_CORRECTIONS_SHOWN = 3
_WORD_LIMIT = 60
_PULL_REQUESTS_SHOWN = 3


def lead(page: Page, found: Found, words: Words) -> list[Element]:
    """Above a Page of Hits: how many there are, which of them these are, what was corrected."""
    shown = ""
    if found.total > len(found.hits):
        shown = f" · {page.start + 1}–{page.start + len(found.hits)}"
    above = [*_count(page, found, words), text(shown)]
    if found.corrections:
        told = words.template("Showing {searched}; search {typed} for exactly that")
        above += [text("\n"), *_corrected(told, found)]
    return above


def lead_of_none(page: Page, found: Found, words: Words) -> list[Element]:
    """The same where there are none."""
    above = [*phrased(words.template("Nothing found for {query}"), query=_quoted(page.query))]
    if found.corrections:
        told = words.template("Looked for {searched}; search {typed} for exactly that")
        above += [text("\n"), *_corrected(told, found)]
    return above


def lead_of_untold(asked: Sequence[PullRequest], words: Words) -> list[Element]:
    """Where a pull request itself was asked for, and no Digest has it: a link to it."""
    named = [_pull_request(each) for each in asked[:_PULL_REQUESTS_SHOWN]]
    above = phrased(words.template("No digest has {pull_request} yet."), pull_request=_row(named))
    return [*above, text("\n"), text(words("It is found here as soon as one does."))]


def read_as(page: Page, found: Found, words: Words) -> list[Block]:
    """How the Query was understood, where that is neither what was typed nor in the lead."""
    if not page.query or found.corrections or found.understood == page.query:
        return []
    query = clip(one_line(found.understood), 2 * _QUERY_LIMIT)
    return [context(words("Read as: {query}", query=query))]


def _count(page: Page, found: Found, words: Words) -> Iterator[Element]:
    more = not found.total_exact
    whole = found.total - found.partial
    if not page.query:
        count = words.count("{n} must-read", "{n} must-reads", found.total, more=more)
        template = words.template("{count} this channel has not seen yet")
        yield from phrased(template, count=text(count, "bold"))
        return
    query = _quoted(found.understood if found.corrections else page.query)
    n = whole or found.total
    count = words.count("{n} pull request", "{n} pull requests", n, more=more)
    if whole:
        template = words.template("{count} for {query}")
    elif n == 1:
        template = words.template("{count} has some of the words {query}; none has all")
    else:
        template = words.template("{count} have some of the words {query}; none has all")
    yield from phrased(template, count=text(count, "bold"), query=query)
    if whole and found.partial:
        yield text(" · " + words("{n} more with some of the words", n=words.number(found.partial)))


def _corrected(template: str, found: Found) -> Iterator[Element]:
    """A line on what was searched in place of words that stand nowhere, and how to insist."""
    some = found.corrections[:_CORRECTIONS_SHOWN]
    searched = [text(_short(each.searched, _WORD_LIMIT), "bold") for each in some]
    typed = [text(f'"{_short(each.typed, _WORD_LIMIT)}"', "code") for each in some]
    return phrased(template, searched=_row(searched), typed=_row(typed))


def _row(elements: Sequence[Element]) -> list[Element]:
    """Elements with commas between."""
    commas = (text(", "),) * len(elements)
    return [each for pair in zip(commas, elements, strict=True) for each in pair][1:]


def _pull_request(asked: PullRequest) -> Element:
    if asked.repo is None:
        return text(f"#{asked.number}", "bold")
    label = f"{_short(asked.repo)}#{asked.number}"
    url = safe_url(f"https://github.com/{asked.repo}/pull/{asked.number}")
    return link(url, label, "bold") if url else text(label, "bold")


def _quoted(query: str) -> Element:
    return text(_short(query), "code")


def _short(typed: str, limit: int = _QUERY_LIMIT) -> str:
    return clip(one_line(typed), limit) or "…"
