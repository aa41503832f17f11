"""Subscriptions that people make in Slack, and what they may do with those of files."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from bot.core.occurrence import falls_due
from bot.core.schedule import Source, State, StoredSubscription
from bot.errors import ConfigError, PrdigestError
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused
from bot.roundups.planning import Planner
from bot.store.database import Database
from bot.store.slack_subscriptions import LONGEST_PAUSE, MOST
from bot.store.store import Store, store_on
from bot.store.syncing import Synced
from tests.roundups.builders import (
    BEFORE,
    DAY,
    MONDAY,
    WEEK,
    Channels,
    fill,
    one_message,
    subscription,
)

HALF_PAST = MONDAY + DAY / 48
DECLARED = subscription(file="schedules/weekly.yaml")
MADE = subscription("whatever", timezone="Asia/Shanghai", every="mon 17:00", subscriber="U0MAKER")


@pytest.fixture
def store(database: Database) -> Store:
    """Three Entries a Roundup for a while, and nothing declared."""
    store = store_on(database)
    fill(store, range(1, 10))
    return store


def made(store: Store, limit: int = MADE.limit) -> StoredSubscription:
    return store.subscriptions.make(replace(MADE, limit=limit), BEFORE)[0]


def declared(store: Store) -> StoredSubscription:
    store.subscriptions.sync([DECLARED], BEFORE)
    (found,) = store.subscriptions.of_channel("C1")
    return found


def told(store: Store) -> list[str]:
    return [f"{one.due:%d %b %H:%M} {one.state}" for one in store.deliveries.all()]


def tick(store: Store, slack: Channels, *moments: datetime) -> None:
    for now in moments:
        deliver_due(partial(datetime.replace, now), store, one_message, slack)


def test_one_made_in_slack_falls_due_like_any_other(store: Store) -> None:
    stored = made(store)
    assert stored.subscription == replace(MADE, name="slack:C1")
    assert (stored.source, stored.known_at) == (Source.SLACK, BEFORE)
    assert store.subscriptions.timezone_used() == "Asia/Shanghai"
    slack = Channels()
    tick(store, slack, BEFORE, MONDAY)
    assert slack.texts == ["1 2 3"]


def test_a_sync_lets_what_was_made_in_slack_be_and_no_file_can_have_its_name(store: Store) -> None:
    before = made(store)
    assert store.subscriptions.sync([DECLARED], HALF_PAST) == Synced(added=("weekly",))
    assert store.subscriptions.sync([], HALF_PAST) == Synced(retired=("weekly",))
    assert store.subscriptions.get(before.id) == before
    for name in ("slack:C1", "slack:C0NEW:2"):
        with pytest.raises(ConfigError, match=rf"weekly.yaml: .*`{name}` .*give it another one"):
            store.subscriptions.sync([replace(DECLARED, name=name)], HALF_PAST)
    assert store.subscriptions.get(before.id) == before


def test_a_change_keeps_what_is_not_the_persons_to_choose(store: Store) -> None:
    id_ = made(store).id
    store.subscriptions.pause(id_, MONDAY + WEEK, BEFORE)
    other = subscription("x", channel="C9", every="tue 10:00", limit=5, subscriber="U0OTHER")
    changed = store.subscriptions.change(id_, other, HALF_PAST)
    assert changed.subscription == replace(
        other, name="slack:C1", channel="C1", subscriber="U0MAKER"
    )
    assert (changed.edited_at, changed.paused_until) == (HALF_PAST, MONDAY + WEEK)
    assert store.subscriptions.timezone_used() == "UTC"


def test_what_is_due_at_a_change_is_owed_and_the_new_rule_comes_next(store: Store) -> None:
    id_, slack = made(store).id, Channels()
    store.subscriptions.change(id_, replace(MADE, every="mon 18:00"), HALF_PAST)
    tick(store, slack, HALF_PAST, MONDAY + DAY, MONDAY + WEEK + DAY / 24)
    assert told(store) == ["30 Nov 09:00 posted", "07 Dec 10:00 posted"]
    assert slack.texts == ["1 2 3", "4 5 6"]


@pytest.mark.parametrize("of", [made, declared])
def test_a_pause_skips_occurrences_and_their_entries_wait(
    store: Store, of: Callable[[Store], StoredSubscription]
) -> None:
    id_, slack = of(store).id, Channels()
    assert store.subscriptions.pause(id_, MONDAY + WEEK, BEFORE).state(MONDAY) is State.PAUSED
    tick(store, slack, MONDAY, MONDAY + WEEK)
    store.subscriptions.pause(id_, MONDAY + 9 * WEEK, MONDAY + WEEK + DAY)
    tick(store, slack, MONDAY + 2 * WEEK)
    assert slack.texts == []
    resumed = store.subscriptions.resume(id_, MONDAY + 2 * WEEK + DAY / 24)
    assert resumed.state(MONDAY + 2 * WEEK + DAY / 24) is State.ACTIVE
    assert store.subscriptions.resume(id_, MONDAY + 2 * WEEK + DAY) == resumed
    tick(store, slack, MONDAY + 2 * WEEK + DAY)
    assert slack.texts == []
    tick(store, slack, MONDAY + 3 * WEEK)
    assert slack.texts == ["1 2 3"]
    assert told(store) == ["21 Dec 09:00 posted"]


def test_a_pause_outlasts_what_the_files_say_meanwhile(store: Store) -> None:
    id_ = declared(store).id
    store.subscriptions.pause(id_, MONDAY + WEEK, BEFORE)
    store.subscriptions.sync([replace(DECLARED, every="mon 09:30")], MONDAY)
    store.subscriptions.sync([], MONDAY)
    store.subscriptions.sync([DECLARED], MONDAY)
    assert store.subscriptions.get(id_).pause_ends(MONDAY) == MONDAY + WEEK
    assert told(store) == []


def test_a_pause_between_falling_due_and_its_claim_wins(store: Store) -> None:
    due = made(store)
    occurrence = falls_due(due, MONDAY)
    assert occurrence
    store.subscriptions.pause(due.id, MONDAY + DAY, MONDAY)
    planner = Planner(store, one_message)
    assert planner.claim(due, occurrence, MONDAY) is None
    store.subscriptions.resume(due.id, MONDAY)
    assert planner.claim(due, occurrence, MONDAY) is None
    assert told(store) == []


def test_what_a_channel_refused_before_a_pause_is_not_owed_anew(store: Store) -> None:
    id_, slack = made(store).id, Channels(faults=[Refused("is_archived")])
    tick(store, slack, MONDAY)
    store.subscriptions.pause(id_, MONDAY + DAY, HALF_PAST)
    store.obstacles.clear("C1", None, HALF_PAST)
    assert told(store) == ["30 Nov 09:00 failed"]
    store.subscriptions.resume(id_, HALF_PAST)
    tick(store, slack, HALF_PAST)
    assert slack.texts == []


def test_one_that_is_removed_is_gone_with_its_name(store: Store) -> None:
    removed = store.subscriptions.remove(made(store).id)
    assert removed.state(BEFORE) is State.RETIRED
    assert store.subscriptions.of_channel("C1") == []
    for step in (
        partial(store.subscriptions.change, removed.id, MADE, BEFORE),
        partial(store.subscriptions.pause, removed.id, MONDAY, BEFORE),
        partial(store.subscriptions.resume, removed.id, BEFORE),
        partial(store.subscriptions.remove, removed.id),
        partial(store.subscriptions.remove, 999),
    ):
        with pytest.raises(PrdigestError, match="not there any more"):
            step()
    assert [made(store, n).subscription.name for n in (1, 2)] == ["slack:C1:2", "slack:C1:3"]


def test_what_a_file_declares_is_changed_there(store: Store) -> None:
    before = declared(store)
    for step in (
        partial(store.subscriptions.change, before.id, MADE, BEFORE),
        partial(store.subscriptions.remove, before.id),
    ):
        with pytest.raises(PrdigestError, match=r"^schedules/weekly.yaml declares .*paused$"):
            step()
    assert store.subscriptions.get(before.id) == before
    store.subscriptions.sync([replace(DECLARED, paused=True)], BEFORE)
    with pytest.raises(PrdigestError, match=r"^schedules/weekly.yaml pauses .*`paused: true`"):
        store.subscriptions.resume(before.id, BEFORE)


def test_a_pause_ends_in_the_future_and_within_a_year(store: Store) -> None:
    id_ = made(store).id
    for until in (BEFORE, BEFORE - DAY, BEFORE + LONGEST_PAUSE + DAY):
        with pytest.raises(PrdigestError, match="in the future, and within a year"):
            store.subscriptions.pause(id_, until, BEFORE)
    assert store.subscriptions.get(id_).paused_until is None


def test_however_many_make_one_at_once_a_channel_has_so_many(
    database: Database, store: Store
) -> None:
    store.subscriptions.sync([DECLARED], BEFORE)
    together = threading.Barrier(4)
    refused: list[str] = []
    numbers = itertools.count(1)  # one that is just so is not made again

    def make_some() -> None:
        mine = store_on(database)
        together.wait()
        for _ in range(MOST // 4 + 1):
            try:
                made(mine, next(numbers))
            except PrdigestError as error:
                refused.append(str(error))
            mine.subscriptions.sync([DECLARED], BEFORE)

    threads = [threading.Thread(target=make_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [each.subscription.name for each in store.subscriptions.of_channel("C1")]
    assert set(names) == {"weekly", "slack:C1", *(f"slack:C1:{n}" for n in range(2, MOST + 1))}
    assert len(refused) == 4
    assert f"has {MOST} subscriptions made in Slack" in refused[0]
    assert store.subscriptions.make(replace(MADE, channel="C2"), BEFORE)[1]


def test_the_same_asked_for_twice_at_once_is_made_once_and_one_is_told_that_it_is_new(
    database: Database, store: Store
) -> None:
    store.channels.ensure("C1")
    together = threading.Barrier(2)

    def make(n: int) -> tuple[StoredSubscription, bool]:
        mine = store_on(database)
        together.wait()
        return mine.subscriptions.make(replace(MADE, name=f"n{n}"), BEFORE)

    with ThreadPoolExecutor(2) as both:
        (one, is_new), (other, is_new_too) = both.map(make, range(2))
    assert [one] == [other] == store.subscriptions.of_channel("C1")
    assert {is_new, is_new_too} == {True, False}


def test_many_are_paused_and_resumed_together_or_none_of_them(store: Store) -> None:
    ids = [made(store, n).id for n in (1, 2)]
    paused = store.subscriptions.pause_all(ids, MONDAY + WEEK, BEFORE)
    assert [each.pause_ends(MONDAY) for each in paused] == [MONDAY + WEEK] * 2
    for step in (
        partial(store.subscriptions.pause_all, [*ids, 999], MONDAY + DAY, MONDAY),
        partial(store.subscriptions.resume_all, [*ids, 999], MONDAY),
    ):
        with pytest.raises(PrdigestError, match="not there any more"):
            step()
        assert [store.subscriptions.get(id_) for id_ in ids] == paused
    resumed = store.subscriptions.resume_all(ids, MONDAY)
    assert [each.state(MONDAY) for each in resumed] == [State.ACTIVE] * 2
