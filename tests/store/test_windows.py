"""Among more rows than are looked at one by one, both databases still find the same."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile
from bot.core.grammar import parse
from bot.core.hit import Found, Matched
from bot.search.match import match
from bot.store.bounds import SAMPLE, bounds
from bot.store.database import Database
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from bot.store.windows import windows
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


def test_how_common_a_word_is_does_not_depend_on_what_else_narrows_a_search(
    database: Database,
) -> None:
    """Rows that are hidden, filtered out or unseen count as well: else the ranking would differ."""
    store = store_on(database)
    hidden = telling("Hidden MoE", pr=9, on=TODAY)
    hidden = replace(hidden, entry=replace(hidden.entry, visibility=("C9",)))
    told = [telling(f"MoE {n}", pr=n, on=TODAY, repo="a/b") for n in (1, 2)]
    store.entries.merge(DigestFile("told.yaml", (hidden, *told, telling("Other", pr=3, on=TODAY))))
    viewer = Viewer(channel="C1")
    for text in ("moe zzz", "moe zzz repo:b", "moe zzz seen:no", "moe zzz until:0d"):
        query = parse(text)
        asked = match(query, store.glossary, None, "C1")
        with database.read() as connection:
            within = windows(connection, bounds(query, viewer, TODAY))
            assert within.shares(asked) == [0.5, 0.0], text


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
