"""Entries are found by id, Key and number, listed, forgotten, and imported by one at a time."""

import tracemalloc
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.core.entry import DigestFile, Entry, Level, StoredEntry, Telling
from bot.core.key import headline_hash
from bot.errors import DatabaseError
from bot.store.channels import Channels
from bot.store.database import Database, connect
from bot.store.entries import Entries
from bot.store.index import Index
from bot.store.tables import keys, seen

TODAY = date(2026, 11, 30)
REPO = "vllm-project/vllm"


@pytest.fixture
def store(database: Database) -> Entries:
    return Entries(database, Index(database))


def tell(
    store: Entries,
    headline: str,
    *,
    pr: int | None = None,
    repo: str = REPO,
    days_ago: int = 0,
    verdict: str = "Read it.",
) -> None:
    told = Entry(repo, pr, headline, verdict, Level.MUST, TODAY - timedelta(days_ago))
    store.merge(DigestFile(f"{headline}.yaml", (Telling(1, told),)))


def headlines(found: Iterable[StoredEntry]) -> list[str]:
    return [stored.entry.headline for stored in found]


def test_all_of_an_empty_store_is_nothing(store: Entries) -> None:
    assert list(store.all()) == []
    assert store.count() == 0


def test_all_are_listed_newest_first(store: Entries) -> None:
    tell(store, "old", days_ago=9)
    tell(store, "new")
    tell(store, "middle", days_ago=3)
    assert headlines(store.all()) == ["new", "middle", "old"]


def test_listing_all_keeps_few_in_memory(store: Entries) -> None:
    text = "x" * 4000
    told = tuple(
        Telling(n, Entry(REPO, n, f"Change {n}", f"{n} {text}", Level.SKIP, TODAY))
        for n in range(1, 4001)
    )
    store.merge(DigestFile("big.yaml", told))
    tracemalloc.start()
    try:
        assert sum(1 for _ in store.all()) == 4000
        assert tracemalloc.get_traced_memory()[1] < 8_000_000  # all of them are 16 MB
    finally:
        tracemalloc.stop()


def test_a_listing_left_early_gives_its_connection_back(store: Entries) -> None:
    for n in range(3):
        tell(store, f"Change {n}")
    for _ in range(30):
        listing = store.all()
        next(listing)
        listing.close()  # type: ignore[attr-defined]
    tell(store, "One more")
    assert store.count() == 4


def test_entries_come_in_the_order_asked_for_without_those_gone(store: Entries) -> None:
    for headline in ("a", "b", "c"):
        tell(store, headline)
    assert headlines(store.get([3, 99, 1])) == ["c", "a"]
    assert store.get([]) == []


def test_a_key_is_found_whatever_its_case(store: Entries) -> None:
    tell(store, "Faster", pr=7)
    found = store.by_key("VLLM-Project/vLLM#7")
    assert found is not None
    assert found.key == "vllm-project/vllm#7"


@pytest.mark.parametrize(
    "key",
    ["", "x", "vllm-project/vllm#8", "vllm-project/vllm#7-2", "'; DROP TABLE entries", "~" * 9000],
)
def test_an_unknown_key_is_nothing(store: Entries, key: str) -> None:
    tell(store, "Faster", pr=7)
    assert store.by_key(key) is None


def test_forgetting_removes_an_entry_with_everything_about_it(
    database: Database, store: Entries
) -> None:
    tell(store, "one", pr=1)
    tell(store, "two")
    channel = Channels(database).ensure("C1")
    with database.write() as connection:
        shown = {"channel_id": channel.id, "entry_id": 1, "state": "shown"}
        connection.execute(seen.insert().values(at=datetime.now(UTC), **shown))
    assert store.forget(["VLLM-project/vllm#1", f"{REPO}#404"]) == (f"{REPO}#1",)
    assert headlines(store.all()) == ["two"]
    with database.read() as connection:
        assert connection.execute(sa.select(seen.c.entry_id)).all() == []
        assert len(connection.execute(sa.select(keys.c.stem)).all()) == 1
        assert connection.scalar(sa.text("SELECT count(*) FROM entry_index")) == 1


def test_an_entry_is_forgotten_once_though_named_twice(store: Entries) -> None:
    tell(store, "Faster")
    old = f"{REPO}~{headline_hash('Faster')}"
    tell(store, "Faster", pr=7)
    assert store.forget([old, f"{REPO}#7"]) == (f"{REPO}#7",)
    assert store.by_key(old) is None


def test_the_row_id_of_a_forgotten_entry_is_not_used_again(store: Entries) -> None:
    tell(store, "one", pr=1)
    store.forget([f"{REPO}#1"])
    tell(store, "two", pr=2)
    assert [stored.id for stored in store.all()] == [2]


def test_a_forgotten_entry_comes_back_with_its_file(store: Entries) -> None:
    tell(store, "one", pr=1)
    store.forget([f"{REPO}#1"])
    tell(store, "one", pr=1)
    assert store.count() == 1


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_a_second_import_waits_for_the_first(database: Database) -> None:
    other = connect(database.engine.url.render_as_string(hide_password=False))
    first, second = (
        Entries(database, Index(database)),
        Entries(other, Index(other)),
    )
    with (
        first.importing(),
        pytest.raises(DatabaseError, match="another import is running"),
        second.importing(wait_s=0.3),
    ):
        pytest.fail("two imports at a time")
    with second.importing(wait_s=5):
        tell(second, "Faster")
    other.close()


def test_one_who_imports_may_merge_and_be_read_beside(store: Entries) -> None:
    with store.importing():
        tell(store, "Faster")
        assert store.count() == 1
