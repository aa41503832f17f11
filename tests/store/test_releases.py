"""While two versions of the program run, the schedules of the newest release win."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.core.schedule import Subscription
from bot.store.database import Database
from bot.store.store import Store, store_on

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
OLD = Subscription(name="weekly", channel="C0123ABCD", every="mon 09:00", timezone="UTC")
NEW = replace(OLD, every="tue 10:00")


def _every(store: Store) -> str:
    found = store.subscriptions.by_name("weekly")
    assert found is not None
    return found.subscription.every


def test_the_clock_of_an_older_version_does_not_bring_its_schedules_back(
    database: Database,
) -> None:
    store = store_on(database)
    store.subscriptions.sync([OLD], NOW, release=True)
    store.subscriptions.sync([NEW], NOW, release=True)
    assert store.subscriptions.sync([OLD], NOW).outdated
    assert _every(store) == "tue 10:00"


def test_schedules_never_seen_before_count_without_a_release(database: Database) -> None:
    store = store_on(database)
    store.subscriptions.sync([OLD], NOW)
    assert not store.subscriptions.sync([NEW], NOW).outdated
    assert _every(store) == "tue 10:00"


def test_a_release_may_go_back_to_earlier_schedules(database: Database) -> None:
    store = store_on(database)
    for declared in (OLD, NEW, OLD):
        store.subscriptions.sync([declared], NOW, release=True)
    assert _every(store) == "mon 09:00"


def test_without_releases_what_is_declared_counts_also_a_second_time(database: Database) -> None:
    store = store_on(database)
    for declared in ([OLD], [], [OLD]):
        assert not store.subscriptions.sync(declared, NOW).outdated
    (stored,) = store.subscriptions.active()
    assert stored.subscription == replace(OLD, team=stored.subscription.team)


def test_what_was_released_comes_back_after_a_trial_of_something_else(database: Database) -> None:
    store = store_on(database)
    store.subscriptions.sync([OLD], NOW, release=True)
    store.subscriptions.sync([NEW], NOW)
    assert not store.subscriptions.sync([OLD], NOW).outdated
    assert _every(store) == "mon 09:00"
