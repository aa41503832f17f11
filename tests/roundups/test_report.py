"""The JSON of preview, subscriptions and deliveries is what other tools read."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from bot.core.delivery import Settled
from bot.core.schedule import DateRange
from bot.roundups import report
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused
from bot.roundups.planning import preview
from bot.store.audit import how_many
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import (
    BEFORE,
    DAY,
    LOST,
    MONDAY,
    WEEK,
    Channels,
    a_message_each,
    fill,
    one_message,
    subscription,
)


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    store.subscriptions.sync([subscription(filter="change")], BEFORE)
    return store


def test_a_subscription_is_listed_with_its_next_three_moments(store: Store) -> None:
    assert report.subscriptions(store, BEFORE) == [
        {
            "name": "weekly",
            "team": None,
            "channel": "C1",
            "source": "yaml",
            "every": "mon 09:00",
            "timezone": "UTC",
            "filter": "change",
            "state": "active",
            "reason": None,
            "paused_until": None,
            "next": [
                "2026-11-30T09:00:00+00:00",
                "2026-12-07T09:00:00+00:00",
                "2026-12-14T09:00:00+00:00",
            ],
            "last": None,
            "uncertain": [],
        }
    ]


def test_its_last_delivery_is_told_with_how_late_it_was(store: Store) -> None:
    fill(store, [1, 2])
    slack = Channels()
    deliver_due(lambda: MONDAY + timedelta(seconds=90), store, one_message, slack)
    (listed,) = report.subscriptions(store, MONDAY + DAY)
    assert listed["next"][0] == "2026-12-07T09:00:00+00:00"
    assert listed["last"] == {
        "due": "2026-11-30T09:00:00+00:00",
        "state": "posted",
        "ts": slack.taken[0].ts,
        "posted_at": "2026-11-30T09:01:30+00:00",
        "late_s": 90,
        "error": None,
        "entries": ["acme/engine#1", "acme/engine#2"],
    }


def test_a_paused_and_a_retired_one_have_no_next_moments(store: Store) -> None:
    store.subscriptions.sync([subscription("idle", paused=True)], BEFORE)
    listed = report.subscriptions(store, BEFORE)
    assert [(each["name"], each["state"], each["next"]) for each in listed] == [
        ("idle", "paused", []),
        ("weekly", "retired", []),
    ]


def test_the_next_moments_are_those_to_which_holidays_move_it(store: Store) -> None:
    free = DateRange(MONDAY.date(), (MONDAY + DAY).date())
    store.subscriptions.sync([subscription(holidays=(free,))], BEFORE)
    (listed,) = report.subscriptions(store, BEFORE)
    assert listed["next"][:2] == ["2026-12-02T09:00:00+00:00", "2026-12-07T09:00:00+00:00"]
    deliver_due(lambda: MONDAY + 2 * DAY, store, one_message, Channels())
    (listed,) = report.subscriptions(store, MONDAY + 2 * DAY)
    assert listed["last"]["due"] == "2026-11-30T09:00:00+00:00"


def test_a_paused_channel_is_told_with_the_reason_and_what_is_still_to_come(store: Store) -> None:
    fill(store, [1])
    deliver_due(lambda: MONDAY, store, one_message, Channels(faults=[Refused("is_archived")]))
    (listed,) = report.subscriptions(store, MONDAY)
    assert (listed["state"], listed["reason"]) == ("paused", "is_archived")
    assert listed["last"]["state"] == "failed"
    assert listed["next"][0] == "2026-12-07T09:00:00+00:00"


def test_what_is_uncertain_is_told_until_it_is_settled(store: Store) -> None:
    fill(store, [1])
    slack = Channels(faults=[LOST], unreadable="missing_scope")
    deliver_due(lambda: MONDAY, store, one_message, slack)
    (one,) = store.deliveries.all()
    (listed,) = report.subscriptions(store, MONDAY)
    assert listed["uncertain"] == [
        {
            "id": one.id,
            "due": "2026-11-30T09:00:00+00:00",
            "error": "part 1 was not answered: time-out",
        }
    ]
    store.deliveries.settle(one.id, Settled.LOST, MONDAY)
    assert report.subscriptions(store, MONDAY)[0]["uncertain"] == []


def test_the_newest_deliveries_can_be_asked_for_alone(store: Store) -> None:
    for n in range(3):
        deliver_due(partial(datetime.replace, MONDAY + n * WEEK), store, one_message, Channels())
    everything = report.deliveries(store)
    assert [each["due"][:10] for each in everything] == ["2026-11-30", "2026-12-07", "2026-12-14"]
    assert report.deliveries(store, 2) == everything[1:]
    assert how_many(store.database) == 3


def test_every_delivery_is_in_the_audit_with_its_parts(store: Store) -> None:
    fill(store, [1, 2])
    slack = Channels(faults=[None, Refused("thread_locked")])
    deliver_due(lambda: MONDAY, store, a_message_each, slack)
    (listed,) = report.deliveries(store)
    assert listed == {
        "id": listed["id"],
        "subscription": "weekly",
        "channel": "C1",
        "timezone": "UTC",
        "due": "2026-11-30T09:00:00+00:00",
        "state": "posted",
        "posted_at": "2026-11-30T09:00:00+00:00",
        "late_s": 0,
        "error": "part 2 was refused: thread_locked",
        "parts": [{"n": 1, "ts": slack.taken[0].ts}, {"n": 2, "ts": None}],
        "entries": ["acme/engine#1"],
    }


def test_an_entry_forgotten_since_is_left_out_of_the_audit(store: Store) -> None:
    fill(store, [1, 2])
    deliver_due(lambda: MONDAY, store, one_message, Channels())
    store.entries.forget(["acme/engine#1"])
    (listed,) = report.deliveries(store)
    assert listed["entries"] == ["acme/engine#2"]


def test_a_preview_is_told_message_by_message(store: Store) -> None:
    fill(store, [1, 2, 3, 4])
    (stored,) = store.subscriptions.all()
    told = report.preview(preview(store, stored, BEFORE, a_message_each))
    assert told["left"] == 1
    assert [(each["text"], each["blocks"], each["thread"]) for each in told["messages"]] == [
        ("1", [], False),
        ("2", [], True),
        ("3", [], True),
    ]
    assert set(told["messages"][0]) == {"text", "blocks", "metadata", "thread"}
