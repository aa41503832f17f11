"""A changed time never causes a Roundup too many, nor one too few."""

import threading
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.core.schedule import DateRange, Quiet
from bot.errors import SlackError
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.store import Store, store_on
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

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
HALF_PAST = MONDAY + 30 * MINUTE


@pytest.fixture
def store(database: Database) -> Store:
    """Three Entries a Roundup for a while, and a Subscription of Mondays at nine."""
    store = store_on(database)
    fill(store, range(1, 10))
    edit(store, BEFORE, "mon 09:00")
    return store


def edit(store: Store, at: datetime, every: str, **facts: Any) -> None:
    store.subscriptions.sync([subscription(every=every, **facts)], at)


def ticks(
    store: Store, slack: Channels, since: datetime, until: datetime, apart: timedelta = 15 * MINUTE
) -> None:
    while since <= until:
        deliver_due(partial(datetime.replace, since), store, one_message, slack)
        since += apart


def told(store: Store) -> list[str]:
    """Every Delivery: when it was due, what came of it and when."""
    return [
        f"{one.due:%a %H:%M} {one.state}" + (f" {one.posted_at:%a %H:%M}" if one.posted_at else "")
        for one in store.deliveries.all()
    ]


def test_an_edit_before_the_due_moment_moves_it(store: Store) -> None:
    edit(store, MONDAY - MINUTE, "mon 10:00")
    ticks(store, Channels(), MONDAY, MONDAY + 2 * HOUR)
    assert told(store) == ["Mon 10:00 posted Mon 10:00"]


@pytest.mark.parametrize("ticked", [True, False], ids=["after it was posted", "while it is due"])
def test_an_edit_on_the_day_makes_no_second_one_and_loses_none(
    database: Database, *, ticked: bool
) -> None:
    store, slack = store_on(database), Channels()
    fill(store, range(1, 10))
    rules: list[dict[str, Any]] = [
        {"every": "mon 08:30"},
        {"every": "mon 09:15"},
        {"every": "mon 10:00"},
        {"every": "mon 20:59"},
        {"timezone": "Asia/Shanghai"},
        {"timezone": "America/New_York"},
        {"every": "fri 09:00"},
    ]
    several = [subscription(f"weekly {n}", channel=f"C{n}") for n in range(len(rules))]
    store.subscriptions.sync(several, BEFORE)
    if ticked:
        ticks(store, slack, MONDAY, MONDAY)
    edited = [replace(old, **rule) for old, rule in zip(several, rules, strict=True)]
    store.subscriptions.sync(edited, HALF_PAST)
    ticks(store, slack, HALF_PAST, MONDAY + 13 * HOUR, HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:" + ("00" if ticked else "30")] * len(rules)


def test_what_the_new_rule_brings_half_a_day_later_comes(store: Store) -> None:
    edit(store, HALF_PAST, "mon,tue 22:00")
    ticks(store, Channels(), HALF_PAST, MONDAY + DAY, HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:30", "Mon 22:00 posted Mon 22:30"]


def test_the_next_week_is_the_new_rules(store: Store) -> None:
    slack = Channels()
    edit(store, HALF_PAST, "mon 10:00")
    ticks(store, slack, HALF_PAST, MONDAY + WEEK + 2 * HOUR, HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:30", "Mon 10:00 posted Mon 10:30"]
    assert slack.texts == ["1 2 3", "4 5 6"]


def test_back_and_forth_within_an_hour_is_one_roundup(store: Store) -> None:
    for minutes, every in (
        (5, "mon 09:20"),
        (25, "mon 09:00"),
        (35, "mon 09:50"),
        (55, "mon 9:00"),
    ):
        edit(store, MONDAY + minutes * MINUTE, every)
    ticks(store, Channels(), MONDAY + HOUR, MONDAY + 3 * HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 10:00"]


def test_a_holiday_taken_while_it_is_due_neither_moves_nor_repeats_it(store: Store) -> None:
    today = DateRange(MONDAY.date(), MONDAY.date())
    edit(store, HALF_PAST, "mon 09:00", holidays=(today,))
    ticks(store, Channels(), HALF_PAST, MONDAY + DAY + HOUR, HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:30"]


def test_paused_by_the_same_edit_nothing_is_owed(store: Store) -> None:
    edit(store, HALF_PAST, "mon 10:00", paused=True)
    edit(store, MONDAY + 2 * HOUR, "mon 10:00")
    ticks(store, Channels(), MONDAY + 2 * HOUR, MONDAY + DAY, HOUR)
    assert told(store) == []


def test_moved_to_another_channel_by_the_same_edit_it_comes_there(store: Store) -> None:
    slack = Channels()
    edit(store, HALF_PAST, "mon 10:00", channel="C2")
    ticks(store, slack, HALF_PAST, MONDAY + 3 * HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:30"]
    assert [taken.channel for taken in slack.taken] == ["C2"]


def test_while_the_one_before_may_still_be_posted_the_new_rule_waits(store: Store) -> None:
    slack = Channels(faults=[SlackError("no connection")] * 5)
    ticks(store, slack, MONDAY, MONDAY)
    edit(store, HALF_PAST, "mon 10:00")
    ticks(store, slack, HALF_PAST, MONDAY + 13 * HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 10:30"]


def test_what_waited_comes_when_the_one_before_is_refused(store: Store) -> None:
    slack = Channels(faults=[*[SlackError("no connection")] * 5, Refused("no_text")])
    ticks(store, slack, MONDAY, MONDAY)
    edit(store, HALF_PAST, "mon 10:00")
    ticks(store, slack, HALF_PAST, MONDAY + 13 * HOUR)
    assert told(store) == ["Mon 09:00 failed", "Mon 10:00 posted Mon 10:45"]


def test_a_line_that_there_is_nothing_is_not_said_twice(database: Database) -> None:
    store, slack = store_on(database), Channels()
    edit(store, BEFORE, "mon 09:00", quiet=Quiet.LINE)
    ticks(store, slack, MONDAY, MONDAY)
    edit(store, HALF_PAST, "mon 10:00", quiet=Quiet.LINE)
    ticks(store, slack, HALF_PAST, MONDAY + 3 * HOUR)
    assert slack.texts == ["nothing new"]


def test_what_is_due_beyond_its_grace_is_told_as_missed(store: Store) -> None:
    edit(store, MONDAY + 25 * HOUR, "wed 10:00")
    ticks(store, Channels(), MONDAY + 25 * HOUR, MONDAY + 50 * HOUR, HOUR)
    assert told(store) == ["Mon 09:00 missed", "Wed 10:00 posted Wed 10:00"]


def test_what_fell_due_while_slack_did_not_let_us_in_is_owed_as_well(store: Store) -> None:
    store.obstacles.stop(SINGLE, "token_revoked")
    edit(store, HALF_PAST, "mon 10:00")
    store.obstacles.let_in(SINGLE)
    ticks(store, Channels(), MONDAY + 3 * HOUR, MONDAY + 4 * HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 12:00"]


def test_with_a_clock_that_went_back_an_edit_makes_no_second_one(store: Store) -> None:
    slack = Channels()
    ticks(store, slack, MONDAY, MONDAY)
    edit(store, BEFORE, "mon 10:00")
    ticks(store, slack, MONDAY, MONDAY + 3 * HOUR)
    assert told(store) == ["Mon 09:00 posted Mon 09:00"]


def test_several_processes_that_learn_of_an_edit_at_once_owe_it_once(
    database: Database, store: Store
) -> None:
    together = threading.Barrier(4)

    def start() -> None:
        together.wait()
        edit(store_on(database), HALF_PAST, "mon 10:00")
        ticks(store_on(database), slack, HALF_PAST, HALF_PAST)

    slack = Channels()
    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told(store) == ["Mon 09:00 posted Mon 09:30"]
    assert slack.texts == ["1 2 3"]
