"""One Entry of a Digest's YAML form (design.md 3.1)."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from bot.core.entry import Entry, Level, Telling
from bot.core.phrases import Phrases
from bot.core.verdict import judge
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.nodes import Mapping, Node
from bot.sources.told import HEADLINE_LIMIT, VERDICT_LIMIT, Day
from bot.sources.values import one_line, seen_as, text_of

ENTRY_KEYS = (
    "pr",
    "headline",
    "verdict",
    "level",
    "title",
    "url",
    "labels",
    "author",
    "merged_at",
)
PR_LIMIT = 2_147_483_647
LABELS_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Heading:
    """What holds for every Entry of a Digest."""

    repo: str
    day: Day
    visibility: tuple[str, ...]


def read_entry(
    node: Node, heading: Heading, phrases: Phrases, faults: list[Fault]
) -> Telling | None:
    """One Entry as told; None if anything is wrong with it, which `faults` then says."""
    if not isinstance(node, Mapping):
        faults.append(
            Fault(
                node.line,
                f"an Entry must be a mapping, but this is {seen_as(node)}",
                "write - headline: … and verdict: …",
            )
        )
        return None
    known = len(faults)
    fields = Fields(node, ENTRY_KEYS, faults)
    fields.need("headline", "write the Entry's one-line headline")
    fields.need("verdict", "write whether it is worth reading, and why")
    headline = fields.text("headline", HEADLINE_LIMIT)
    verdict = fields.prose("verdict", VERDICT_LIMIT)
    entry = Entry(
        repo=heading.repo,
        pr=fields.number("pr", PR_LIMIT),
        headline=headline or "",
        verdict=verdict or "",
        level=fields.choice("level", Level) or Level.UNKNOWN,
        date=heading.day.date,
        title=fields.text("title", HEADLINE_LIMIT),
        url=_url(fields),
        labels=_labels(fields),
        author=_author(fields),
        merged_at=fields.moment("merged_at"),
        visibility=heading.visibility,
    )
    if len(faults) > known:
        return None
    told = entry if fields.has("level") else _judged(entry, phrases)
    return Telling(node.line, told, heading.day.given)


def _judged(entry: Entry, phrases: Phrases) -> Entry:
    level, evidence = judge(entry.verdict, phrases)
    return replace(entry, level=level, evidence=evidence)


def _url(fields: Fields) -> str | None:
    url = fields.text("url", 2000)
    if url is None:
        return None
    if re.search(r"[\s<>|\"]", url) or not _is_web_address(url):
        fields.refuse("url", "url is no web address", "write https://…, without blanks")
        return None
    return url


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _labels(fields: Fields) -> tuple[str, ...]:
    labels = fields.many("labels", LABELS_LIMIT, _label) or ()
    return tuple(dict.fromkeys(labels))


def _label(node: Node) -> str | Fault:
    label = text_of(node, "a label", 100)
    return label if isinstance(label, Fault) else one_line(label)


def _author(fields: Fields) -> str | None:
    author = fields.text("author", 100)
    return author.removeprefix("@") or None if author else None
