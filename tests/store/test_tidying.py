"""An index written in many pieces is brought together, and finds the same."""

import pytest

from bot.core.channel import Viewer
from bot.core.entry import DigestFile
from bot.core.grammar import parse
from bot.store.database import Database
from bot.store.search import search
from bot.store.store import Store, store_on
from bot.store.tidying import tidy
from tests.telling import TODAY, telling


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    for number in range(40):
        told = (telling(f"MoE kernel {number}"),)
        store.entries.merge(DigestFile(f"{number}.yaml", told))
    return store


def pieces(store: Store) -> int:
    with store.database.read() as connection:
        of = "SELECT count(DISTINCT segid) FROM entry_index_idx"
        return int(connection.exec_driver_sql(of).scalar_one())


def found(store: Store) -> list[int]:
    hits = search(store, parse("moe"), viewer=Viewer(), today=TODAY, limit=100).hits
    return [hit.stored.id for hit in hits]


def test_many_pieces_become_one_and_find_the_same(store: Store) -> None:
    before = found(store)
    tidy(store.database, changed=40)
    assert found(store) == before
    if store.database.is_sqlite:
        assert pieces(store) == 1


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_where_little_changed_nothing_is_brought_together(store: Store) -> None:
    before = pieces(store)
    tidy(store.database, changed=1)
    assert pieces(store) == before > 1
