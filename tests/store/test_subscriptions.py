"""Subscriptions follow the schedule files and keep their past."""

import threading
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.core.entry import Level
from bot.core.schedule import DateRange, Language, Quiet, Source, State, Subscription
from bot.errors import ConfigError
from bot.store.channels import Channels
from bot.store.database import Database
from bot.store.subscriptions import Subscriptions
from bot.store.syncing import Synced

NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)

WEEKLY = Subscription(
    name="weekly",
    channel="C1",
    every="mon 09:00",
    timezone="Asia/Shanghai",
    filter="moe repo:acme/engine",
    level=Level.SKIM,
    limit=5,
    language=Language.ZH,
    grace=timedelta(hours=3),
    max_age=timedelta(days=30),
    holidays=(DateRange(date(2026, 12, 25), date(2026, 12, 26)),),
    quiet=Quiet.LINE,
    file="schedules/weekly.yaml",
)


@pytest.fixture
def subscriptions(database: Database) -> Subscriptions:
    return Subscriptions(database, Channels(database))


def test_a_declared_subscription_is_known_from_the_first_sync(
    subscriptions: Subscriptions,
) -> None:
    assert subscriptions.sync([WEEKLY], NOW) == Synced(added=("weekly",))
    (known,) = subscriptions.all()
    assert known.subscription == WEEKLY
    assert (known.source, known.known_at, known.edited_at) == (Source.YAML, NOW, None)
    assert known.state(NOW) is State.ACTIVE


def test_a_second_sync_of_the_same_files_changes_nothing(subscriptions: Subscriptions) -> None:
    subscriptions.sync([WEEKLY], NOW)
    assert subscriptions.sync([WEEKLY], LATER) == Synced()
    assert [each.known_at for each in subscriptions.all()] == [NOW]


@pytest.mark.parametrize(
    "edited",
    [
        replace(WEEKLY, every="tue 09:00"),
        replace(WEEKLY, timezone="UTC"),
        replace(WEEKLY, holidays=()),
    ],
)
def test_a_changed_rule_is_remembered_with_its_moment(
    subscriptions: Subscriptions, edited: Subscription
) -> None:
    subscriptions.sync([WEEKLY], NOW)
    assert subscriptions.sync([edited], LATER) == Synced(changed=("weekly",))
    assert [(each.subscription, each.edited_at) for each in subscriptions.all()] == [
        (edited, LATER)
    ]


def test_a_change_of_anything_else_leaves_the_rule_as_old_as_it_is(
    subscriptions: Subscriptions,
) -> None:
    subscriptions.sync([WEEKLY], NOW)
    edited = replace(WEEKLY, limit=9, channel="C2", filter=None, quiet=Quiet.SILENT)
    assert subscriptions.sync([edited], LATER).changed == ("weekly",)
    assert [(each.subscription, each.edited_at) for each in subscriptions.all()] == [(edited, None)]


def test_paused_follows_the_file_and_resuming_starts_anew(subscriptions: Subscriptions) -> None:
    subscriptions.sync([replace(WEEKLY, paused=True)], NOW)
    assert [each.state(NOW) for each in subscriptions.all()] == [State.PAUSED]
    assert subscriptions.active() == []
    subscriptions.sync([WEEKLY], LATER)
    assert [each.edited_at for each in subscriptions.active()] == [LATER]


def test_a_name_gone_from_the_files_is_retired_and_comes_back(
    subscriptions: Subscriptions,
) -> None:
    subscriptions.sync([WEEKLY], NOW)
    (before,) = subscriptions.all()
    assert subscriptions.sync([], LATER) == Synced(retired=("weekly",))
    assert subscriptions.active() == subscriptions.of_channel("C1") == []
    assert [each.state(NOW) for each in subscriptions.all()] == [State.RETIRED]
    assert subscriptions.sync([], LATER) == Synced()

    assert subscriptions.sync([WEEKLY], LATER) == Synced(changed=("weekly",))
    (back,) = subscriptions.active()
    assert (back.id, back.edited_at) == (before.id, LATER)


def test_one_is_found_by_its_name_and_those_of_a_channel_together(
    subscriptions: Subscriptions,
) -> None:
    other = replace(WEEKLY, name="daily", every="daily 09:00")
    subscriptions.sync([WEEKLY, other, replace(WEEKLY, name="elsewhere", channel="C2")], NOW)
    found = subscriptions.by_name("daily")
    assert found
    assert found.subscription == other
    assert subscriptions.by_name("nobody") is None
    assert [each.subscription.name for each in subscriptions.of_channel("C1")] == [
        "daily",
        "weekly",
    ]


def test_the_team_is_filled_in_once_it_is_known(
    database: Database, subscriptions: Subscriptions
) -> None:
    subscriptions.sync([WEEKLY], NOW)
    Channels(database).learn("T1")
    assert [each.subscription.team for each in subscriptions.all()] == ["T1"]
    assert subscriptions.sync([replace(WEEKLY, team="T1")], LATER) == Synced()


def test_a_subscription_for_another_workspace_is_refused_and_nothing_is_synced(
    database: Database, subscriptions: Subscriptions
) -> None:
    Channels(database).learn("T1")
    with pytest.raises(ConfigError, match=r"`strange` is for workspace T2, .* belongs to T1; "):
        subscriptions.sync([WEEKLY, replace(WEEKLY, name="strange", team="T2")], NOW)
    assert subscriptions.all() == []


def test_two_processes_that_sync_at_once_make_each_subscription_once(
    database: Database, subscriptions: Subscriptions
) -> None:
    declared = [replace(WEEKLY, name=f"weekly-{n}", channel=f"C{n}") for n in range(20)]
    together = threading.Barrier(3)
    added: list[str] = []

    def sync() -> None:
        together.wait()
        added.extend(Subscriptions(database, Channels(database)).sync(declared, NOW).added)

    threads = [threading.Thread(target=sync) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(added) == sorted(each.name for each in declared)
