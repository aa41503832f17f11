"""The clock ticks until it is stopped, whatever happens in a tick."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.clock import Clock
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import BEFORE, MONDAY, Channels, fill, one_message, subscription


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    store.subscriptions.sync([subscription()], BEFORE)
    fill(store, [1])
    return store


@pytest.fixture
def started() -> Iterator[Callable[[Clock], Clock]]:
    """Starts a clock that is stopped when the test is over."""
    clocks: list[Clock] = []

    def start(clock: Clock) -> Clock:
        clocks.append(clock)
        clock.start()
        return clock

    yield start
    for clock in clocks:
        clock.stop()


def until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("it did not come to that within ten seconds")


def test_it_delivers_at_once_and_again_at_every_wake_up(
    store: Store, started: Callable[[Clock], Clock]
) -> None:
    slack, asked = Channels(), []

    def now() -> datetime:
        asked.append(1)
        return MONDAY

    started(Clock(now, store, one_message, slack, every_s=0.1))
    until(lambda: slack.texts == ["1"] and len(asked) > 10)


def test_a_tick_that_fails_does_not_end_it_and_is_logged_once(
    store: Store, started: Callable[[Clock], Clock], caplog: pytest.LogCaptureFixture
) -> None:
    slack = Channels(faults=[SlackError("no connection")] * 3)
    started(Clock(lambda: MONDAY, store, one_message, slack, every_s=0.1))
    until(lambda: slack.texts == ["1"])
    until(lambda: "can be delivered again" in caplog.text)
    assert caplog.text.count("no roundups can be delivered: no connection") == 1


def test_stopped_it_lets_a_tick_come_to_its_end(
    store: Store, started: Callable[[Clock], Clock]
) -> None:
    posting, go_on = threading.Event(), threading.Event()

    class Slow(Channels):
        def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
            posting.set()
            go_on.wait(10)
            return super().post(channel, message, thread_ts)

    slack = Slow()
    clock = started(Clock(lambda: MONDAY, store, one_message, slack, every_s=0.1))
    posting.wait(10)
    assert not clock.stop(timeout=0.1)
    go_on.set()
    assert clock.stop()
    assert slack.texts == ["1"]
    (delivery,) = store.deliveries.all()
    assert delivery.state == "posted"


def test_stopped_it_ticks_no_more(store: Store, started: Callable[[Clock], Clock]) -> None:
    asked = []

    def now() -> datetime:
        asked.append(1)
        return BEFORE

    clock = started(Clock(now, store, one_message, Channels(), every_s=0.05))
    until(lambda: len(asked) > 3)
    assert clock.stop()
    ticks = len(asked)
    time.sleep(0.2)
    assert len(asked) == ticks


def test_never_started_it_has_nothing_to_stop(store: Store) -> None:
    assert Clock(lambda: MONDAY, store, one_message, Channels()).stop()
