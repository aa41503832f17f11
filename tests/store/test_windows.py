"""Among more rows than are looked at one by one, both databases still find the same."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile
from bot.core.grammar import parse
from bot.core.hit import Found, Matched
from bot.store.bounds import SAMPLE
from bot.store.database import Database
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from tests.telling import TODAY, telling

ROWS = 14 * SAMPLE  # with so many, more rows than are counted have a word of every sixth
ASKED = (
    *("moe", "kernel", "marlin", "moe kernel", "moe marlin", "kernel -moe", "repo:vllm", "-kernel"),
    *("moe since:400d", "moe until:300d", "marlin since:900d until:200d", "kernel until:1000d"),
)


def files() -> Iterator[DigestFile]:
    """Four Entries a day in busy years, one every third day in quiet ones."""
    back = 0
    for n in range(ROWS):
        back += n % 4 == 0 if n // SAMPLE % 2 else 3
        words = ("MoE " * (n % 3 == 0), "kernel " * (n % 6 == 1), "Marlin " * (n % 400 == 7))
        told = telling(f"Change {n} {''.join(words)}", pr=n + 1, on=TODAY - timedelta(days=back))
        yield DigestFile(f"{n}.yaml", (told,))


def ask(store: Store, text: str, offset: int = 0, limit: int = 100) -> Found:
    query = parse(text)
    return search(store, query, viewer=Viewer(), today=TODAY, limit=limit, offset=offset)


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_rows_of_all_years_are_found_and_counted_alike(database: Database, tmp_path: Path) -> None:
    run = list(files())
    stores = [store_on(database), open_store(f"sqlite:///{tmp_path / 'other.db'}")]
    with closing(stores[1].database):
        _count_on_from(1_000_000, database)
        for store in stores:
            store.entries.merge_all(run)
        for text in ASKED:
            one, other = (ask(store, f"{text} sort:new", offset=20) for store in stores)
            assert _count(one) == _count(other), text
            assert _keys(one) == _keys(other), text
            if one.total_exact:
                every = [{*_keys(ask(store, text, limit=1_000))} for store in stores]
                assert every[0] == every[1], text


def _count_on_from(rows: int, database: Database) -> None:
    """As if there had been many rows: then PostgreSQL walks on, or asks its index."""
    sequence = "setval(pg_get_serial_sequence('entries', 'id'), :rows)"
    with database.write() as connection:
        connection.execute(sa.text(f"SELECT {sequence}"), {"rows": rows})


def _count(found: Found) -> tuple[int, bool]:
    """How many have all words. Of those that have some, each database looks at others."""
    return found.total - found.partial, found.total_exact


def _keys(found: Found) -> list[str]:
    return [hit.stored.key for hit in found.hits if hit.matched is Matched.ALL]
