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
    was found where. `confident` is False for what was only partly matched.
    """

    stored: StoredEntry
    score: float
    why: tuple[str, ...]
    matched: Matched = Matched.ALL
    confident: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """One page of Hits, best first; `total` counts all of them.

    `total_exact` is False where counting stopped at `total`. `understood` is the Query as it was
    read, in query syntax.
    """

    hits: tuple[Hit, ...]
    total: int
    total_exact: bool
    understood: str
