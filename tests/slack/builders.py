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


def found(*entries: StoredEntry, **given: Any) -> Found:
    matched = given.pop("matched", Matched.ALL)
    hits = tuple(Hit(entry, 1.0, ("headline",), matched) for entry in entries)
    facts: dict[str, Any] = {"total": len(hits), "total_exact": True, "understood": "moe"}
    return Found(hits=hits, **{**facts, **given})
