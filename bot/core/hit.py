"""Hit: an Entry that answers a Query, with its score and why."""

from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import StoredEntry


class Matched(StrEnum):
    """Whether everything that was asked for was found in the Entry."""

    ALL = "all"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class Hit:
    """An Entry that answers a Query.

    `score` orders the Hits of one answer and means nothing beyond it. `why` says in words what
    was found where. `rows` are the Terms by which it was found, each row as they stand next to each
    other in the text. `confident` is False for what was only partly matched, or corrected.
    """

    stored: StoredEntry
    score: float
    why: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    matched: Matched = Matched.ALL
    confident: bool = True


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that stands nowhere, as `typed`, and the nearest known one that was searched."""

    typed: str
    searched: str


@dataclass(frozen=True, slots=True)
class Found:
    """One page of Hits: those that have all that was asked for, then partial ones, best first.

    `total` counts all of them, `partial` the partial ones among them; `total_exact` is False where
    counting stopped at `total`. `understood` is the Query as it was read, in query syntax;
    `corrections` say which of its words were not searched as typed.
    """

    hits: tuple[Hit, ...]
    total: int
    total_exact: bool
    understood: str
    partial: int = 0
    corrections: tuple[Correction, ...] = ()
