"""Obstacles of Channels and Workspaces come, are told once, and go."""

from datetime import timedelta

import pytest

from bot.core.schedule import State, StoredSubscription
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import BEFORE, MONDAY, subscription

HOUR = timedelta(hours=1)


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    declared = [subscription("a", subscriber="U1"), subscription("b", channel="C2")]
    store.subscriptions.sync(declared, BEFORE)
    return store


def named(store: Store, name: str = "a") -> StoredSubscription:
    found = store.subscriptions.by_name(name)
    assert found
    return found


def told(store: Store) -> list[str]:
    reasons = []
    while notice := store.notices.take(MONDAY):
        reasons.append(notice.reason)
    return reasons


def test_an_obstacle_pauses_the_subscriptions_of_its_channel_alone(store: Store) -> None:
    store.obstacles.meet("C1", None, "is_archived", MONDAY)
    assert (named(store).state(MONDAY), named(store).obstacle) == (State.PAUSED, "is_archived")
    assert named(store, "b").state(MONDAY) is State.ACTIVE
    store.obstacles.clear("C1", None, MONDAY)
    assert named(store).state(MONDAY) is State.ACTIVE


def test_an_obstacle_is_told_once_until_it_is_gone_or_another(store: Store) -> None:
    for reason, expected in (
        ("is_archived", ["is_archived"]),
        ("is_archived", []),
        ("channel_not_found", ["channel_not_found"]),
    ):
        store.obstacles.meet("C1", None, reason, MONDAY)
        assert told(store) == expected
    store.obstacles.clear("C1", None, MONDAY)
    store.obstacles.meet("C1", None, "is_archived", MONDAY)
    assert told(store) == ["is_archived"]


def test_an_obstacle_that_is_gone_before_it_was_told_is_not_told(store: Store) -> None:
    store.obstacles.meet("C1", None, "is_archived", MONDAY)
    store.obstacles.clear("C1", None, MONDAY)
    assert told(store) == []


def test_channels_that_are_not_known_are_let_be(store: Store) -> None:
    store.obstacles.meet("C9", None, "is_archived", MONDAY)
    store.obstacles.clear("C9", "T9", MONDAY)
    store.obstacles.move("C9", "C8", None)
    assert [each.state(MONDAY) for each in store.subscriptions.all()] == [
        State.ACTIVE,
        State.ACTIVE,
    ]


def test_a_channel_keeps_its_subscriptions_under_its_new_id(store: Store) -> None:
    before = named(store)
    store.obstacles.move("C1", "C7", None)
    assert named(store).subscription.channel == "C7"
    assert named(store).channel_row == before.channel_row
    assert store.channels.find("C7") == store.channels.find("C1")


def test_schedules_that_still_say_the_old_id_change_nothing(store: Store) -> None:
    before = named(store)
    store.obstacles.move("C1", "C7", None)
    declared = [subscription("a", subscriber="U1"), subscription("b", channel="C2")]
    assert store.subscriptions.sync(declared, MONDAY).changed == ()
    assert named(store).channel_row == before.channel_row
    declared[0] = subscription("a", subscriber="U1", channel="C7")
    assert store.subscriptions.sync(declared, MONDAY).changed == ()


def test_a_channel_that_moves_twice_is_known_by_all_its_ids(store: Store) -> None:
    store.obstacles.move("C1", "C7", None)
    store.obstacles.move("C7", "C8", None)
    store.obstacles.move("C7", "C8", None)
    assert len({store.channels.ensure(each).id for each in ("C1", "C7", "C8")}) == 1


def test_a_channel_that_gets_its_old_id_back_is_followed(store: Store) -> None:
    for old, new in (("C1", "C7"), ("C7", "C1"), ("C1", "C8")):
        store.obstacles.move(old, new, None)
        assert named(store).subscription.channel == new
    assert [each.id for each in store.subscriptions.of_channel("C1")] == [named(store).id]


def test_a_retired_subscription_has_nobody_told(store: Store) -> None:
    store.subscriptions.sync([subscription("b", channel="C2")], MONDAY)
    store.obstacles.meet("C1", None, "is_archived", MONDAY)
    assert told(store) == []


def test_a_move_to_a_channel_that_is_known_leaves_both(store: Store) -> None:
    store.obstacles.move("C1", "C2", None)
    assert store.channels.find("C1") != store.channels.find("C2")


def test_a_stopped_workspace_stops_all_and_says_why_till_it_is_let_in(store: Store) -> None:
    store.obstacles.stop(1, "token_revoked")
    store.obstacles.stop(1, "invalid_auth")
    assert store.obstacles.stopped(1) == "token_revoked"
    assert {each.state(MONDAY) for each in store.subscriptions.all()} == {State.STOPPED}
    assert store.subscriptions.active() == []
    store.obstacles.let_in(1)
    assert store.obstacles.stopped(1) is None
    assert {each.state(MONDAY) for each in store.subscriptions.all()} == {State.ACTIVE}
