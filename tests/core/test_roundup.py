"""Choosing a Roundup: each rule by its name."""

from collections import Counter
from datetime import date, timedelta
from itertools import count
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.core.entry import Level
from bot.core.roundup import Chosen, Unseen, choose

TODAY = date(2026, 11, 30)
_ids = count(1)


def unseen(
    pr: int, *, repo: str = "acme/engine", level: Level = Level.MUST, days_old: int = 0
) -> Unseen:
    return Unseen(next(_ids), f"{repo}#{pr}", repo, level, TODAY - timedelta(days=days_old))


def prs(candidates: list[Unseen], limit: int) -> list[int]:
    numbers = {each.id: int(each.key.partition("#")[2]) for each in candidates}
    return [numbers[id_] for id_ in choose(candidates, limit).ids]


def test_a_must_comes_before_a_newer_skim() -> None:
    skim, must = unseen(1, level=Level.SKIM), unseen(2, days_old=9)
    assert prs([skim, must], 1) == [2]


def test_of_one_level_the_newest_comes_first() -> None:
    some = [unseen(1, days_old=2), unseen(2, days_old=1), unseen(3, days_old=3)]
    assert prs(some, 3) == [2, 1, 3]


def test_of_one_day_the_key_decides_whatever_order_they_came_in() -> None:
    some = [unseen(3), unseen(1), unseen(2)]
    assert prs(some, 3) == prs(some[::-1], 3) == [1, 2, 3]


def test_no_more_than_the_limit_are_chosen_and_the_rest_is_counted() -> None:
    chosen = choose([unseen(n) for n in range(10)], 4)
    assert len(chosen.ids) == 4
    assert chosen.left == 6


def test_where_not_all_fit_each_repository_has_its_turn() -> None:
    busy = [unseen(n) for n in range(1, 9)]
    quiet = [unseen(100, repo="acme/docs", days_old=6), unseen(200, repo="acme/web", days_old=7)]
    assert prs(busy + quiet, 4) == [1, 2, 100, 200]


def test_a_repository_has_one_turn_however_its_name_is_written() -> None:
    busy = [unseen(1), unseen(2, repo="Acme/Engine"), unseen(3, repo="ACME/engine")]
    assert prs([*busy, unseen(9, repo="acme/docs", days_old=3)], 2) == [1, 9]


def test_a_repository_without_a_must_waits_until_all_musts_are_chosen() -> None:
    musts = [unseen(n) for n in range(1, 4)]
    assert prs([*musts, unseen(9, repo="acme/docs", level=Level.SKIM)], 3) == [1, 2, 3]


def test_what_is_chosen_is_told_best_first_not_in_turns() -> None:
    some = [unseen(1, days_old=1), unseen(2, days_old=2), unseen(3, repo="acme/docs", days_old=3)]
    assert prs(some, 3) == [1, 2, 3]


def test_of_nothing_nothing_is_chosen() -> None:
    assert choose([], 8) == Chosen(())


_CANDIDATES = st.lists(
    st.builds(
        unseen,
        st.integers(1, 30),
        repo=st.sampled_from(["acme/engine", "Acme/Engine", "acme/docs", "acme/web"]),
        level=st.sampled_from(Level),
        days_old=st.integers(0, 5),
    ),
    max_size=40,
)


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_repeats_and_never_exceeds(candidates: list[Unseen], limit: int) -> None:
    chosen = choose(candidates + candidates, limit)
    assert len(chosen.ids) == len(set(chosen.ids)) == min(limit, len(candidates))
    assert chosen.left == len(candidates) - len(chosen.ids)


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_starves_an_unseen(candidates: list[Unseen], limit: int) -> None:
    waiting = candidates
    for _ in range(-(-len(candidates) // limit)):
        shown = set(choose(waiting, limit).ids)
        waiting = [each for each in waiting if each.id not in shown]
    assert waiting == []


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_never_starves_a_repository(candidates: list[Unseen], limit: int) -> None:
    repositories = {each.repo.casefold() for each in candidates if each.level is Level.MUST}
    shown = set(choose(candidates, limit).ids)
    shown_repositories = {each.repo.casefold() for each in candidates if each.id in shown}
    assert limit < len(repositories) or repositories <= shown_repositories


@given(_CANDIDATES, st.integers(1, 12))
def test_choose_gives_no_repository_more_than_one_turn_ahead_of_one_that_waits(
    candidates: list[Unseen], limit: int
) -> None:
    shown = set(choose(candidates, limit).ids)
    for level in Level:
        here = [
            (each.id in shown, each.repo.casefold()) for each in candidates if each.level is level
        ]
        turns = Counter(repo for was_shown, repo in here if was_shown)
        waiting = {repo for was_shown, repo in here if not was_shown}
        assert all(turns[repo] >= max(turns.values(), default=0) - 1 for repo in waiting)


@given(_CANDIDATES, st.integers(1, 12), st.randoms())
def test_choose_does_not_depend_on_the_order_in_which_they_come(
    candidates: list[Unseen], limit: int, random: Random
) -> None:
    shuffled = random.sample(candidates, len(candidates))
    assert choose(shuffled, limit) == choose(candidates, limit)
