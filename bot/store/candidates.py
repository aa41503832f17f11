"""Puts what meets a Query into one order, reading bounded windows of the index only."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from bot.search.match import Match, each_need, nearest
from bot.search.need import Need
from bot.search.rank import Candidate, Ranked, order, weight
from bot.search.sight import Region
from bot.store.bounds import CAP
from bot.store.windows import Windows

WINDOW = 60
"""How many candidates a window holds: one of headlines, one of all texts."""

ALL = 150
"""Up to how many rows all are ranked: looking for headlines among them takes longer."""

FEW = 10
"""With fewer rows that meet all needs, those follow that meet most."""

ENOUGH = 0.35
"""The least share of the needs, by weight, that a row must meet to be among those."""

ENOUGH_ROWS = 20
"""With so many rows that meet the needs by their names, nothing wider is asked for."""

MANY_NEEDS = 4
"""Nor with so many needs: what meets most of them follows anyway."""

PARTIAL_CAP = 500
"""How many of the newest rows that meet one need are looked at for that."""

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
    near, total = (asked, 0) if asked.impossible else _counted(within, asked)
    if not total:
        return Ranking((), 0)
    weights = _weights(within, near) if total > 1 else [1.0] * len(asked.needs)
    rank = partial(order, needs=near.needs, weights=weights, today=today)
    if newest_first:
        found = rank(within.newest(near, min(max(WINDOW, wanted), CAP)))
        return Ranking(sorted(found, key=lambda one: -one.id), total)
    head = _head(within, near, rank, total)
    return Ranking([*head, *_behind(within, near, head, wanted, rank)][:CAP], total)


def with_partial(
    whole: Ranking, within: Windows, asked: Match, today: date, *, loosened: bool
) -> Ranking:
    """A Ranking of few rows, followed by the rows that meet most of the needs.

    `loosened` says that `asked` wants less than what the Ranking met: then rows that meet all of
    its needs are partial too.
    """
    if asked.impossible or (len(asked.needs) < 2 and not loosened):
        return whole
    everything = within.everything() or 1
    weights: list[float] = []
    shares: Counter[int] = Counter()
    for each, sampled in zip(each_need(asked), within.shares(nearest(asked)), strict=True):
        met_by = _ids(within, each)
        share = max(sampled, len(met_by) / everything)
        weights.append(weight(share) if met_by else 0.0)
        shares.update(dict.fromkeys(met_by, weights[-1]))
    ahead = {one.id for one in whole.ranked}
    least = ENOUGH * sum(weights)
    ids = [id_ for id_, met in shares.most_common() if id_ not in ahead and met >= least]
    found = order(within.rows(ids[:WINDOW]), asked.needs, weights, today)
    some = found[: FEW - len(whole.ranked)]
    return Ranking([*whole.ranked, *some], whole.total + len(some), len(some))


def unmet(within: Windows, asked: Match) -> list[Need]:
    """The needs that no row meets in any way."""
    return [one.needs[0] for one in each_need(asked) if not within.ids(one, 1)]


def _counted(within: Windows, asked: Match) -> tuple[Match, int]:
    """What to ask for, and how many rows meet it.

    Where enough do by the names themselves, what those cover, and what is put together from pieces,
    counts less and is not asked for, which takes a fraction of the time.
    """
    near = nearest(asked)
    total = within.count(near)
    if total >= ENOUGH_ROWS or len(asked.needs) >= MANY_NEEDS or near == asked:
        return near, total
    return asked, within.count(asked)


def _ids(within: Windows, asked: Match) -> Sequence[int]:
    """As `_counted`, the newest rows themselves."""
    near = nearest(asked)
    ids = within.ids(near, PARTIAL_CAP)
    return ids if len(ids) >= ENOUGH_ROWS or near == asked else within.ids(asked, PARTIAL_CAP)


def _weights(within: Windows, asked: Match) -> list[float]:
    """How rare each need is; that matters only beside others."""
    if len(asked.needs) < 2:
        return [1.0] * len(asked.needs)
    return [weight(share) for share in within.shares(asked)]


def _head(within: Windows, asked: Match, rank: Rank, total: int) -> list[Ranked]:
    """What is ranked by its text: the newest rows, and the newest headlines if those have few.

    All rows where they are not many more than a window holds. Where the newest rows have enough
    headlines to show, older ones are not looked for: that takes long, and they would be as good.
    """
    if total <= ALL:
        return rank(within.newest(asked, ALL))
    newest = within.newest(asked, WINDOW)
    head = rank(newest)
    if sum(map(_is_in_headline, head)) >= FEW:
        return head
    headlines = within.newest(asked, WINDOW, in_headline=True)
    return rank({row.id: row for row in (*newest, *headlines)}.values())


def _is_in_headline(ranked: Ranked) -> bool:
    return all(found.region is Region.HEADLINE for _, found in ranked.seen)


def _behind(
    within: Windows, asked: Match, head: Sequence[Ranked], wanted: int, rank: Rank
) -> list[Ranked]:
    """The rows that follow the head, newest first, as far as wanted."""
    if wanted <= len(head):
        return []
    ahead = {one.id for one in head}
    rows = [row for row in within.newest(asked, min(wanted, CAP)) if row.id not in ahead]
    return sorted(rank(rows), key=lambda one: -one.id)
