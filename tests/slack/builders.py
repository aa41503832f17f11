"""Entries and answers for the tests, with defaults so that only what matters shows."""

from datetime import date
from itertools import count
from typing import Any

from bot.core.entry import Entry, Level, StoredEntry
from bot.core.hit import Found, Hit, Matched

_ids = count(1)


def an_entry(headline: str = "Kernel writes in parallel", **given: Any) -> StoredEntry:
    facts: dict[str, Any] = {
        "repo": "acme/engine",
        "pr": 12,
        "verdict": "Worth a close read. The numbers were measured.",
        "level": Level.MUST,
        "date": date(2026, 11, 27),
    }
    entry = Entry(headline=headline, **{**facts, **given})
    number = next(_ids)
    return StoredEntry(number, f"{entry.repo}~{number}", entry)


def a_hit(stored: StoredEntry | None = None, *rows: tuple[str, ...], **given: Any) -> Hit:
    facts: dict[str, Any] = {"score": 1.0, "why": ("“moe” in the headline",), "rows": rows}
    return Hit(stored or an_entry(), **{**facts, **given})


def found(*hits: StoredEntry | Hit, **given: Any) -> Found:
    """One page; `partial` counts its partial Hits unless given."""
    each = tuple(hit if isinstance(hit, Hit) else a_hit(hit) for hit in hits)
    facts: dict[str, Any] = {
        "total": len(each),
        "total_exact": True,
        "understood": "moe",
        "partial": sum(hit.matched is Matched.PARTIAL for hit in each),
    }
    return Found(hits=each, **{**facts, **given})
