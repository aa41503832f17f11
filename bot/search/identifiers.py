"""Picks the words of an Entry that are likely to be rare, and links to GitHub's search by them."""

import re
from urllib.parse import quote, urlencode

from bot.core.entry import Entry, StoredEntry
from bot.search.scripts import fold
from bot.search.stopwords import STOPWORDS
from bot.search.words import terms

_IDENTIFIERS = 2  # GitHub wants all of them in one pull request
_WORDS = 3  # each tells less
_ENOUGH = 3  # parts: an identifier of so many is rare, wherever it stands
_LATIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*")
_ENGLISH = re.compile(r"[a-z]+(?:-[a-z]+)*")  # cherry-pick, follow-up


def identifiers(entry: Entry) -> list[str]:
    """The identifiers of headline and verdict as written, those likely to be rare first.

    An identifier of more parts is rarer, then one of the headline, then a longer one. A plain
    word is none, nor are several with hyphens; letters with digits (gfx950) are.
    """
    headline = _LATIN.findall(fold(entry.headline))
    found = dict.fromkeys(headline + _LATIN.findall(fold(entry.verdict)))
    parts = {word: len(terms(word).parts) for word in found if _is_identifier(word)}
    return sorted(
        parts, key=lambda word: (-min(parts[word], _ENOUGH), word not in headline, -len(word))
    )


def _is_identifier(word: str) -> bool:
    if _ENGLISH.fullmatch(word):
        return False
    return len(terms(word).parts) > 1 or bool(re.search(r"[A-Za-z]{2}.*[0-9]", word))


def find_on_github(stored: StoredEntry) -> str:
    """A link to GitHub's pull-request search, for an Entry whose number is not known."""
    entry = stored.entry
    words = identifiers(entry)[:_IDENTIFIERS] or _words(entry.headline)[:_WORDS]
    asked = urlencode({"q": fold(" ".join(["is:pr", *(word[:64] for word in words)]))})
    return f"https://github.com/{quote(entry.repo)}/pulls?{asked}"


def _words(headline: str) -> list[str]:
    """The words to ask for where there is no identifier: Latin ones, as titles there are English.

    Hyphenated ones come last; a headline without Latin words gives those it has.
    """
    latin = dict.fromkeys(_LATIN.findall(fold(headline)))
    telling = [word for word in latin if len(word) > 1 and word.casefold() not in STOPWORDS]
    return sorted(telling, key=lambda word: "-" in word) or headline.split()
