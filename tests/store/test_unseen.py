"""A Roundup is chosen from all that meets its Filter, its Levels and its age, unseen here."""

from dataclasses import replace

import pytest

from bot.core.channel import Viewer
from bot.core.entry import Level
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.store.choosing import show, tell, told, unseen_headlines


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def test_a_filter_gives_all_that_meets_it_newest_first(store: Store) -> None:
    tell(store, told("moe old", days_ago=9), told("moe new"), told("fp8"))
    assert unseen_headlines(store, "moe") == ["moe new", "moe old"]


def test_without_a_filter_all_are_given(store: Store) -> None:
    tell(store, told("a"), told("b", days_ago=1))
    assert unseen_headlines(store, None) == ["a", "b"]


def test_only_the_levels_asked_for_are_given(store: Store) -> None:
    tell(store, told("must"), told("skim", Level.SKIM), told("skip", Level.SKIP))
    assert unseen_headlines(store, None) == ["must"]
    assert set(unseen_headlines(store, None, levels=(Level.MUST, Level.SKIM))) == {"must", "skim"}


def test_only_what_is_young_enough_is_given(store: Store) -> None:
    tell(store, told("old", days_ago=57), told("young", days_ago=56))
    assert unseen_headlines(store, None) == ["young"]
    assert unseen_headlines(store, "since:55d") == []


def test_what_the_channel_has_seen_is_left_out(store: Store) -> None:
    tell(store, told("seen"), told("unseen", days_ago=1))
    channel = store.channels.ensure("C1")
    show(store, channel.id, "seen")
    viewer = Viewer(channel="C1", channel_row=channel.id)
    assert unseen_headlines(store, None, viewer=viewer) == ["unseen"]
    assert unseen_headlines(store, None) == ["seen", "unseen"]


def test_nothing_is_cut_however_much_there_is(store: Store) -> None:
    tell(store, *(told(f"skip {n}", Level.SKIP) for n in range(2100)), told("must", days_ago=3))
    found = unseen_headlines(store, None, levels=tuple(Level))
    assert len(found) == 2101
    assert "must" in found


def test_a_filter_never_matches_in_part(store: Store) -> None:
    tell(store, told("moe"))
    assert unseen_headlines(store, "moe zzz") == []


def test_a_filter_of_exclusions_gives_the_others(store: Store) -> None:
    tell(store, replace(told("ci"), labels=("ci",)), told("other"))
    assert unseen_headlines(store, "-label:ci") == ["other"]


def test_what_the_channel_may_not_see_is_never_given(store: Store) -> None:
    tell(store, replace(told("hidden"), visibility=("C7",)), told("open"))
    assert unseen_headlines(store, None) == ["open"]
    assert set(unseen_headlines(store, None, viewer=Viewer("T1", "C7"))) == {"hidden", "open"}
