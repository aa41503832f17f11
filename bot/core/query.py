"""Query: what follows `/prdigest`, parsed."""

import datetime
from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import Level


class Sort(StrEnum):
    """The order asked for."""

    BEST = "best"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Word:
    """Free text of one word as typed; any form of it matches."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Quoted text: its Terms must follow each other."""

    text: str


class FieldName(StrEnum):
    """The named fields that narrow a Query and are Terms of the index."""

    REPO = "repo"
    LEVEL = "level"
    LABEL = "label"
    AUTHOR = "author"


@dataclass(frozen=True, slots=True)
class Field:
    """`name:value`. For `level` the value is the levels it stands for, e.g. `must,skim`."""

    name: FieldName
    value: str


Clause = Word | Phrase | Field


@dataclass(frozen=True, slots=True)
class PullRequest:
    """`pr:123`, `#123`, `owner/name#123` or a pasted link; `repo` is None for a bare number."""

    number: int
    repo: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """`since:`/`until:`: a date, or a number of days before the day the Query is answered."""

    date: datetime.date | None = None
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """All of `wanted` (each a choice of Clauses joined by OR) and none of `unwanted`.

    `text` is what was typed, blanks folded. `a OR b c` means (a OR b) AND c.
    """

    text: str
    wanted: tuple[tuple[Clause, ...], ...] = ()
    unwanted: tuple[Clause, ...] = ()
    pull_requests: tuple[PullRequest, ...] = ()
    since: Moment | None = None
    until: Moment | None = None
    seen: bool | None = None
    sort: Sort = Sort.BEST


def levels_of(field: Field) -> tuple[Level, ...]:
    """The Levels a `level` Field stands for."""
    return tuple(Level(name) for name in field.value.split(","))
