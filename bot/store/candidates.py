"""Chooses the windows a Query is answered from, and ranks what they hold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.search.match import Match
from bot.search.rank import Candidate, Ranked, order, weight
from bot.store.bounds import CAP
from bot.store.windows import Windows

WINDOW = 100
"""How many candidates a window holds: one of headlines, one of all texts."""

_TELLING = 3  # words that stand for all, when no Entry has them all


@dataclass(frozen=True, slots=True)
class Answer:
    """Ranked rows of the index, best first, and how many there are in `total` (up to CAP + 1)."""

    ranked: Sequence[Ranked]
    total: int


def answer(
    within: Windows, asked: Match, today: date, wanted: int, *, newest_first: bool
) -> Answer:
    """The rows that meet the Match, at least `wanted` of them if there are so many, up to CAP.

    Where none meets all needs, those that meet the most telling ones.
    """
    if asked.impossible:
        return Answer((), 0)
    total = within.count(asked)
    if total == 0:
        return _partly(within, asked, today) if len(asked.needs) > 1 else Answer((), 0)
    found = {one.id: one for one in within.newest(asked, min(max(WINDOW, wanted), CAP))}
    if not newest_first and total > len(found):
        found |= {one.id: one for one in within.newest(asked, WINDOW, in_headline=True)}
    ranked = _order(within, asked, list(found.values()), today)
    return Answer(sorted(ranked, key=lambda one: -one.id) if newest_first else ranked, total)


def _partly(within: Windows, asked: Match, today: date) -> Answer:
    """What meets the rarest of the needs that anything meets at all."""
    each = [replace(asked, needs=(need,)) for need in asked.needs]
    counted = [(count, one) for one in each if (count := within.count(one))]
    counted.sort(key=lambda pair: pair[0])
    found: dict[int, Candidate] = {}
    for _, one in counted[:_TELLING]:
        found |= {row.id: row for row in within.newest(one, WINDOW)}
    return Answer(_order(within, asked, list(found.values()), today), len(found))


def _order(
    within: Windows, asked: Match, candidates: Sequence[Candidate], today: date
) -> list[Ranked]:
    """Ranked; how rare a need is matters only beside others."""
    weights = [1.0] * len(asked.needs)
    if len(asked.needs) > 1 and len(candidates) > 1:
        everything = replace(asked, needs=())
        each = [replace(everything, needs=(need,)) for need in asked.needs]
        total, *counts = within.sample([everything, *each])
        weights = [weight(count, total) for count in counts]
    return order(candidates, asked.needs, weights, today)
