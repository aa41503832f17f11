"""What a person keeps is theirs alone, newest first, within bounds."""

from datetime import timedelta

import pytest

from bot.core.channel import Viewer
from bot.store.database import Database
from bot.store.saved import MOST, Kept
from bot.store.store import Store, store_on
from bot.store.tables import saved
from tests.roundups.builders import MONDAY, fill

THERE = Viewer("T1", "C9")
SECOND = timedelta(seconds=1)


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    fill(store, range(1, 4))
    fill(store, [4], visibility=("C9",))
    return store


def ids(store: Store) -> list[int]:
    return sorted(stored.id for stored in store.entries.all())


def keep(store: Store, *entries: int, user: str = "U1") -> list[Kept]:
    return [
        store.saved.save(user, entry, THERE, MONDAY + n * SECOND) for n, entry in enumerate(entries)
    ]


def kept(
    store: Store, viewer: Viewer = THERE, user: str = "U1", size: int = 9, start: int = 0
) -> list[int]:
    return [stored.id for stored in store.saved.shelf(user, size, start, viewer).entries]


def test_what_was_saved_is_listed_newest_first_to_who_saved_it(store: Store) -> None:
    one, two, three, four = ids(store)
    assert keep(store, two, one, four, three) == [Kept.YES] * 4
    assert keep(store, two) == [Kept.YES]  # again: it stays where it was
    assert kept(store) == [three, four, one, two]
    assert kept(store, size=3, start=3) == [two]
    assert kept(store, user="U2") == []
    assert store.saved.among("U1", [one, 99]) == {one}

    store.saved.remove("U1", four)
    store.saved.remove("U1", four)
    store.entries.forget([stored.key for stored in store.entries.get([one])])
    assert kept(store) == [three, two]


def test_what_may_not_be_seen_is_neither_saved_nor_listed(store: Store) -> None:
    one, *_, four = ids(store)
    keep(store, one, four)
    assert kept(store, Viewer("T1", "C1")) == [one]
    assert kept(store, Viewer()) == [one]
    shelf = store.saved.shelf("U1", 5, 7, Viewer("T1", "C1"))
    assert ([each.id for each in shelf.entries], shelf.start) == ([one], 0)
    assert (shelf.total, shelf.elsewhere) == (1, 1)
    assert store.saved.save("U2", four, Viewer("T1", "C1"), MONDAY) is Kept.GONE
    assert store.saved.save("U2", 99, THERE, MONDAY) is Kept.GONE


def test_a_person_keeps_only_so_many(store: Store) -> None:
    fill(store, range(10, 10 + MOST))
    first, *others = ids(store)
    rows = [
        {"workspace_id": 1, "user": "U1", "entry_id": entry, "at": MONDAY}
        for entry in others[:MOST]
    ]
    with store.database.write() as connection:
        connection.execute(saved.insert(), rows)
    assert keep(store, first, others[0]) == [Kept.FULL, Kept.YES]
    store.saved.remove("U1", others[0])
    assert keep(store, first) == [Kept.YES]
