"""Digest and Entry: what a published write-up says of each pull request."""

import datetime
from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """What a Verdict comes to, most worth reading first."""

    MUST = "must"
    SKIM = "skim"
    SKIP = "skip"
    UNKNOWN = "unknown"

    @property
    def rank(self) -> int:
        """0 for `must` up to 3 for `unknown`: less is more worth reading."""
        return _RANKS[self]

    def at_least(self, lowest: "Level") -> bool:
        """Whether this Level is `lowest` or more worth reading."""
        return self.rank <= lowest.rank


_RANKS = {level: rank for rank, level in enumerate(Level)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One pull request as told in a Digest.

    `pr` is None where the number is not known. `date` is the Digest's date. `evidence` is the
    words of the Verdict that decided the Level, empty if the file stated it. `visibility` lists
    ids of workspaces (T…) and channels (C…) that may see it; empty means everyone.
    """

    repo: str
    pr: int | None
    headline: str
    verdict: str
    level: Level
    date: datetime.date
    evidence: str = ""
    title: str | None = None
    url: str | None = None
    labels: tuple[str, ...] = ()
    author: str | None = None
    merged_at: datetime.date | None = None
    visibility: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An Entry as the database knows it: with its row id and its public Key."""

    id: int
    key: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Telling:
    """An Entry as a file tells it, before it is merged with what is known.

    `line` is where it stands in the file (1-based). If it is not `dated`, neither the file nor its
    name gives a date, and the Entry has the day on which it was read.
    """

    line: int
    entry: Entry
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something in a file was rejected, skipped or looks odd, and how to mend it."""

    file: str
    line: int
    problem: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}; {self.mend}"


@dataclass(frozen=True, slots=True)
class DigestFile:
    """What one digest file holds: `source` names it, the same however its path was typed."""

    source: str
    tellings: tuple[Telling, ...]
    rejected: tuple[Problem, ...] = ()
    skipped: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = field(default=())


def url_of(entry: Entry) -> str | None:
    """Where the pull request can be read: as the file states, else GitHub's address, else None."""
    if entry.url is not None or entry.pr is None:
        return entry.url
    return f"https://github.com/{entry.repo}/pull/{entry.pr}"
