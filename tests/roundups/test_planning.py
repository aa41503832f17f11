"""A preview is what would be posted next, and has no effect."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.channel import Viewer
from bot.core.entry import Level
from bot.core.occasion import Occasion
from bot.core.roundup import Message, Roundup
from bot.core.schedule import Quiet, StoredSubscription
from bot.errors import PrdigestError
from bot.roundups.delivery import deliver_due
from bot.roundups.planning import Preview, dry_run, next_of_channel, preview
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


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def declared(store: Store, **facts: Any) -> StoredSubscription:
    store.subscriptions.sync([subscription(**facts)], BEFORE)
    (stored,) = store.subscriptions.all()
    return stored


def test_a_roundup_knows_of_how_many_new_ones_it_was_chosen(store: Store) -> None:
    declared(store, limit=1, filter="change")
    fill(store, [1, 2], date=(MONDAY - 3 * DAY).date())
    fill(store, [3], level=Level.SKIP)
    fill(store, [4], level=Level.SKIP, headline="Another")
    slack, (stored,) = Channels(), store.subscriptions.all()
    assert preview(store, stored, BEFORE, of_how_many).parts[0].message.text == "3"
    deliver_due(lambda: MONDAY, store, of_how_many, slack)
    fill(store, [5, 6], level=Level.UNKNOWN, date=(MONDAY + DAY).date())
    fill(store, [7], date=(MONDAY + DAY).date(), visibility=("C7",))
    deliver_due(lambda: MONDAY + WEEK, store, of_how_many, slack)
    assert slack.texts == ["3", "3"]  # the one that was kept, and two that are new since


def of_how_many(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    return (Message(str(roundup.of)),)


def test_a_dry_run_tries_a_subscription_on_the_last_month_seen_or_not(store: Store) -> None:
    stored = declared(store, limit=1, filter="change")
    fill(store, range(1, 5), date=(MONDAY - 20 * DAY).date())
    fill(store, [5], headline="Another")
    fill(store, [6], level=Level.SKIM)
    fill(store, [7], date=(MONDAY - 31 * DAY).date())
    fill(store, [8], visibility=("C7",))
    deliver_due(lambda: MONDAY, store, one_message, Channels())
    viewer = Viewer(channel="C1", channel_row=stored.channel_row)
    found = dry_run(store, stored.subscription, viewer, MONDAY)
    assert (found.matching, found.of) == (4, 6)
    assert [each.entry.pr for each in found.first] == [1, 2, 3]


def texts(found: Preview) -> list[str]:
    return [part.message.text for part in found.parts]


def test_a_preview_shows_what_is_then_posted_and_reserves_nothing(store: Store) -> None:
    stored = declared(store)
    fill(store, range(1, 6))
    first = preview(store, stored, BEFORE, one_message)
    assert (texts(first), first.left) == (["1 2 3"], 2)
    assert preview(store, stored, BEFORE, one_message) == first

    slack = Channels()
    deliver_due(lambda: MONDAY, store, one_message, slack)
    assert slack.texts == texts(first)
    (stored,) = store.subscriptions.all()
    assert texts(preview(store, stored, MONDAY, one_message)) == ["4 5"]


def test_a_preview_says_which_metadata_the_messages_will_carry(store: Store) -> None:
    stored = declared(store)
    fill(store, [1])
    (part,) = preview(store, stored, BEFORE, one_message).parts
    assert part.message.metadata == {
        "event_type": "prdigest_roundup",
        "event_payload": {"delivery": None, "part": 1, "token": None},
    }


@pytest.mark.parametrize(("quiet", "expected"), [(Quiet.SILENT, []), (Quiet.LINE, ["nothing new"])])
def test_with_nothing_unseen_it_shows_what_quiet_asks_for(
    store: Store, quiet: Quiet, expected: list[str]
) -> None:
    stored = declared(store, quiet=quiet)
    assert texts(preview(store, stored, BEFORE, one_message)) == expected


def test_a_filters_days_count_back_from_the_occurrence(store: Store) -> None:
    stored = declared(store, filter="since:5d")
    fill(store, [1], date=(MONDAY - 4 * DAY).date())
    fill(store, [2], date=(MONDAY - 6 * DAY).date())
    assert texts(preview(store, stored, BEFORE - 2 * DAY, one_message)) == ["1"]


def test_a_paused_subscription_shows_what_it_would_post_now(store: Store) -> None:
    stored = declared(store, paused=True)
    fill(store, [1])
    assert texts(preview(store, stored, MONDAY + DAY, one_message)) == ["1"]


def test_of_a_channels_subscriptions_the_one_due_next_is_shown(store: Store) -> None:
    several = [
        subscription("friday", every="fri 09:00"),
        subscription("monday"),
        subscription("now-but-paused", every="daily 08:30", paused=True),
    ]
    store.subscriptions.sync(several, BEFORE)
    of_channel = store.subscriptions.of_channel("C1")
    assert next_of_channel(of_channel, BEFORE).subscription.name == "monday"
    assert next_of_channel(of_channel, MONDAY).subscription.name == "monday"  # due, not yet posted
    later = [replace(each, last_due=MONDAY) for each in of_channel]
    assert next_of_channel(later, MONDAY + timedelta(hours=1)).subscription.name == "friday"


def test_a_channel_without_subscriptions_is_told_what_to_do(store: Store) -> None:
    with pytest.raises(PrdigestError, match="declare one"):
        next_of_channel(store.subscriptions.of_channel("C9"), MONDAY + WEEK)
