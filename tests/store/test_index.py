"""The index keeps in step with the Entries."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import StoredEntry
from bot.core.grammar import parse
from bot.errors import VersionError
from bot.search.words import TERMS_VERSION
from bot.store.database import Database, connect
from bot.store.facts import Facts
from bot.store.index import TERMS_FACT
from bot.store.migrate import migrate
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from bot.store.tables import entries
from tests.store.choosing import TODAY, tell, told, unseen_headlines


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def test_putting_an_entry_again_replaces_its_row(store: Store) -> None:
    tell(store, replace(told("Faster MoE"), pr=1))
    (stored,) = store.entries.all()
    changed = StoredEntry(stored.id, stored.key, replace(stored.entry, headline="GEMM"))
    with store.database.write() as connection:
        store.index.put(connection, [changed])
        store.index.put(connection, [changed])
    assert unseen_headlines(store, "moe") == []
    assert _rows(store.database) == 1


def test_dropping_an_entry_leaves_no_row(store: Store) -> None:
    tell(store, told("a"), told("b"))
    with store.database.write() as connection:
        store.index.drop(connection, [stored.id for stored in store.entries.all()])
        store.index.drop(connection, [])
    assert _rows(store.database) == 0


def test_the_index_id_grows_with_the_date(store: Store) -> None:
    tell(store, told("new"))
    tell(store, told("old", days_ago=1))
    by_index = sa.select(entries.c.headline).order_by(entries.c.index_id.desc())
    with store.database.read() as connection:
        assert list(connection.execute(by_index).scalars()) == ["new", "old"]


def test_a_new_database_has_terms_of_this_version(store: Store) -> None:
    assert Facts(store.database).get(TERMS_FACT) == TERMS_VERSION
    assert store.index.reindex(lambda done, total: None) == 0


def test_reindexing_makes_terms_of_another_version_anew(store: Store) -> None:
    tell(store, *(told(f"MoE {n}") for n in range(450)))
    Facts(store.database).set(TERMS_FACT, "0")
    with store.database.write() as connection:
        connection.execute(sa.text("DELETE FROM entry_index"))
    told_progress: list[tuple[int, int]] = []
    assert store.index.reindex(lambda done, total: told_progress.append((done, total))) == 450
    assert told_progress == [(200, 450), (400, 450), (450, 450)]
    assert len(unseen_headlines(store, "moe")) == 450
    assert Facts(store.database).get(TERMS_FACT) == TERMS_VERSION


def test_an_entry_of_great_length_is_indexed(store: Store) -> None:
    tell(store, replace(told("long"), verdict="量化 MoE kernel_launch " * 4000))
    assert unseen_headlines(store, "kernel launch") == ["long"]
    assert search(store, parse("量化"), viewer=Viewer(), today=TODAY, limit=1).total == 1


def _rows(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.text("SELECT count(*) FROM entry_index")).scalar_one())


def test_an_index_of_other_terms_is_made_anew_at_start_or_refused(database_url: str) -> None:
    database = connect(database_url)
    migrate(database)
    Facts(database).set(TERMS_FACT, "0")
    if database.is_sqlite:
        open_store(database_url).database.close()
        assert Facts(database).get(TERMS_FACT) == TERMS_VERSION
    else:
        with pytest.raises(VersionError, match="prdigest migrate"):
            open_store(database_url)
    database.close()
