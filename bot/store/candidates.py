"""Puts what meets a Query into one order, reading bounded windows of the index only."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from bot.search.match import Match
from bot.search.need import Need
from bot.search.rank import Candidate, Ranked, best_first, order, weight
from bot.search.sight import Region
from bot.store.bounds import CAP
from bot.store.windows import Windows

WINDOW = 100
"""How many candidates a window holds: one of headlines, one of all texts."""

_TELLING = 3  # needs that stand for all, when no Entry meets them all

Rank = Callable[[Iterable[Candidate]], list[Ranked]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Ranked rows of the index in order, and how many there are in `total` (up to CAP + 1)."""

    ranked: Sequence[Ranked]
    total: int


def ranking(
    within: Windows, asked: Match, today: date, wanted: int, *, newest_first: bool
) -> Ranking:
    """The rows that meet the Match, at least `wanted` of them if there are so many, up to CAP.

    All pages are cut from one order: what the windows hold, best first, then all else by date.
    Where no row meets all needs, those count that meet one of the most telling.
    """
    if asked.impossible:
        return Ranking((), 0)
    each, met = [asked], asked
    total = within.count(met)
    if not total and len(asked.needs) > 1 and (each := _telling(within, asked)):
        met = replace(asked, needs=(_any_of(each),))
        total = within.count(met)
    if not total:
        return Ranking((), 0)
    weights = _weights(within, asked) if total > 1 else [1.0] * len(asked.needs)
    rank = partial(order, needs=asked.needs, weights=weights, today=today)
    if newest_first:
        found = rank(within.newest(met, min(max(WINDOW, wanted), CAP)))
        return Ranking(sorted(found, key=lambda one: -one.id), total)
    head = _head(within, each, rank, total)
    return Ranking([*head, *_behind(within, met, head, wanted, rank)], total)


def _telling(within: Windows, asked: Match) -> list[Match]:
    """The rarest of the needs that anything meets at all, each alone."""
    each = [replace(asked, needs=(need,)) for need in asked.needs]
    counted = [(count, one) for one in each if (count := within.count(one))]
    return [one for _, one in sorted(counted, key=lambda pair: pair[0])[:_TELLING]]


def _any_of(each: Sequence[Match]) -> Need:
    needs = [need for one in each for need in one.needs]
    return Need(" OR ".join(need.text for need in needs), sum((n.forms for n in needs), ()))


def _weights(within: Windows, asked: Match) -> list[float]:
    """How rare each need is; that matters only beside others."""
    if len(asked.needs) < 2:
        return [1.0] * len(asked.needs)
    everything = replace(asked, needs=())
    each = [replace(everything, needs=(need,)) for need in asked.needs]
    total, *counts = within.sample([everything, *each])
    return [weight(count, total) for count in counts]


def _head(within: Windows, each: Sequence[Match], rank: Rank, total: int) -> list[Ranked]:
    """What is ranked by its text: the newest rows, and the newest headlines."""
    newest = {row.id: row for one in each for row in within.newest(one, WINDOW)}
    head = rank(newest.values())
    if total <= len(head) or all(map(_is_in_headline, head)):
        return head  # the newest headlines are among them
    headlines = [row for one in each for row in within.newest(one, WINDOW, in_headline=True)]
    others = {row.id: row for row in headlines if row.id not in newest}
    return sorted([*head, *rank(others.values())], key=best_first)


def _is_in_headline(ranked: Ranked) -> bool:
    return all(found.region is Region.HEADLINE for found in ranked.seen.values())


def _behind(
    within: Windows, met: Match, head: Sequence[Ranked], wanted: int, rank: Rank
) -> list[Ranked]:
    """The rows that follow the head, newest first, as far as wanted."""
    if wanted <= len(head):
        return []
    ahead = {one.id for one in head}
    rows = [row for row in within.newest(met, min(wanted, CAP)) if row.id not in ahead]
    return sorted(rank(rows), key=lambda one: -one.id)
