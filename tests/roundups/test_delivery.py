"""What is due is delivered once, whatever Slack answers and whoever dies."""

import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.occasion import Occasion
from bot.core.roundup import DeliveryState, Message, Roundup
from bot.core.schedule import Quiet, Subscription
from bot.errors import SlackError
from bot.roundups.delivery import Summary, deliver_due
from bot.roundups.looking import LOOK_BACK
from bot.roundups.outside import Refused, Render
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

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


class Killed(BaseException):
    """The process dies here."""


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


@pytest.fixture
def slack() -> Channels:
    return Channels()


def declare(store: Store, *declared: Subscription) -> None:
    store.subscriptions.sync(declared or [subscription()], BEFORE)


def tick(store: Store, slack: Any, now: datetime = MONDAY, render: Render = one_message) -> Summary:
    return deliver_due(lambda: now, store, render, slack)


def last(store: Store, name: str = "weekly") -> tuple[DeliveryState, str | None]:
    (delivery,) = [one for one in store.deliveries.newest().values() if one.subscription == name]
    return delivery.state, delivery.error


def test_what_is_due_is_posted_once(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, range(1, 5))
    assert tick(store, slack, MONDAY - SECOND) == Summary()
    assert tick(store, slack).states == {DeliveryState.POSTED: 1}
    assert tick(store, slack, MONDAY + HOUR) == Summary()
    assert slack.texts == ["1 2 3"]


def test_the_next_occurrence_shows_what_was_left_and_then_nothing(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, range(1, 5))
    for week in range(4):
        tick(store, slack, MONDAY + week * WEEK)
    assert slack.texts == ["1 2 3", "4"]
    assert last(store) == (DeliveryState.QUIET, None)


def test_a_line_says_that_it_is_quiet_where_that_is_asked_for(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription(quiet=Quiet.LINE))
    assert tick(store, slack).states == {DeliveryState.QUIET: 1}
    tick(store, slack, MONDAY + HOUR)
    assert slack.texts == ["nothing new"]


def test_a_subscription_starts_two_weeks_before_its_first_occurrence_and_never_digs_deeper(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1], date=(MONDAY - 15 * DAY).date())
    fill(store, [2], date=(MONDAY - 14 * DAY).date())
    for week in range(3):
        tick(store, slack, MONDAY + week * WEEK)
    assert slack.texts == ["2"]


def test_a_first_roundup_that_is_refused_takes_nothing_from_the_reach_of_the_next(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1], date=(MONDAY - 14 * DAY).date())
    slack.faults.append(Refused("not_in_channel"))
    for week in range(2):
        tick(store, slack, MONDAY + week * WEEK)
    assert slack.texts == ["1"]


def test_replies_go_into_the_thread_of_the_lead(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    tick(store, slack, render=a_message_each)
    lead = slack.taken[0].ts
    assert [(each.message.text, each.thread_ts) for each in slack.taken] == [
        ("1", None),
        ("2", lead),
        ("3", lead),
    ]


def test_beyond_its_grace_it_is_missed_and_its_entries_wait(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    assert tick(store, slack, MONDAY + 25 * HOUR).states == {DeliveryState.MISSED: 1}
    assert slack.taken == []
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_late_inside_its_grace_it_is_delivered(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    assert tick(store, slack, MONDAY + 24 * HOUR).states == {DeliveryState.POSTED: 1}


def test_two_subscriptions_of_a_channel_due_together_show_nothing_twice(
    store: Store, slack: Channels
) -> None:
    declare(store, subscription("a"), subscription("b"))
    fill(store, range(1, 6))
    tick(store, slack)
    assert slack.texts == ["1 2 3", "4 5"]


def test_two_channels_each_see_everything(store: Store, slack: Channels) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])
    tick(store, slack)
    assert [(each.channel, each.message.text) for each in slack.taken] == [("C1", "1"), ("C2", "1")]


def test_a_refusal_fails_with_slacks_reason_and_the_entries_wait_for_the_next(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("is_archived")]
    assert tick(store, slack).states == {DeliveryState.FAILED: 1}
    assert last(store) == (DeliveryState.FAILED, "part 1 was refused: is_archived")
    tick(store, slack, MONDAY + HOUR)
    assert slack.taken == []
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_a_refusal_in_the_middle_keeps_what_was_shown_and_the_rest_comes_next_time(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [None, Refused("thread_locked")]
    tick(store, slack, render=a_message_each)
    assert last(store) == (DeliveryState.POSTED, "part 2 was refused: thread_locked")
    tick(store, slack, MONDAY + WEEK, render=one_message)
    assert slack.texts == ["1", "2 3"]


def test_a_rate_limit_is_waited_out_without_losing_the_claim(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [Refused("ratelimited", 30)]
    assert tick(store, slack).waiting == 1
    tick(store, slack, MONDAY + 29 * SECOND)
    assert slack.taken == []
    assert tick(store, slack, MONDAY + 30 * SECOND).states == {DeliveryState.POSTED: 1}
    assert (slack.texts, slack.asked) == (["1"], [])


def test_rate_limited_beyond_its_grace_it_fails(store: Store, slack: Channels) -> None:
    declare(store, subscription(grace=HOUR))
    fill(store, [1])
    slack.faults = [Refused("ratelimited", 30)]
    tick(store, slack)
    assert tick(store, slack, MONDAY + 2 * HOUR).states == {DeliveryState.FAILED: 1}
    assert last(store) == (DeliveryState.FAILED, "ratelimited")
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


@pytest.mark.parametrize("was_taken", [True, False])
def test_an_unanswered_call_is_looked_up_after_a_minute_and_never_doubled(
    store: Store, slack: Channels, was_taken: bool
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [(LOST,) if was_taken else LOST]
    assert tick(store, slack).states == {DeliveryState.UNCERTAIN: 1}
    tick(store, slack, MONDAY + 59 * SECOND)
    assert slack.asked == []
    assert tick(store, slack, MONDAY + 60 * SECOND).states == {DeliveryState.POSTED: 1}
    assert slack.texts == ["1"]
    assert last(store) == (DeliveryState.POSTED, None)


def test_the_history_is_read_from_before_the_claim_by_either_clock(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults = [LOST]
    real = store.database.now()
    tick(store, slack)
    tick(store, slack, MONDAY + HOUR)
    (since,) = slack.asked
    assert abs(since - (min(real, MONDAY) - LOOK_BACK)) < timedelta(minutes=1)


def test_what_cannot_be_looked_up_stays_uncertain_until_it_can(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [(LOST,)], "missing_scope"
    for moment in (MONDAY, MONDAY + HOUR, MONDAY + WEEK, MONDAY + 3 * WEEK):
        tick(store, slack, moment)
    states = [each.state for each in store.deliveries.all()]
    assert states == [DeliveryState.UNCERTAIN, DeliveryState.QUIET, DeliveryState.QUIET]
    error = store.deliveries.all()[0].error
    assert error == "part 1 may be posted, and cannot be looked up: missing_scope"

    slack.unreadable = None
    tick(store, slack, MONDAY + 3 * WEEK + HOUR)
    assert store.deliveries.all()[0].state is DeliveryState.POSTED
    assert slack.texts == ["1"]


def test_found_to_be_absent_after_its_grace_it_is_not_posted_any_more(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    slack.faults, slack.unreadable = [LOST], "ratelimited"
    tick(store, slack)
    tick(store, slack, MONDAY + HOUR)
    slack.unreadable = None
    tick(store, slack, MONDAY + 2 * DAY)
    assert (slack.texts, last(store)[0]) == ([], DeliveryState.FAILED)
    tick(store, slack, MONDAY + WEEK)
    assert slack.texts == ["1"]


def test_an_unanswered_reply_is_settled_and_the_rest_of_the_thread_goes_on(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    slack.faults = [None, (LOST,)]
    tick(store, slack, render=a_message_each)
    tick(store, slack, MONDAY + 60 * SECOND)
    assert slack.texts == ["1", "2", "3"]
    assert last(store) == (DeliveryState.POSTED, None)


@pytest.mark.parametrize("part", [0, 1, 2])
@pytest.mark.parametrize("was_taken", [True, False])
def test_a_process_that_dies_in_a_call_is_taken_over_when_its_lease_ends(
    store: Store, slack: Channels, part: int, was_taken: bool
) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    fault: Any = (Killed(),) if was_taken else Killed()
    slack.faults = [None] * part + [fault]
    with pytest.raises(Killed):
        tick(store, slack, render=a_message_each)
    assert tick(store, slack, MONDAY + 119 * SECOND) == Summary()
    assert tick(store, slack, MONDAY + 120 * SECOND).states == {DeliveryState.POSTED: 1}
    assert slack.texts == ["1", "2", "3"]
    assert {each.thread_ts for each in slack.taken[1:]} == {slack.taken[0].ts}


def test_a_process_that_dies_between_claim_and_call_is_taken_over(
    store: Store, slack: Channels
) -> None:
    declare(store)
    fill(store, [1])
    moments = iter([MONDAY] * 4)

    def dying() -> datetime:
        try:
            return next(moments)
        except StopIteration:
            raise Killed from None

    with pytest.raises(Killed):
        deliver_due(dying, store, one_message, slack)
    assert last(store)[0] is DeliveryState.CLAIMED
    tick(store, slack, MONDAY + 120 * SECOND)
    assert (slack.texts, slack.asked) == (["1"], [])


def test_a_fault_of_ours_in_one_channel_does_not_touch_another(
    store: Store, slack: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])

    def words(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
        if occasion.subscription.name == "a":
            raise RuntimeError("no words")
        return one_message(roundup, occasion)

    summary = tick(store, slack, render=words)
    assert (summary.broken, summary.states) == (1, {DeliveryState.POSTED: 1})
    assert "subscription a" in caplog.text
    tick(store, slack, MONDAY + HOUR)
    assert sorted(each.channel for each in slack.taken) == ["C1", "C2"]


@pytest.mark.parametrize("faults", [[SlackError("no connection")] * 2, [Refused("token_revoked")]])
def test_when_slack_cannot_be_used_at_all_it_is_told_and_kept_for_later(
    store: Store, slack: Channels, faults: list[Any]
) -> None:
    declare(store, subscription("a"), subscription("b", channel="C2"))
    fill(store, [1])
    slack.faults = faults[:]
    assert tick(store, slack).unusable
    assert slack.taken == []
    assert tick(store, slack, MONDAY + SECOND).states == {DeliveryState.POSTED: 2}


def test_one_failed_connection_is_its_own_and_three_in_a_row_end_the_tick(
    store: Store, slack: Channels
) -> None:
    declare(store, *(subscription(f"s{n}", channel=f"C{n}") for n in range(6)))
    fill(store, [1])
    slack.faults = [SlackError("no route"), None, *[SlackError("no route")] * 3]
    assert tick(store, slack).unusable == "no route"
    assert [each.channel for each in slack.taken] == ["C1"]
    assert tick(store, slack, MONDAY + SECOND).states == {DeliveryState.POSTED: 5}


def test_calls_that_all_go_unanswered_are_not_made_for_every_channel(
    store: Store, slack: Channels
) -> None:
    declare(store, *(subscription(f"s{n:02}", channel=f"C{n:02}") for n in range(20)))
    fill(store, [1])
    slack.faults = [LOST] * 20
    assert tick(store, slack).unusable == "Slack does not answer"
    assert len(store.deliveries.all()) == 8


def test_asked_to_stop_it_hands_the_rest_back(store: Store, slack: Channels) -> None:
    declare(store)
    fill(store, [1, 2, 3])
    render = a_message_each
    deliver_due(lambda: MONDAY, store, render, slack, stopping=lambda: len(slack.taken) == 1)
    assert slack.texts == ["1"]
    tick(store, slack, MONDAY, render)
    assert (slack.texts, slack.asked) == (["1", "2", "3"], [])


def test_threads_that_deliver_at_once_post_once(store: Store, slack: Channels) -> None:
    declare(store, subscription("a"), subscription("b"), subscription("c", channel="C2"))
    fill(store, range(1, 6))
    together = threading.Barrier(4)

    def race() -> None:
        together.wait()
        tick(store, slack)

    threads = [threading.Thread(target=race) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(slack.texts) == ["1 2 3", "1 2 3", "4 5"]


class TakenUp(Channels):
    """During the first call another process takes the Delivery up, and dies in its own call."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        ts = super().post(channel, message, thread_ts)
        if len(self.taken) == 1:
            self.faults.append((Killed(),))
            with pytest.raises(Killed):
                tick(self._store, self, MONDAY + 121 * SECOND, a_message_each)
        return ts


def test_a_process_that_wakes_up_after_its_lease_goes_on_with_nothing(store: Store) -> None:
    declare(store)
    fill(store, [1, 2])
    slack = TakenUp(store)
    tick(store, slack, render=a_message_each)
    assert slack.texts == ["1", "2"]
    tick(store, slack, MONDAY + 300 * SECOND)
    assert slack.texts == ["1", "2"]
    assert last(store) == (DeliveryState.POSTED, None)


def test_a_late_look_up_does_not_touch_the_call_of_who_took_over(store: Store) -> None:
    class LateLookUp(Channels):
        """While the history is read, another process takes over and dies in the next call."""

        def look_up(
            self, channel: str, token: str, since: datetime, lead: str | None
        ) -> Mapping[int, str]:
            found = super().look_up(channel, token, since, lead)
            if len(self.asked) == 1:
                self.faults.append((Killed(),))
                with pytest.raises(Killed):
                    tick(store, self, MONDAY + 300 * SECOND, a_message_each)
            return found

    declare(store)
    fill(store, [1, 2])
    slack = LateLookUp(faults=[(LOST,)])
    tick(store, slack, render=a_message_each)
    tick(store, slack, MONDAY + 100 * SECOND, a_message_each)
    tick(store, slack, MONDAY + 500 * SECOND, a_message_each)
    assert slack.texts == ["1", "2"]
    assert last(store) == (DeliveryState.POSTED, None)
