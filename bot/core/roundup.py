"""Roundup: which unseen Entries one Occurrence shows, in order, and how many it keeps back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from itertools import count, groupby, islice
from typing import Any

from bot.core.channel import Viewer
from bot.core.entry import Level, StoredEntry
from bot.core.query import Query


class DeliveryState(StrEnum):
    """What became of one Occurrence."""

    CLAIMED = "claimed"
    POSTING = "posting"
    POSTED = "posted"
    QUIET = "quiet"
    FAILED = "failed"
    MISSED = "missed"
    UNCERTAIN = "uncertain"


class SeenState(StrEnum):
    """How an Entry belongs to a Channel's past."""

    PLANNED = "planned"
    SHOWN = "shown"
    MUTED = "muted"


@dataclass(frozen=True, slots=True)
class Roundup:
    """The chosen Entries, best first; `left` unseen ones wait for next time.

    They were chosen `of` so many: all of them, those left, and whatever else met the Filter and is
    new to the Channel, at any Level. 0 where that is not known.
    """

    entries: tuple[StoredEntry, ...]
    left: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What may go into one Roundup: unseen by `viewer`, of these Levels, not older than `since`.

    `query` is the Filter, None for none; its own `since:` counts back from `today`. At most
    `limit` are chosen. What is dated from `new_from` on counts as new at any Level; None: what is
    dated from `since` on.
    """

    viewer: Viewer
    query: Query | None
    levels: tuple[Level, ...]
    since: date
    today: date
    limit: int
    new_from: date | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """An Entry that may be chosen, as far as choosing looks at it; `id` is its row id."""

    id: int
    key: str
    repo: str
    level: Level
    date: date


@dataclass(frozen=True, slots=True)
class Candidates:
    """All that may be chosen, newest first, and `of` how many (see `Roundup`)."""

    unseen: tuple[Unseen, ...] = ()
    of: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """Row ids of the chosen Entries, best first; `left` unseen ones wait for next time."""

    ids: tuple[int, ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One Slack message of a Plan. `thread` says that it replies to the first one.

    `blocks` are Block Kit blocks as JSON-ready dicts; `metadata` is Slack's message metadata
    (`event_type`, `event_payload`), None in a message that is not part of a Delivery. `entries`
    are the row ids of the Entries it tells, so that after a refusal in the middle of a Plan just
    those that were shown count as Seen.
    """

    text: str
    blocks: tuple[dict[str, Any], ...] = ()
    thread: bool = False
    metadata: dict[str, Any] | None = field(default=None)
    entries: tuple[int, ...] = ()


def choose(candidates: Sequence[Unseen], limit: int, skip: int = 0) -> Chosen:
    """The best `limit` of the candidates, best first, and how many are left for next time.

    With `skip`, those that would follow so many that were chosen before.

    Best is the Level, then the newest date, then the Key. Where not all of one Level fit, each
    repository has its turn: the best of every repository, then the second of every, and so on.
    """
    best_first = _sorted(candidates)
    chosen = sorted(islice(_in_turns(best_first), skip, skip + limit), key=_best_first)
    left = max(0, len(best_first) - skip - len(chosen))
    return Chosen(tuple(unseen.id for unseen in chosen), left)


def in_order(candidates: Sequence[Unseen]) -> list[int]:
    """The row ids of all candidates in the order in which they are chosen."""
    return [unseen.id for unseen in _in_turns(_sorted(candidates))]


def _sorted(candidates: Sequence[Unseen]) -> list[Unseen]:
    unlike = {unseen.id: unseen for unseen in candidates}.values()
    return sorted(unlike, key=_best_first)


def _best_first(unseen: Unseen) -> tuple[int, int, str, int]:
    return unseen.level.rank, -unseen.date.toordinal(), unseen.key.casefold(), unseen.id


def _in_turns(best_first: Sequence[Unseen]) -> Iterator[Unseen]:
    """Level by Level; within one, each repository in turn, that of the best Entry first."""
    for _, of_level in groupby(best_first, key=lambda unseen: unseen.level):
        turns: dict[str, count[int]] = {}
        ranked = [
            (next(turns.setdefault(unseen.repo.casefold(), count())), place, unseen)
            for place, unseen in enumerate(of_level)
        ]
        yield from (unseen for _, _, unseen in sorted(ranked, key=lambda each: each[:2]))
