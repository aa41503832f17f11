"""Puts what meets a Query into one order, reading bounded windows of the index only."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from bot.search.match import Match
from bot.search.rank import Candidate, Ranked, in_order, order, weight
from bot.search.sight import Region
from bot.store.bounds import CAP
from bot.store.windows import Windows

WINDOW = 100
"""How many candidates a window holds: one of headlines, one of all texts."""

FEW = 10
"""With fewer rows that meet all needs, those follow that meet most."""

ENOUGH = 0.4
"""The least share of the needs, by weight, that a row must meet to be among those."""

Rank = Callable[[Iterable[Candidate]], list[Ranked]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Ranked rows of the index in order, and how many there are in `total` (up to CAP + 1).

    The last `partial` of them meet some of the needs only.
    """

    ranked: Sequence[Ranked]
    total: int
    partial: int = 0


def ranking(
    within: Windows, asked: Match, today: date, wanted: int, *, newest_first: bool
) -> Ranking:
    """The rows that meet the Match, at least `wanted` of them if there are so many, up to CAP.

    All pages are cut from one order: what the windows hold, best first, then all else by date.
    """
    total = 0 if asked.impossible else within.count(asked)
    if not total:
        return Ranking((), 0)
    weights = _weights(within, asked) if total > 1 else [1.0] * len(asked.needs)
    rank = partial(order, needs=asked.needs, weights=weights, today=today)
    if newest_first:
        found = rank(within.newest(asked, min(max(WINDOW, wanted), CAP)))
        return Ranking(sorted(found, key=lambda one: -one.id), total)
    head = _head(within, asked, rank, total)
    return Ranking([*head, *_behind(within, asked, head, wanted, rank)], total)


def with_partial(
    whole: Ranking, within: Windows, asked: Match, today: date, *, loosened: bool
) -> Ranking:
    """A Ranking of few rows, followed by the rows that meet most of the needs.

    `loosened` says that `asked` wants less than what the Ranking met: then rows that meet all of
    its needs are partial too.
    """
    if len(asked.needs) < 2 - loosened or asked.impossible:
        return whole
    everything = within.everything()
    weights: list[float] = []
    shares: Counter[int] = Counter()
    for each in _each(asked):
        count = within.count(each)
        weights.append(weight(count, everything) if count else 0.0)
        shares.update(dict.fromkeys(within.ids(each, CAP) if count else (), weights[-1]))
    ahead = {one.id for one in whole.ranked}
    least = ENOUGH * sum(weights)
    ids = [id_ for id_, met in shares.most_common() if id_ not in ahead and met >= least]
    found = order(within.rows(ids[:WINDOW]), asked.needs, weights, today)
    some = found[: FEW - len(whole.ranked)]
    return Ranking([*whole.ranked, *some], whole.total + len(some), len(some))


def _each(asked: Match) -> list[Match]:
    """The Match with one of its needs at a time."""
    return [replace(asked, needs=(need,)) for need in asked.needs]


def _weights(within: Windows, asked: Match) -> list[float]:
    """How rare each need is; that matters only beside others."""
    if len(asked.needs) < 2:
        return [1.0] * len(asked.needs)
    total, *counts = within.sample([replace(asked, needs=()), *_each(asked)])
    return [weight(count, total) for count in counts]


def _head(within: Windows, asked: Match, rank: Rank, total: int) -> list[Ranked]:
    """What is ranked by its text: the newest rows, and the newest headlines."""
    newest = {row.id: row for row in within.newest(asked, WINDOW)}
    head = rank(newest.values())
    if total <= len(head) or all(map(_is_in_headline, head)):
        return head  # the newest headlines are among them
    headlines = within.newest(asked, WINDOW, in_headline=True)
    others = [row for row in headlines if row.id not in newest]
    return in_order([*head, *rank(others)])


def _is_in_headline(ranked: Ranked) -> bool:
    return all(found.region is Region.HEADLINE for found in ranked.seen.values())


def _behind(
    within: Windows, asked: Match, head: Sequence[Ranked], wanted: int, rank: Rank
) -> list[Ranked]:
    """The rows that follow the head, newest first, as far as wanted."""
    if wanted <= len(head):
        return []
    ahead = {one.id for one in head}
    rows = [row for row in within.newest(asked, min(wanted, CAP)) if row.id not in ahead]
    return sorted(rank(rows), key=lambda one: -one.id)
