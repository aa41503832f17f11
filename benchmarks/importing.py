"""How fast files of the text form are imported, beside raw FTS5 inserts of Terms that are ready.

Run `python -m benchmarks.importing --entries 100000`.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.entries import digest_files
from bot.cli.importing import import_digests
from bot.core.entry import DigestFile
from bot.search.stream import stream
from bot.store.database import chunks, connect
from bot.store.migrate import migrate
from bot.store.store import Store, store_on

PER_FILE = 8
TRANSACTION = 400  # Entries, as an import has it
TABLE = (  # as in the migrations
    "CREATE VIRTUAL TABLE entry_index USING fts5(terms, columnsize=0, "
    "tokenize=\"ascii tokenchars '^:%/._-'\")"
)


def main() -> None:
    """Import, import again, make the index anew, insert its rows raw; print Entries a second."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=20_000)
    options.add_argument("--database-url", help="an empty database; default: a temporary SQLite")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        digests = Path(folder, "digests")
        write(digests, chosen.entries)
        database = connect(chosen.database_url or f"sqlite:///{folder}/bench.db")
        migrate(database)
        for what, took_s in measured(store_on(database), digests, Path(folder, "raw.db")):
            print(f"{what:34} {chosen.entries / took_s:8,.0f} Entries/s {took_s:8.1f} s")
        database.close()


def write(folder: Path, count: int) -> None:
    """`count` synthetic Entries as text files."""
    folder.mkdir()
    for number, file in enumerate(digest_files(count, per_file=PER_FILE)):
        day = file.tellings[0].entry.date
        (folder / f"{day}-{number:06}.txt").write_text(text_of(file), encoding="utf-8")


def text_of(file: DigestFile) -> str:
    """The text form of a file that tells of one repository."""
    told = [f"{telling.entry.headline}\n\n{telling.entry.verdict}" for telling in file.tellings]
    return "\n\n".join([file.tellings[0].entry.repo, *told])


def measured(store: Store, digests: Path, raw: Path) -> Iterator[tuple[str, float]]:
    """What was done, and the seconds it took."""
    today = datetime.now(UTC).date()
    yield "import", timed(lambda: import_digests(store, [digests], today))
    yield "the same files again", timed(lambda: import_digests(store, [digests], today))
    yield "reindex", timed(lambda: store.index.reindex(lambda done, total: None, anew=True))
    rows = [(stored.id, stream(stored.entry)) for stored in store.entries.all()]
    yield "raw FTS5 inserts of ready Terms", timed(lambda: insert(raw, rows))


def insert(file: Path, rows: list[tuple[int, str]]) -> None:
    """The least that an index costs: the rows, in transactions of the same length."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(TABLE)
    for chunk in chunks(rows, TRANSACTION):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO entry_index (rowid, terms) VALUES (?, ?)", chunk)
        connection.execute("COMMIT")
    connection.close()


def timed(do: Callable[[], object]) -> float:
    """The seconds that it takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
