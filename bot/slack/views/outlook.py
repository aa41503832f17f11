"""What the modal of a Subscription tells of what is filled in: what would have come, and when."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.entry import Entry, url_of
from bot.roundups.planning import DryRun
from bot.slack.entry.entries import MARKS, where
from bot.slack.kit.blocks import (
    Block,
    Element,
    bullets,
    emoji,
    link,
    paragraph,
    rich,
    safe_url,
    section,
    text,
)
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

_HEADLINE_LIMIT = 120
_FILTER_LIMIT = 120
_TROUBLE_LIMIT = 600


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the modal tells of what is filled in: when the first one comes ("" if it cannot be
    said), and what would have been in it, or the sentence that says why that cannot be told."""

    following: str
    found: DryRun | None
    trouble: str = ""


def tried(filter_: str, outlook: Outlook, words: Words) -> Iterator[Block]:
    """What would have come lately, for which Filter: it may be typed on while this is counted."""
    found = outlook.found
    if found is None:
        told = clip(one_line(outlook.trouble), _TROUBLE_LIMIT)
        yield paragraph(emoji("warning"), text(" "), text(told))
        return
    typed = clip(one_line(filter_), _FILTER_LIMIT)
    about = [text(" · "), text(typed, "code")] if typed else []
    lead = section(text(_count(found, words), "bold"), *about)
    rows = [section(*_entry(stored.entry)) for stored in found.first]
    yield rich(lead, bullets(*rows)) if rows else rich(lead)


def _count(found: DryRun, words: Words) -> str:
    if not found.of:
        return words("There is no digest of the last 30 days to try this with.")
    of = words.number(found.of)
    if not found.matching:
        return words("Would have shown none of the last {of} pull requests", of=of)
    return words(
        "Would have shown {n} of the last {of} pull requests",
        n=words.number(found.matching),
        of=of,
    )


def _entry(entry: Entry) -> list[Element]:
    mark, _ = MARKS[entry.level]
    headline, url = clip(one_line(entry.headline), _HEADLINE_LIMIT), safe_url(url_of(entry))
    shown = link(url, headline) if url else text(headline)
    return [emoji(mark), text(" "), shown, text(f" · {where(entry)}")]
