"""What goes into a Roundup: each rule by its name, on a Subscription that has run for long."""

from datetime import date, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.core.entry import Level
from bot.core.roundup import SeenState
from bot.roundups.delivery import deliver_due
from bot.roundups.planning import preview
from bot.store.database import Database
from bot.store.store import Store, store_on
from bot.store.tables import entries, seen
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


def shown(store: Store, **rules: Any) -> tuple[str, int]:
    """The pull requests of the next Roundup of a Subscription that began half a year ago, and how
    many are kept for next time."""
    store.subscriptions.sync([subscription(**rules)], BEFORE - 26 * WEEK)
    (stored,) = store.subscriptions.active()
    found = preview(store, stored, BEFORE, one_message)
    return " ".join(part.message.text for part in found.parts), found.left


def old(days: int) -> date:
    return (MONDAY - days * DAY).date()


def test_the_level_is_at_least_the_one_asked_for(store: Store) -> None:
    for n, level in enumerate(Level, 1):
        fill(store, [n], level=level)
    wanted = [str(n) for n, level in enumerate(Level, 1) if level in {Level.MUST, Level.SKIM}]
    assert sorted(shown(store, level=Level.SKIM)[0].split()) == wanted


def test_the_filter_is_met_exactly(store: Store) -> None:
    fill(store, [1])
    fill(store, [2], labels=("ci",))
    fill(store, [3], repo="acme/docs")
    assert shown(store, filter="change repo:acme/engine -label:ci") == ("1", 0)
    assert shown(store, filter="chnage repo:acme/engine -label:ci") == ("", 0)


def test_what_was_shown_here_or_is_not_for_here_does_not_come_again(store: Store) -> None:
    fill(store, range(1, 5))
    shown(store, limit=1)
    deliver_due(lambda: MONDAY - WEEK, store, one_message, Channels())
    (stored,) = store.subscriptions.all()
    with store.database.write() as connection:
        second = connection.scalar(sa.select(entries.c.id).where(entries.c.pr == 2))
        muted = {"channel_id": stored.channel_row, "entry_id": second, "state": SeenState.MUTED}
        connection.execute(sa.insert(seen).values(at=BEFORE, **muted))
    assert shown(store, limit=3) == ("3 4", 0)


def test_what_was_shown_in_another_channel_is_unseen_here(store: Store) -> None:
    fill(store, [1, 2])
    shown(store, channel="C9")
    deliver_due(lambda: MONDAY - WEEK, store, one_message, Channels())
    assert shown(store, channel="C9") == ("", 0)
    assert shown(store, name="elsewhere") == ("1 2", 0)


@pytest.mark.parametrize(
    ("rules", "days"), [({}, 56), ({"max_age": timedelta(days=30)}, 30)], ids=["default", "given"]
)
def test_nothing_is_older_than_the_greatest_age(
    store: Store, rules: dict[str, Any], days: int
) -> None:
    fill(store, [1], date=old(days))
    fill(store, [2], date=old(days + 1))
    assert shown(store, **rules) == ("1", 0)


def test_the_best_come_first_and_each_repository_has_its_turn(store: Store) -> None:
    fill(store, [1, 2, 3])
    fill(store, [4], date=old(20), repo="acme/docs")
    fill(store, [5], level=Level.SKIM, repo="acme/web", date=old(0))
    assert shown(store, level=Level.SKIM, limit=3) == ("1 2 4", 2)
    assert shown(store, level=Level.SKIM, limit=5) == ("1 2 3 4 5", 0)


def test_the_order_does_not_depend_on_when_they_came_in(store: Store) -> None:
    for n in (3, 1, 2):
        fill(store, [n])
    assert shown(store, limit=2) == ("1 2", 1)
    fill(store, [1, 3])  # told again
    assert shown(store, limit=2) == ("1 2", 1)


def test_what_is_over_the_limit_is_counted_and_comes_next_time(store: Store) -> None:
    fill(store, range(1, 8), date=old(10))
    assert shown(store, limit=3) == ("1 2 3", 4)
    slack = Channels()
    deliver_due(lambda: MONDAY - 2 * WEEK, store, one_message, slack)
    deliver_due(lambda: MONDAY - WEEK, store, one_message, slack)
    assert slack.texts == ["1 2 3", "4 5 6"]
    fill(store, [9], date=old(0))
    assert shown(store, limit=3) == ("9 7", 0)
