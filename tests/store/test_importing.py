"""Several files share a transaction as if each had its own, and others go on beside an import."""

import multiprocessing
from collections.abc import Sequence
from datetime import timedelta
from multiprocessing.synchronize import Event

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile, Telling
from bot.core.grammar import parse
from bot.core.key import headline_hash
from bot.store.database import Database
from bot.store.entries import Entries
from bot.store.index import Index
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from bot.store.tables import entries, keys
from tests.telling import TODAY, days, telling


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def file(source: str, *tellings: Telling) -> DigestFile:
    return DigestFile(source, tellings)


def test_an_entry_told_by_two_files_of_a_run_is_added_and_then_updated(store: Store) -> None:
    first, second = store.entries.merge_all(
        [
            file("a", telling(pr=7, verdict="Read it.")),
            file("b", telling(pr=7, verdict="Read it twice.", on=days(1))),
        ]
    )
    assert (first.added, second.updated) == (1, 1)
    (kept,) = store.entries.all()
    assert kept.entry.verdict == "Read it twice."


def test_a_number_learnt_later_in_a_run_merges_and_keeps_the_old_key(store: Store) -> None:
    merged = store.entries.merge_all([file("a", telling()), file("b", telling(pr=7, on=days(2)))])
    assert [(one.added, one.merged) for one in merged] == [(1, 0), (0, 1)]
    (kept,) = store.entries.all()
    assert kept.key == "vllm-project/vllm#7"
    assert store.entries.by_key(f"vllm-project/vllm~{headline_hash(kept.entry.headline)}") == kept


def test_a_headline_that_recurs_within_a_run_gets_a_key_of_its_own(store: Store) -> None:
    store.entries.merge_all([file(f"{n}", telling("Bump it", on=days(n))) for n in (0, 40, 80)])
    found = [stored.key.partition("~")[2] for stored in store.entries.all()]
    of = headline_hash("Bump it")
    assert found == [f"{of}-3", f"{of}-2", of]


def test_a_file_without_entries_among_others_counts_nothing(store: Store) -> None:
    merged = store.entries.merge_all([file("a", telling()), file("b"), file("c", telling(pr=7))])
    assert [(one.added, one.merged) for one in merged] == [(1, 0), (0, 0), (0, 1)]


def test_no_files_change_nothing(store: Store) -> None:
    assert store.entries.merge_all([]) == []


def test_what_is_told_unchanged_waits_for_no_writer(database: Database, store: Store) -> None:
    files = [file("a", telling()), file("b", telling("Other", pr=1))]
    store.entries.merge_all(files)
    with database.write():
        assert [one.unchanged for one in store.entries.merge_all(files)] == [1, 1]


def test_a_run_that_fails_leaves_the_runs_before_and_can_be_imported_again(
    database: Database, store: Store
) -> None:
    class Failing(Index):
        def put(self, *given: object) -> None:
            raise KeyboardInterrupt

    failing = Entries(database, Failing(database))
    store.entries.merge(file("a", telling("One")))
    second = [file("b", telling("Two")), file("c", telling("Three"))]
    with pytest.raises(KeyboardInterrupt):
        failing.merge_all(second)
    with database.read() as connection:
        assert connection.scalars(sa.select(entries.c.headline)).all() == ["One"]
        assert len(connection.scalars(sa.select(keys.c.stem)).all()) == 1
    assert [one.added for one in store.entries.merge_all(second)] == [1, 1]


def test_what_another_import_adds_in_between_is_not_added_twice(
    database: Database, store: Store
) -> None:
    class Late(Database):
        """Somebody else imports the same just before we write."""

        def write(self):  # type: ignore[no-untyped-def]
            store.entries.merge(file("a", telling(pr=7)))
            return super().write()

    late = Late(database.engine)  # a real database, only its timing is ours
    (merged,) = Entries(late, Index(late)).merge_all([file("a", telling(pr=7))])
    assert (merged.added, merged.unchanged) == (0, 1)
    assert store.entries.count() == 1


def import_runs(url: str, runs: int, each: int, done: Event) -> None:
    store = open_store(url)
    with store.entries.importing():
        for run in range(runs):
            store.entries.merge_all(_run(run, each))
    store.database.close()
    done.set()


def _run(run: int, each: int) -> Sequence[DigestFile]:
    numbers = range(run * each, (run + 1) * each)
    return [
        file(f"{n}", telling(f"MoE change {n} 对齐内核", pr=n + 1, on=TODAY - timedelta(n % 300)))
        for n in numbers
    ]


def test_searches_and_writes_go_on_beside_an_import(
    database: Database, store: Store, database_url: str
) -> None:
    context = multiprocessing.get_context("spawn")
    done = context.Event()
    importing = context.Process(target=import_runs, args=(database_url, 8, 400, done))
    # The first search makes what all need.
    search(store, parse("moe 对齐"), viewer=Viewer(), today=TODAY, limit=1)
    importing.start()
    totals, writes = [], 0
    while not done.is_set() and importing.is_alive():
        found = search(store, parse("moe 对齐"), viewer=Viewer(), today=TODAY, limit=5)
        totals.append(found.total)
        store.channels.ensure(f"C{writes}")
        writes += 1
    importing.join(timeout=60)
    assert importing.exitcode == 0
    assert store.entries.count() == 3200
    assert totals == sorted(totals)
    assert len(set(totals)) > 2  # it was seen to grow: neither waited for the other's end
    found = search(store, parse("moe 对齐"), viewer=Viewer(), today=TODAY, limit=5)
    assert len(found.hits) == 5
