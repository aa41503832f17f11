"""Picks an Entry's rarest identifiers, and links to GitHub's search by them."""

import re
from urllib.parse import quote, urlencode

from bot.core.entry import Entry, StoredEntry
from bot.search.words import fold, terms

_WORDS = 2  # GitHub wants all of them in one pull request
_ENOUGH = 3  # parts: an identifier of so many is rare, wherever it stands
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")


def identifiers(entry: Entry) -> list[str]:
    """The identifiers of headline and verdict as written, those likely to be rare first.

    An identifier of more parts is rarer, then one of the headline, then a longer one. A plain
    word is none; letters with digits (gfx950) are.
    """
    headline = _IDENTIFIER.findall(fold(entry.headline))
    found = dict.fromkeys(headline + _IDENTIFIER.findall(fold(entry.verdict)))
    parts = {word: len(terms(word).parts) for word in found if _is_identifier(word)}
    return sorted(
        parts, key=lambda word: (-min(parts[word], _ENOUGH), word not in headline, -len(word))
    )


def _is_identifier(word: str) -> bool:
    return len(terms(word).parts) > 1 or bool(re.search(r"[A-Za-z]{2}.*[0-9]", word))


def find_on_github(stored: StoredEntry) -> str:
    """A link to GitHub's pull-request search, for an Entry whose number is not known."""
    entry = stored.entry
    words = identifiers(entry)[:_WORDS] or entry.headline.split()[:_WORDS]
    asked = urlencode({"q": " ".join(["is:pr", *(word[:64] for word in words)])})
    return f"https://github.com/{quote(entry.repo)}/pulls?{asked}"
