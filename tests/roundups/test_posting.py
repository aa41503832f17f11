"""What Slack refuses is put another way, waits, or pauses its Channel; nothing is lost."""

import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.delivery import Settled
from bot.core.notice import Trouble
from bot.core.occasion import Fit, Occasion
from bot.core.roundup import DeliveryState, Message, Roundup
from bot.core.schedule import State, Subscription
from bot.errors import PrdigestError, SlackError
from bot.roundups.delivery import Summary, deliver_due
from bot.roundups.outside import Refused, Render, Unanswered, Unreadable
from bot.roundups.pace import Pace
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import (
    BEFORE,
    LOST,
    MONDAY,
    WEEK,
    Channels,
    a_message_each,
    fill,
    one_message,
    subscription,
)

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


@pytest.fixture
def slack() -> Channels:
    return Channels()


def declare(store: Store, *declared: Subscription) -> None:
    store.subscriptions.sync(declared or [subscription(subscriber="U1")], BEFORE)


def tick(store: Store, slack: Any, now: Any = MONDAY, render: Render = one_message) -> Summary:
    return deliver_due(lambda: now, store, render, slack)


def last(store: Store) -> tuple[DeliveryState, str | None]:
    (delivery,) = store.deliveries.newest().values()
    return delivery.state, delivery.error


def state(store: Store, name: str = "weekly") -> tuple[State, str | None]:
    stored = store.subscriptions.by_name(name)
    assert stored
    return stored.state(MONDAY), stored.stopped or stored.obstacle


def by_fit(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    """Three Entries a message; small, one a message; plain, all in one without blocks."""
    size = {Fit.BLOCKS: 3, Fit.SMALL: 1, Fit.PLAIN: 9}[occasion.fit]
    told = roundup.entries
    return tuple(
        Message(
            text=f"{occasion.fit} " + " ".join(str(each.entry.pr) for each in told[n : n + size]),
            entries=tuple(each.id for each in told[n : n + size]),
            thread=occasion.goes_on or n > 0,
        )
        for n in range(0, len(told), size)
    )


@pytest.mark.parametrize("code", ["msg_too_long", "msg_blocks_too_long"])
def test_too_long_a_message_is_split_between_entries(
    store: Store, slack: Channels, code: str
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [Refused(code)]
    tick(store, slack, render=by_fit)
    assert slack.texts == ["small 1", "small 2", "small 3"]
    assert [each.thread_ts for each in slack.taken] == [None, *[slack.taken[0].ts] * 2]
    assert last(store) == (DeliveryState.POSTED, None)


@pytest.mark.parametrize("code", ["invalid_blocks", "invalid_blocks_format"])
def test_wrong_blocks_are_told_as_plain_text_once(store: Store, slack: Channels, code: str) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [Refused(code)]
    tick(store, slack, render=by_fit)
    assert slack.texts == ["plain 1 2 3"]
    fill(store, [4])
    tick(store, slack, MONDAY + WEEK, render=by_fit)
    assert slack.texts == ["plain 1 2 3", "blocks 4"]


def test_what_is_refused_in_every_form_fails_and_its_entries_wait(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [Refused("msg_too_long")] * 3
    tick(store, slack, render=by_fit)
    assert last(store) == (DeliveryState.FAILED, "part 1 was refused: msg_too_long")
    tick(store, slack, MONDAY + WEEK, render=by_fit)
    assert slack.texts == ["blocks 1 2 3"]


def test_in_the_middle_of_a_thread_only_what_is_left_is_told_another_way(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription(limit=9))
    fill(store, range(1, 7))
    slack.faults = [None, Refused("invalid_blocks")]
    tick(store, slack, render=by_fit)
    assert slack.texts == ["blocks 1 2 3", "plain 4 5 6"]
    assert slack.taken[1].thread_ts == slack.taken[0].ts
    parts = [each.message.metadata["event_payload"]["part"] for each in slack.taken]  # type: ignore[index]
    assert parts == [1, 2]


def test_slacks_own_words_about_wrong_blocks_are_logged(
    store: Store, slack: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("invalid_blocks", details="no more than 50 items allowed")]
    tick(store, slack, render=by_fit)
    (record,) = [each for each in caplog.records if hasattr(each, "details")]
    assert record.details == "no more than 50 items allowed"


def test_refused_metadata_is_left_out(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("metadata_too_large")]
    tick(store, slack)
    assert (slack.texts, slack.taken[0].message.metadata) == (["1"], None)


def test_a_message_without_metadata_that_is_not_answered_is_never_posted_blindly(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("metadata_too_large"), (LOST,)]
    tick(store, slack)
    tick(store, slack, MONDAY + HOUR)
    assert last(store)[0] is DeliveryState.UNCERTAIN
    assert slack.texts == ["1"]


@pytest.mark.parametrize("code", ["cannot_reply_to_message", "message_not_found"])
def test_where_the_lead_is_gone_the_rest_goes_into_the_channel(
    store: Store, slack: Channels, code: str
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [None, Refused(code)]
    tick(store, slack, render=a_message_each)
    assert [(each.message.text, each.thread_ts) for each in slack.taken] == [
        ("1", None),
        ("2", None),
        ("3", None),
    ]


@pytest.mark.parametrize("code", ["is_archived", "channel_not_found", "restricted_action"])
def test_a_channel_that_takes_nothing_pauses_with_the_reason_and_is_told_once(
    store: Store, slack: Channels, code: str
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused(code), Refused(code)]
    tick(store, slack)
    assert last(store) == (DeliveryState.FAILED, f"part 1 was refused: {code}")
    assert state(store) == (State.PAUSED, code)
    tick(store, slack, MONDAY + HOUR)
    tick(store, slack, MONDAY + WEEK)
    assert [(one.subscriber, one.trouble, one.reason) for one in slack.told] == [
        ("U1", Trouble.OBSTACLE, code)
    ]
    assert slack.taken == []


def test_it_heals_by_itself_with_the_next_occurrence(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("is_archived")]
    tick(store, slack)
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]
    assert state(store) == (State.ACTIVE, None)


def test_a_channel_that_is_back_gets_inside_its_grace_what_it_was_owed(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1, 2])
    slack.faults = [Refused("not_in_channel")]
    tick(store, slack)
    store.obstacles.clear("C1", None, MONDAY + HOUR)
    assert state(store) == (State.ACTIVE, None)
    assert tick(store, slack, MONDAY + HOUR).states == {DeliveryState.POSTED: 1}
    tick(store, slack, MONDAY + 2 * HOUR)
    assert slack.texts == ["1 2"]


def test_a_channel_that_is_back_too_late_waits_for_the_next(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("not_in_channel")]
    tick(store, slack)
    store.obstacles.clear("C1", None, MONDAY + 25 * HOUR)
    tick(store, slack, MONDAY + 25 * HOUR)
    assert (slack.texts, last(store)[0]) == ([], DeliveryState.FAILED)
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_what_is_owed_and_not_planned_inside_its_grace_is_missed(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("not_in_channel")]
    tick(store, slack)
    store.obstacles.clear("C1", None, MONDAY + HOUR)
    tick(store, slack, MONDAY + 25 * HOUR)
    assert (slack.texts, last(store)[0]) == ([], DeliveryState.MISSED)
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_one_channels_obstacle_is_not_anothers(store: Store, slack: Channels) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])
    slack.faults = [Refused("is_archived")]
    tick(store, slack)
    assert state(store, "a") == (State.PAUSED, "is_archived")
    assert state(store, "b") == (State.ACTIVE, None)
    assert [each.channel for each in slack.taken] == ["C2"]


def test_a_dead_token_stops_the_workspace_and_keeps_everything(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.locked_out = [Refused("token_revoked")], "token_revoked"
    assert tick(store, slack).unusable == "Slack refuses our token: token_revoked"
    assert state(store) == (State.STOPPED, "token_revoked")
    assert tick(store, slack, MONDAY + HOUR).unusable
    assert slack.taken == []

    slack.locked_out = None
    assert tick(store, slack, MONDAY + 2 * HOUR).states == {DeliveryState.POSTED: 1}
    assert slack.texts == ["1"]
    assert state(store) == (State.ACTIVE, None)


def test_a_wait_longer_than_its_grace_still_leaves_a_last_try(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription(grace=2 * HOUR))
    fill(store, [1])
    slack.faults = [Refused("message_limit_exceeded")]
    tick(store, slack)
    tick(store, slack, MONDAY + HOUR)
    assert slack.taken == []
    tick(store, slack, MONDAY + 115 * MINUTE)
    assert slack.texts == ["1"]


def test_one_limited_channel_does_not_hold_up_another(store: Store, slack: Channels) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])
    slack.faults = [Refused("ratelimited", 3600)]
    tick(store, slack)
    assert [each.channel for each in slack.taken] == ["C2"]
    tick(store, slack, MONDAY + HOUR)
    assert [each.channel for each in slack.taken] == ["C2", "C1"]


def test_a_doubt_of_ten_minutes_is_told_to_the_subscriber_once_and_may_be_settled(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [(LOST,)], "not_in_channel"
    for minutes in (0, 2, 5, 9, 11, 20, 60):
        tick(store, slack, MONDAY + minutes * MINUTE)
    (notice,) = slack.told
    (delivery,) = store.deliveries.all()
    assert (notice.trouble, notice.delivery, notice.due) == (
        Trouble.UNCERTAIN,
        delivery.id,
        MONDAY,
    )
    with pytest.raises(PrdigestError, match="only the subscriber"):
        store.deliveries.settle(delivery.id, Settled.POSTED, MONDAY + HOUR, by="U2")
    store.deliveries.settle(delivery.id, Settled.POSTED, MONDAY + HOUR, by="U1")
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_a_doubt_that_is_over_by_itself_is_not_told(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [(LOST,)], "ratelimited"
    tick(store, slack)
    tick(store, slack, MONDAY + 2 * MINUTE)
    slack.unreadable = None
    tick(store, slack, MONDAY + 4 * MINUTE)
    tick(store, slack, MONDAY + HOUR)
    assert slack.told == []


def test_who_knows_that_the_channel_can_be_read_again_has_it_looked_up_at_once(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [(LOST,)], "not_in_channel"
    tick(store, slack)
    tick(store, slack, MONDAY + HOUR)
    slack.unreadable = None
    tick(store, slack, MONDAY + HOUR + SECOND)
    assert last(store)[0] is DeliveryState.UNCERTAIN
    store.obstacles.clear("C1", None, MONDAY + HOUR + SECOND)
    tick(store, slack, MONDAY + HOUR + SECOND)
    assert last(store)[0] is DeliveryState.POSTED


def test_an_unreadable_history_warns_once_and_is_tried_every_few_minutes(
    store: Store, slack: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [(LOST,)], "missing_scope"
    for minutes in range(600):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert 100 < len(slack.asked) < 200
    warnings = [each for each in caplog.records if "cannot be looked up" in str(vars(each))]
    assert len([each for each in warnings if each.levelname == "WARNING"]) == 1


@pytest.mark.parametrize("was_taken", [True, False])
def test_forgotten_entries_leave_a_delivery_that_ends(
    store: Store, slack: Channels, was_taken: bool
) -> None:
    declare(store)
    fill(store, [1, 2])
    slack.faults = [None, (LOST,) if was_taken else Refused("ratelimited", 1)]
    tick(store, slack, render=a_message_each)
    store.entries.forget(["acme/engine#2"])
    slack.faults = [Refused("msg_too_long")]
    tick(store, slack, MONDAY + 2 * MINUTE, render=by_fit)
    assert last(store)[0] is DeliveryState.POSTED


def test_every_step_is_logged_with_the_delivery_id(
    store: Store, slack: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    declare(store)
    fill(store, [1, 2])
    tick(store, slack, render=a_message_each)
    steps = [(vars(each)["delivery"], each.getMessage()) for each in caplog.records]
    assert steps == [
        (1, "claimed"),
        (1, "posting a message"),
        (1, "a message was posted"),
        (1, "posting a message"),
        (1, "a message was posted"),
        (1, "posted"),
    ]


class Deaf(Channels):
    """Direct messages meet a fault."""

    fault: Exception | None = None

    def tell(self, notice: Any) -> None:
        if self.fault:
            raise self.fault
        super().tell(notice)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Refused("ratelimited", 60), 1),
        (SlackError("no connection"), 1),
        (Unanswered("time-out"), 0),
        (Refused("user_not_found"), 0),
    ],
)
def test_a_notice_that_was_certainly_not_told_is_told_later_and_no_other(
    store: Store, fault: Exception, told: int
) -> None:
    declare(store)
    fill(store, [1])
    slack = Deaf(faults=[Refused("is_archived")])
    slack.fault = fault
    tick(store, slack)
    slack.fault = None
    for minutes in (2, 4):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert len(slack.told) == told


def test_two_subscribers_of_a_channel_are_each_told_once(store: Store, slack: Channels) -> None:
    declare(
        store,
        subscription("a", subscriber="U1"),
        subscription("b", subscriber="U1"),
        subscription("c", subscriber="U2"),
        subscription("d"),
    )
    fill(store, range(1, 20))
    slack.faults = [Refused("is_archived")] * 4
    tick(store, slack)
    assert sorted(one.subscriber for one in slack.told) == ["U1", "U2"]


def test_many_channels_are_served_by_several_threads_each_once(store: Store) -> None:
    declare(store, *(subscription(f"s{n:02}", channel=f"C{n:02}") for n in range(40)))
    fill(store, [1, 2])
    slack = Channels()
    summary = deliver_due(lambda: MONDAY, store, a_message_each, slack, threads=8)
    assert summary.states == {DeliveryState.POSTED: 40}
    assert sorted((each.channel, each.message.text) for each in slack.taken) == sorted(
        (f"C{n:02}", text) for n in range(40) for text in ("1", "2")
    )


def test_while_a_workspace_is_stopped_what_falls_due_waits_and_becomes_one(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.locked_out = "account_inactive"
    store.obstacles.stop(1, "account_inactive")
    for week in range(3):
        tick(store, slack, MONDAY + week * WEEK)
    assert store.deliveries.all() == []
    slack.locked_out = None
    tick(store, slack, MONDAY + 2 * WEEK + HOUR)
    assert slack.texts == ["1"]


def test_what_was_left_of_a_late_start_still_comes(store: Store, slack: Channels) -> None:
    declare(store, subscription(limit=1))
    fill(store, [1, 2])
    tick(store, slack, MONDAY + 2 * WEEK)
    tick(store, slack, MONDAY + 3 * WEEK)
    assert slack.texts == ["1", "2"]


def test_a_call_that_may_still_land_is_not_looked_up_sooner_whatever_slack_tells(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [(LOST,)]
    tick(store, slack)
    landing, slack.taken = slack.taken, []
    store.obstacles.clear("C1", None, MONDAY + 2 * SECOND)
    tick(store, slack, MONDAY + 2 * SECOND)
    slack.taken = landing
    tick(store, slack, MONDAY + 2 * MINUTE)
    assert slack.texts == ["1"]


def test_what_is_owed_again_is_tried_in_blocks_first(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("invalid_blocks"), Refused("is_archived")]
    tick(store, slack, render=by_fit)
    store.obstacles.clear("C1", None, MONDAY + MINUTE)
    slack.faults = [Refused("invalid_blocks")]
    tick(store, slack, MONDAY + MINUTE, render=by_fit)
    assert slack.texts == ["plain 1"]


def test_what_a_person_settled_as_lost_waits_for_the_next(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [LOST], "not_in_channel"
    tick(store, slack)
    store.deliveries.settle(1, Settled.LOST, MONDAY + MINUTE)
    store.obstacles.meet("C1", None, "is_archived", MONDAY + MINUTE)
    store.obstacles.clear("C1", None, MONDAY + HOUR)
    tick(store, slack, MONDAY + HOUR)
    assert slack.texts == []


@pytest.mark.parametrize(
    "declared",
    [
        [],
        [subscription(paused=True)],
        [subscription(channel="C2")],
    ],
)
def test_a_subscription_that_does_not_go_there_any_more_owes_nothing_there(
    store: Store, slack: Channels, declared: list[Subscription]
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("is_archived")]
    tick(store, slack)
    store.subscriptions.sync(declared, MONDAY + MINUTE)
    store.obstacles.clear("C1", None, MONDAY + HOUR)
    tick(store, slack, MONDAY + HOUR)
    assert slack.texts == []


def test_an_old_delivery_is_not_owed_again_when_a_newer_one_was_made(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription(grace=2 * WEEK))
    fill(store, [1])
    slack.faults = [Refused("is_archived")] * 2
    tick(store, slack)
    tick(store, slack, MONDAY + WEEK)
    store.obstacles.clear("C1", None, MONDAY + WEEK + HOUR)
    tick(store, slack, MONDAY + WEEK + HOUR)
    assert [each.state for each in store.deliveries.all()] == ["failed", "posted"]


def test_a_button_of_a_part_that_is_known_by_now_settles_no_other(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1, 2])
    slack.faults, slack.unreadable = [(LOST,)], "not_in_channel"
    tick(store, slack, render=a_message_each)
    slack.unreadable, slack.faults = None, [LOST]
    tick(store, slack, MONDAY + HOUR, render=a_message_each)
    with pytest.raises(PrdigestError, match="nothing to settle"):
        store.deliveries.settle(1, Settled.POSTED, MONDAY + HOUR, by="U1", part=1)
    store.deliveries.settle(1, Settled.LOST, MONDAY + HOUR, by="U1", part=2)
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1", "2"]


def test_settled_as_posted_it_was_posted_when_it_was_tried(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [(LOST,)]
    tick(store, slack)
    settled = store.deliveries.settle(1, Settled.POSTED, MONDAY + 3 * WEEK)
    assert settled.late == timedelta(0)


def told_late(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    ids = tuple(each.id for each in roundup.entries)
    return (Message("late" if occasion.is_late else "in time", entries=ids),)


def test_what_has_become_late_since_it_was_planned_says_so(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [SlackError("no route")]
    tick(store, slack, render=told_late)
    tick(store, slack, MONDAY + 5 * HOUR, render=told_late)
    assert slack.texts == ["late"]


def test_soon_after_its_time_it_does_not_say_so(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [SlackError("no route")]
    tick(store, slack, render=told_late)
    tick(store, slack, MONDAY + 5 * MINUTE, render=told_late)
    assert slack.texts == ["in time"]


def test_a_rate_limit_holds_up_all_of_its_channel_in_order(store: Store, slack: Channels) -> None:
    declare(store, subscription("a"), subscription("b"), subscription("c", every="mon 09:30"))
    fill(store, range(1, 8))
    slack.faults = [Refused("ratelimited", 3000)]
    for minutes in (0, 1, 31):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert slack.taken == []
    tick(store, slack, MONDAY + 50 * MINUTE)
    assert slack.texts == ["1 2 3", "4 5 6", "7"]


def test_what_is_paused_while_a_tick_goes_on_is_not_posted(store: Store) -> None:
    declare(store, subscription("a"), subscription("b"))
    fill(store, range(1, 6))

    class Pausing(Channels):
        def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
            paused = [subscription("a"), subscription("b", paused=True)]
            store.subscriptions.sync(paused, MONDAY)
            return super().post(channel, message, thread_ts)

    slack = Pausing()
    tick(store, slack)
    assert slack.texts == ["1 2 3"]


def test_channels_come_in_order_of_what_is_longest_due(store: Store, slack: Channels) -> None:
    rules = [("a", "mon 08:59"), ("b", "mon 08:57"), ("c", "mon 08:58"), ("d", "mon 08:56")]
    channels = {"a": "C1", "b": "C2", "c": "C3", "d": "C1"}
    declared = [subscription(name, every=rule, channel=channels[name]) for name, rule in rules]
    declare(store, *declared)
    fill(store, range(1, 7))
    tick(store, slack)
    assert [each.channel for each in slack.taken] == ["C1", "C1", "C2", "C3"]
    assert slack.texts[:2] == ["1 2 3", "4 5 6"]


class Together(Channels):
    """Takes a message only when another is on its way too."""

    def __init__(self) -> None:
        super().__init__()
        self.both = threading.Barrier(2, timeout=30)

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        self.both.wait()
        return super().post(channel, message, thread_ts)


def test_channels_are_posted_to_at_the_same_time(store: Store) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])
    summary = deliver_due(lambda: MONDAY, store, one_message, Together(), threads=2)
    assert summary.states == {DeliveryState.POSTED: 2}


def test_every_message_waits_for_its_turn(store: Store, slack: Channels) -> None:
    declare(store, subscription(limit=9))
    fill(store, range(1, 10))
    waits: list[float] = []
    pace = Pace(waits.append, lambda: 0.0)
    deliver_due(lambda: MONDAY, store, a_message_each, slack, pace=pace)
    assert waits == [float(n) for n in range(1, 7)]


def test_a_dead_token_eats_no_notice(store: Store) -> None:
    declare(store)
    fill(store, [1])
    slack = Deaf(faults=[Refused("is_archived")])
    slack.fault, slack.locked_out = Refused("token_revoked"), "token_revoked"
    tick(store, slack)
    assert state(store)[0] is State.STOPPED
    slack.fault = slack.locked_out = None
    tick(store, slack, MONDAY + MINUTE)
    assert [notice.reason for notice in slack.told] == ["is_archived"]


def test_who_does_not_answer_is_told_one_notice_a_tick(store: Store) -> None:
    declare(store, *(subscription(f"s{n}", channel=f"C{n}", subscriber=f"U{n}") for n in range(5)))
    fill(store, [1])
    slack = Deaf(faults=[Refused("is_archived")] * 5)
    slack.fault = Unanswered("time-out")
    tick(store, slack)
    slack.fault = None
    tick(store, slack, MONDAY + MINUTE)
    assert len(slack.told) == 4


@pytest.mark.parametrize("code", ["ratelimited", "message_limit_exceeded"])
def test_a_wait_of_one_makes_another_of_its_channel_miss_nothing(
    store: Store, slack: Channels, code: str
) -> None:
    short = timedelta(minutes=30)
    declare(store, subscription("a"), subscription("b", every="mon 09:05", grace=short))
    fill(store, range(1, 7))
    slack.faults = [Refused(code, 3600 if code == "ratelimited" else None)]
    for minutes in range(60):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert slack.texts == ["4 5 6"]


def test_what_an_obstacle_failed_is_owed_again_once_anything_is_posted_there(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription("a"), subscription("b", every="mon 09:05"))
    fill(store, range(1, 7))
    slack.faults = [Refused("not_in_channel")]
    for minutes in (0, 5, 6, 7):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert slack.texts == ["1 2 3", "4 5 6"]


def test_a_second_doubt_of_a_delivery_is_told_too(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1, 2])
    slack.faults, slack.unreadable = [(LOST,)], "not_in_channel"
    for minutes in (0, 2, 12):
        tick(store, slack, MONDAY + minutes * MINUTE, render=a_message_each)
    slack.unreadable, slack.faults = None, [LOST]
    tick(store, slack, MONDAY + 20 * MINUTE, render=a_message_each)
    slack.unreadable = "not_in_channel"
    for minutes in (22, 40, 50):
        tick(store, slack, MONDAY + minutes * MINUTE, render=a_message_each)
    assert [notice.part for notice in slack.told] == [1, 2]


class Limited(Channels):
    """Its history meets a rate limit whenever it is read."""

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None
    ) -> Mapping[int, str]:
        raise Unreadable("ratelimited", 60)


def test_a_history_that_is_limited_for_an_hour_is_told(store: Store) -> None:
    declare(store)
    fill(store, [1])
    slack = Limited(faults=[(LOST,)])
    for minutes in range(0, 59, 2):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert slack.told == []
    for minutes in range(60, 90, 2):
        tick(store, slack, MONDAY + minutes * MINUTE)
    assert len(slack.told) == 1
