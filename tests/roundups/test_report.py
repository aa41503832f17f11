"""The JSON of preview, subscriptions and deliveries is what other tools read."""

from datetime import timedelta

import pytest

from bot.roundups import report
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused
from bot.roundups.planning import preview
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import (
    BEFORE,
    DAY,
    MONDAY,
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
            "next": [
                "2026-11-30T09:00:00+00:00",
                "2026-12-07T09:00:00+00:00",
                "2026-12-14T09:00:00+00:00",
            ],
            "last": None,
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


def test_every_delivery_is_in_the_audit_with_its_parts(store: Store) -> None:
    fill(store, [1, 2])
    slack = Channels(faults=[None, Refused("thread_locked")])
    deliver_due(lambda: MONDAY, store, a_message_each, slack)
    (listed,) = report.deliveries(store)
    assert listed == {
        "id": listed["id"],
        "subscription": "weekly",
        "channel": "C1",
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
