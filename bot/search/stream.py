"""The stream of Terms that the index holds of an Entry, ready for either database."""

import re
from collections.abc import Iterable
from urllib.parse import quote

from bot.core.entry import Entry
from bot.core.query import FieldName
from bot.search.scripts import fold
from bot.search.words import Terms, terms

HEADLINE = "^"
"""Stands before every Term of a headline or title, which are in the stream a second time: what is
common in verdicts and rare in headlines is then rare in the index too."""

PART = ","
"""Joins the parts of an identifier in the stream, where blanks stand between words: a database
takes both for a border, the ranking can tell a word from a part."""

EVERYONE = "for:everyone"
SOME = "for:%some"
"""Which of the two an Entry is for. All but a few are for everyone, and a Term that nearly all have
costs a search much: it leaves those for some out instead. The sign is one that no id's Term has
alone: a channel called *some* would see all else."""

TEXT_LIMIT = 20_000  # characters of a text that are indexed; a tsvector has 16,383 positions
_POSITIONS = 16_383
_UNSAFE = re.compile(r"[^a-zA-Z0-9_/.\-\u00a1-\U0010ffff]")
_PLACES = 255  # of one lexeme in a tsvector


def stream(entry: Entry) -> str:
    """All Terms of an Entry: its headline's, then every text's and every filter's.

    The parts of a text follow each other; filters part the marked headline from all else, which
    they stand before. Free of quotes, backslashes, control characters and all blanks but the
    separating ones.
    """
    head = [terms(text[:TEXT_LIMIT]) for text in (entry.headline, entry.title or "")]
    told = terms(entry.verdict[:TEXT_LIMIT])
    number = "" if entry.pr is None else str(entry.pr)
    rest = terms(" ".join((entry.repo, *entry.labels, number))[:TEXT_LIMIT])
    pieces = [
        *(_marked(of, HEADLINE) for of in head),
        *filters(entry),
        *(_marked(of) for of in (*head, told, rest)),
    ]
    return " ".join(piece for piece in pieces if piece)


def _marked(of: Terms, mark: str = "") -> str:
    """Units one after the other, each with its mark, then the wholes, each once."""
    between = PART + mark
    words = [mark + between.join(unit) for unit in of.units]
    return " ".join([*words, *(mark + whole for whole in dict.fromkeys(of.wholes))])


def filters(entry: Entry) -> list[str]:
    """The Terms by which fields, number and visibility of an Entry narrow a search."""
    repo = entry.repo.rpartition("/")[2]
    named = [(FieldName.REPO, entry.repo), (FieldName.REPO, repo), (FieldName.LEVEL, entry.level)]
    named += [(FieldName.LABEL, label) for label in entry.labels]
    named += [(FieldName.AUTHOR, entry.author)] if entry.author else []
    found = [filter_term(name, value) for name, value in named]
    found += [pr_term(entry.pr)] if entry.pr is not None else []
    some = [SOME, *map(visible_to, entry.visibility)]
    return found + (some if entry.visibility else [EVERYONE])


def filter_term(name: FieldName, value: str) -> str:
    """The Term of a named field, the same for all spellings in upper and lower case.

    What the databases' own syntax could trip on is percent-encoded; long values are cut.
    """
    folded = re.sub(r"\s+", " ", fold(value)).strip().casefold()
    if name is FieldName.AUTHOR:
        folded = folded.removeprefix("@")
    return f"{name}:{_encoded(folded)}"


def is_filter(term: str) -> bool:
    """Whether a Term is one of a field, a number or visibility: no Term of a text has a colon."""
    return ":" in term


def pr_term(number: int) -> str:
    """The Term of a pull request's number."""
    return f"pr:{number}"


def visible_to(id_: str) -> str:
    """The Term of an Entry that this workspace (T…) or channel (C…) may see.

    In lower case as all Terms: SQLite's index does not tell C1 from c1, PostgreSQL's does.
    """
    return f"for:{_encoded(id_.casefold())}"


def _encoded(value: str) -> str:
    return _UNSAFE.sub(lambda odd: quote(odd[0], safe=""), value)[:200]


def tsvector(stream_: str) -> str:
    """The stream as the text of a PostgreSQL tsvector, each Term with its places."""
    places: dict[str, list[int]] = {}
    for place, term in enumerate(re.split("[ ,]", stream_), start=1):
        places.setdefault(term, []).append(min(place, _POSITIONS))
    return " ".join(f"'{term}':{_places(found)}" for term, found in places.items())


def _places(found: Iterable[int]) -> str:
    return ",".join(map(str, list(found)[:_PLACES]))
