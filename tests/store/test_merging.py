"""Files are merged into real tables as decided, with their index, Keys and what was Seen."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.entry import DigestFile, Entry, Level, StoredEntry, Telling
from bot.store.channels import Channels
from bot.store.database import Database
from bot.store.entries import Entries
from bot.store.index import Index
from bot.store.tables import entries, keys, metadata, seen
from tests.telling import DAY, TODAY, days, read_on, telling


@pytest.fixture
def store(database: Database) -> Entries:
    return Entries(database, Index(database))


def file(source: str, *tellings: Telling, today: date = TODAY) -> DigestFile:
    """A file as it is read `today`."""
    read = (read_on(today, one) for one in tellings)
    return DigestFile(source, tuple(read))


def index_rows(database: Database) -> list[int]:
    column = "rowid" if database.is_sqlite else "id"
    with database.read() as connection:
        rows = connection.execute(sa.text(f"SELECT {column} FROM entry_index ORDER BY 1"))
        return list(rows.scalars())


def linked_rows(database: Database) -> list[int | None]:
    with database.read() as connection:
        found = connection.execute(sa.select(entries.c.index_id).order_by(entries.c.index_id))
        return list(found.scalars())


def test_every_field_comes_back_as_it_was_told(store: Entries) -> None:
    entry = Entry(
        repo="vllm-project/vLLM",
        pr=31245,
        headline="MoE 对齐内核 👍",
        verdict="值得精读。\n\n第二段。",
        level=Level.SKIM,
        date=DAY,
        evidence="值得",
        title="[Kernel] MoE",
        url="https://example.org/1",
        labels=("moe", "内核"),
        author="octocat",
        merged_at=days(-1),
        visibility=("T0123", "C0456"),
    )
    assert store.merge(file("a", Telling(3, entry))).added == 1
    assert list(store.all()) == [StoredEntry(1, "vllm-project/vLLM#31245", entry)]


def test_a_long_file_is_merged_at_once_and_again_unchanged(store: Entries) -> None:
    long = file("a", *(telling(f"Change {n}", pr=n if n % 2 else None) for n in range(1, 1301)))
    assert store.merge(long).added == 1300
    assert store.merge(long).unchanged == 1300
    assert store.count() == 1300


def test_a_merge_keeps_the_row_and_with_it_what_was_seen(
    database: Database, store: Entries
) -> None:
    store.merge(file("a", telling()))
    (before,) = store.all()
    channel = Channels(database).ensure("C1")
    with database.write() as connection:
        connection.execute(
            seen.insert().values(
                channel_id=channel.id,
                entry_id=before.id,
                state="shown",
                at=datetime(2026, 9, 2, tzinfo=UTC),
            )
        )
    assert store.merge(file("b", telling(pr=7, on=days(2)))).merged == 1
    (after,) = store.all()
    assert (after.id, after.key) == (before.id, "vllm-project/vllm#7")
    assert store.by_key(before.key) == store.by_key(after.key) == after
    with database.read() as connection:
        assert connection.execute(sa.select(seen.c.entry_id)).scalars().all() == [after.id]


def test_a_recurring_headline_gets_a_key_of_its_own(store: Entries) -> None:
    for count in (0, 40):
        store.merge(file(f"{count}", telling("Bump dependencies", on=days(count))))
    newer, older = store.all()
    assert newer.key == f"{older.key}-2"
    assert store.by_key(newer.key.upper()) == newer
    assert store.by_key(older.key) == older


def test_a_headline_alone_finds_the_numbered_entry_in_the_tables(store: Entries) -> None:
    store.merge(file("a", telling(pr=1)))
    assert store.merge(file("b", telling(on=days(1), verdict="Again."))).updated == 1
    store.merge(file("c", telling(pr=2)))
    assert store.merge(file("b", telling(on=days(1), verdict="Again."))).unchanged == 1


def test_the_index_follows_every_change(database: Database, store: Entries) -> None:
    store.merge(file("a", telling(), telling("Other", pr=1)))
    store.merge(file("b", telling(pr=7, on=days(2)), telling("Third", on=days(2))))
    assert len(index_rows(database)) == 3
    assert index_rows(database) == linked_rows(database)


def test_a_file_is_merged_wholly_or_not_at_all(database: Database) -> None:
    class Failing(Index):
        def put(self, *given: object) -> None:
            raise RuntimeError("the power went")

    with pytest.raises(RuntimeError):
        Entries(database, Failing(database)).merge(file("a", telling(), telling("b")))
    with database.read() as connection:
        assert connection.execute(sa.select(entries.c.id)).all() == []
        assert connection.execute(sa.select(keys.c.stem)).all() == []


def file_on(on: date | None) -> st.SearchStrategy[list[Telling]]:
    tellings = st.builds(
        telling,
        st.sampled_from(["Bump dependencies", "Fix it"]),
        pr=st.sampled_from([None, None, 1, 2]),
        on=st.just(on),
        verdict=st.sampled_from(["a", "b"]),
        repo=st.sampled_from(["o/r", "O/R"]),
    )
    return st.lists(tellings, max_size=3)


dates = st.none() | st.sampled_from([days(n) for n in (0, 25, 31, 40, 70)])
folders = st.lists(dates.flatmap(file_on), max_size=5)


@given(folder=folders)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_folder_can_be_imported_again_and_keeps_ids_seen_and_index(
    database: Database, folder: list[list[Telling]]
) -> None:
    store = Entries(database, Index(database))
    _empty(database)
    channel = Channels(database).ensure("C1")
    shown: set[int] = set()
    for number, told in enumerate(folder):
        store.merge(file(f"{number}", *told))
        shown |= set(_show_all(database, channel.id))
    before = list(store.all())
    for number, told in enumerate(folder):
        again = store.merge(file(f"{number}", *told, today=days(200)))
        assert (again.added, again.updated, again.merged) == (0, 0, 0)
    assert list(store.all()) == before
    assert {stored.id for stored in before} == shown
    assert index_rows(database) == linked_rows(database)
    assert all(store.by_key(stored.key) == stored for stored in before)


def _show_all(database: Database, channel: int) -> Iterator[int]:
    """Everything there is becomes Seen; what was Seen is still there."""
    with database.write() as connection:
        there = set(connection.execute(sa.select(entries.c.id)).scalars())
        already = set(connection.execute(sa.select(seen.c.entry_id)).scalars())
        assert already <= there
        for id_ in there - already:
            connection.execute(
                seen.insert().values(
                    channel_id=channel, entry_id=id_, state="shown", at=datetime.now(UTC)
                )
            )
        yield from there


def _empty(database: Database) -> None:
    with database.write() as connection:
        connection.execute(sa.text("DELETE FROM entry_index"))
        for table in reversed(metadata.sorted_tables):
            if table.name != "workspaces":
                connection.execute(table.delete())
