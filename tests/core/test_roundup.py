"""Choosing a Roundup: each rule by its name."""

from datetime import date, timedelta
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from bot.core.entry import Entry, Level, StoredEntry
from bot.core.roundup import Roundup, choose

TODAY = date(2026, 11, 30)
_ids = count(1)


def entry(
    pr: int, *, repo: str = "acme/engine", level: Level = Level.MUST, days_old: int = 0
) -> StoredEntry:
    told = Entry(
        repo=repo,
        pr=pr,
        headline=f"Change {pr}",
        verdict="Worth reading.",
        level=level,
        date=TODAY - timedelta(days=days_old),
    )
    return StoredEntry(next(_ids), f"{repo}#{pr}", told)


def prs(candidates: list[StoredEntry], limit: int) -> list[int | None]:
    return [stored.entry.pr for stored in choose(candidates, limit).entries]


def test_a_must_comes_before_a_newer_skim() -> None:
    skim, must = entry(1, level=Level.SKIM), entry(2, days_old=9)
    assert prs([skim, must], 1) == [2]


def test_of_one_level_the_newest_comes_first() -> None:
    assert prs([entry(1, days_old=2), entry(2, days_old=1), entry(3, days_old=3)], 3) == [2, 1, 3]


def test_of_one_day_the_key_decides_whatever_order_they_came_in() -> None:
    some = [entry(3), entry(1), entry(2)]
    assert prs(some, 3) == prs(some[::-1], 3) == [1, 2, 3]


def test_no_more_than_the_limit_are_chosen_and_the_rest_is_counted() -> None:
    roundup = choose([entry(n) for n in range(10)], 4)
    assert len(roundup.entries) == 4
    assert roundup.left == 6


def test_where_not_all_fit_each_repository_has_its_turn() -> None:
    busy = [entry(n) for n in range(1, 9)]
    quiet = [entry(100, repo="acme/docs", days_old=6), entry(200, repo="acme/web", days_old=7)]
    assert prs(busy + quiet, 4) == [1, 2, 100, 200]


def test_a_repository_has_one_turn_however_its_name_is_written() -> None:
    busy = [entry(1), entry(2, repo="Acme/Engine"), entry(3, repo="ACME/engine")]
    assert prs([*busy, entry(9, repo="acme/docs", days_old=3)], 2) == [1, 9]


def test_a_repository_without_a_must_waits_until_all_musts_are_chosen() -> None:
    musts = [entry(n) for n in range(1, 4)]
    assert prs([*musts, entry(9, repo="acme/docs", level=Level.SKIM)], 3) == [1, 2, 3]


def test_what_is_chosen_is_told_best_first_not_in_turns() -> None:
    some = [entry(1, days_old=1), entry(2, days_old=2), entry(3, repo="acme/docs", days_old=3)]
    assert prs(some, 3) == [1, 2, 3]


def test_of_nothing_nothing_is_chosen() -> None:
    assert choose([], 8) == Roundup(())


_CANDIDATES = st.lists(
    st.builds(
        entry,
        st.integers(1, 30),
        repo=st.sampled_from(["acme/engine", "Acme/Engine", "acme/docs", "acme/web"]),
        level=st.sampled_from(Level),
        days_old=st.integers(0, 5),
    ),
    max_size=40,
)


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_repeats_and_never_exceeds(candidates: list[StoredEntry], limit: int) -> None:
    roundup = choose(candidates + candidates, limit)
    ids = [stored.id for stored in roundup.entries]
    assert len(ids) == len(set(ids)) == min(limit, len(candidates))
    assert roundup.left == len(candidates) - len(ids)


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_starves_an_entry(candidates: list[StoredEntry], limit: int) -> None:
    unseen = candidates
    for _ in range(-(-len(candidates) // limit)):
        shown = {stored.id for stored in choose(unseen, limit).entries}
        unseen = [stored for stored in unseen if stored.id not in shown]
    assert unseen == []


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_starves_a_repository(candidates: list[StoredEntry], limit: int) -> None:
    musts = [stored for stored in candidates if stored.entry.level is Level.MUST]
    repositories = {stored.entry.repo.casefold() for stored in musts}
    shown = {stored.entry.repo.casefold() for stored in choose(candidates, limit).entries}
    assert limit < len(repositories) or repositories <= shown
