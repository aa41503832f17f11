"""Example queries that find something, whatever the digests are about."""

import re
from collections.abc import Callable
from datetime import date
from itertools import islice

from bot.core.channel import Viewer
from bot.core.grammar import parse
from bot.search.scripts import is_han
from bot.search.stopwords import STOPWORDS
from bot.search.words import terms
from bot.store.search import search
from bot.store.store import Store

ENGLISH, CHINESE = "moe", "量化"  # of the digests that ship with the bot
_LOOKED_AT = 100  # of the newest Entries


def examples(store: Store, today: date) -> list[str]:
    """A query in English, then one in Chinese; none in a language that no headline speaks."""
    found = (_example(store, today, ENGLISH, _english), _example(store, today, CHINESE, _chinese))
    return [query for query in found if query]


def _example(
    store: Store, today: date, usual: str, words_of: Callable[[str], list[str]]
) -> str | None:
    """The usual one if it finds something, else the longest word of the newest headline."""
    headlines = (stored.entry.headline for stored in islice(store.entries.all(), _LOOKED_AT))
    longest = (max(words, key=len) for line in headlines if (words := words_of(line)))
    queries = [usual, *islice(longest, 1)]
    return next((query for query in queries if _finds(store, today, query)), None)


def _english(headline: str) -> list[str]:
    words = re.findall(r"[A-Za-z][\w-]{2,}", headline, re.ASCII)
    return [word for word in words if word.lower() not in STOPWORDS]


def _chinese(headline: str) -> list[str]:
    words = [word for word, *_ in terms(headline).units]
    return [word for word in words if is_han(word) and len(word) > 1]


def _finds(store: Store, today: date, query: str) -> bool:
    return search(store, parse(query), viewer=Viewer(), today=today, limit=1).total > 0
