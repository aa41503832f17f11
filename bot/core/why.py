"""Why an Entry is or is not in the next Roundup of a Subscription: the facts, without words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import StoredEntry
from bot.core.roundup import SeenState, Unseen, Wanted, in_order


class Reason(StrEnum):
    """What keeps an Entry out of a Roundup."""

    FILTER = "filter"
    LEVEL = "level"
    AGE = "age"
    SHOWN = "shown"
    PLANNED = "planned"
    MUTED = "muted"
    LIMIT = "limit"


_SEEN = {
    SeenState.SHOWN: Reason.SHOWN,
    SeenState.PLANNED: Reason.PLANNED,
    SeenState.MUTED: Reason.MUTED,
}


@dataclass(frozen=True, slots=True)
class Why:
    """What keeps an Entry out; nothing: it is in.

    `unmet` are the clauses of the Filter that it does not meet, as written there. `place` is its
    place (from 1) among the `of` that fit and are unseen; None where it is not among them.
    """

    reasons: tuple[Reason, ...]
    unmet: tuple[str, ...] = ()
    place: int | None = None
    of: int = 0


def why(
    stored: StoredEntry,
    wanted: Wanted,
    unmet: Sequence[str],
    seen: SeenState | None,
    candidates: Sequence[Unseen],
) -> Why:
    """Every reason that keeps an Entry out of a Roundup chosen from these candidates.

    It may be seen by the Channel; `seen` is how it belongs to its past.
    """
    order = in_order(candidates)
    place = order.index(stored.id) + 1 if stored.id in order else None
    held = {
        Reason.FILTER: bool(unmet),
        Reason.LEVEL: stored.entry.level not in wanted.levels,
        Reason.AGE: stored.entry.date < wanted.since,
        Reason.LIMIT: place is not None and place > wanted.limit,
    }
    reasons = [reason for reason, holds in held.items() if holds]
    if seen is not None:
        reasons.append(_SEEN[seen])
    return Why(tuple(reasons), tuple(unmet), place, len(order))
