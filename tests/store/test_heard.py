"""An event is taken in once, by whoever is told it, however often."""

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.store.channels import SINGLE
from bot.store.database import Database, connect
from bot.store.heard import KEPT
from bot.store.store import Store, store_on
from bot.store.tables import heard
from tests.roundups.builders import subscription

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def take_in(store: Store, event: str | None, now: datetime = NOW) -> bool:
    with store.heard.once(event, now) as obstacles:
        return obstacles is not None


def remembered(database: Database) -> set[str]:
    with database.read() as connection:
        return set(connection.scalars(sa.select(heard.c.event)))


def test_an_event_told_to_two_processes_at_once_is_taken_in_by_one(
    database: Database, database_url: str
) -> None:
    other = connect(database_url)
    taken, inside = list[bool](), threading.Event()

    def told_again() -> None:
        inside.wait(30)
        taken.append(take_in(store_on(other), "Ev1"))

    second = threading.Thread(target=told_again)
    second.start()
    with store_on(database).heard.once("Ev1", NOW) as obstacles:
        inside.set()
        taken.append(obstacles is not None)
    second.join(30)
    other.close()
    assert taken == [True, False]


def test_what_failed_was_never_heard_and_left_nothing(database: Database) -> None:
    store = store_on(database)
    with suppress(ZeroDivisionError), store.heard.once("Ev1", NOW) as obstacles:
        assert obstacles
        obstacles.stop(SINGLE, "app_uninstalled")
        raise ZeroDivisionError
    assert store.obstacles.stopped(SINGLE) is None
    assert take_in(store, "Ev1")


def test_the_effect_is_noted_with_the_event(database: Database) -> None:
    store = store_on(database)
    store.subscriptions.sync([subscription()], NOW)
    with store.heard.once("Ev1", NOW) as obstacles:
        assert obstacles
        obstacles.meet("C1", None, "is_archived", NOW)
    (known,) = store.subscriptions.all()
    assert known.obstacle == "is_archived"
    assert not take_in(store, "Ev1")
    assert all(take_in(store, None) for _ in range(2))  # without an id there is no telling


def test_events_are_forgotten_after_a_day_some_at_a_time(database: Database) -> None:
    store = store_on(database)
    with database.write() as connection:
        long_ago = [{"event": f"Old{n}", "at": NOW - KEPT - timedelta(1)} for n in range(120)]
        connection.execute(sa.insert(heard), [*long_ago, {"event": "Ev0", "at": NOW - KEPT}])
    take_in(store, "Ev1")
    assert len(remembered(database)) == 22
    take_in(store, "Ev2")
    assert remembered(database) == {"Ev0", "Ev1", "Ev2"}
