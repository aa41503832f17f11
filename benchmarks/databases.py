"""Databases to measure on: kept in a folder, and built where they are not there yet."""

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import psycopg
import sqlalchemy as sa

from benchmarks import instead
from benchmarks.corpus import corpus, corpus_name
from benchmarks.instead import Ask, Tell
from benchmarks.server import create
from bot.core.channel import Viewer
from bot.core.grammar import parse
from bot.store.database import connect
from bot.store.migrate import migrate
from bot.store.search import search
from bot.store.store import Store, store_on
from bot.store.streams import shared_streams
from bot.store.tidying import tidy

TOLD_EVERY_S = 10

SQLITE, POSTGRES, ILIKE = "prdigest, SQLite", "prdigest, PostgreSQL", "ILIKE, PostgreSQL"
OTHERS = {
    "FTS5, bm25": (instead.build_bm25, instead.bm25),
    "FTS5, trigram": (instead.build_trigram, instead.trigram),
    "Tantivy": (instead.build_tantivy, instead.tantivy_on),
}


@dataclass(frozen=True, slots=True)
class Engine:
    """Something to ask; `built_s` is None where there is nothing to build."""

    name: str
    ask: Ask
    built_s: float | None
    close: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Databases:
    """All that hold the same `size` Entries, of `digests` or synthetic ones.

    They are in `folder`, and on the PostgreSQL `server`, a URL, if there is one.
    """

    size: int
    digests: Path | None
    folder: Path
    server: str | None
    today: date

    def urls(self) -> dict[str, str]:
        """Where our own are."""
        found = {SQLITE: f"sqlite:///{self._place(SQLITE).resolve()}/prdigest.db"}
        return {**found, POSTGRES: self._postgres(self.server)} if self.server else found

    def engines(self) -> Iterator[Engine]:
        """Each, built now if it is not there yet."""
        for name, url in self.urls().items():
            yield self._ours(name, url)
        if self.server:
            there = psycopg.connect(self._postgres(self.server), autocommit=True)
            yield Engine(ILIKE, instead.ilike(there), None, there.close)
        for name in OTHERS:
            yield self._other(name)

    def _ours(self, name: str, url: str) -> Engine:
        self._place(name).mkdir(parents=True, exist_ok=True)
        if name == POSTGRES:
            create(url)
        database = connect(url)
        migrate(database)
        store = store_on(database)
        if not store.entries.count():  # on another server than the last time, say
            self._note(name).unlink(missing_ok=True)
        took_s = self._once(name, lambda tell: self._fill(store, tell))
        tell = self._telling(f"{name}, Terms made anew")
        if store.index.reindex(lambda done, total: tell(done)):  # only if its Terms are old
            _settle(store)
        return Engine(name, asking(store, self.today), took_s, database.close)

    def _fill(self, store: Store, tell: Tell) -> None:
        done = 0
        with store.entries.importing(), shared_streams() as make:  # as `prdigest import` does
            for run in corpus(self.size, self.digests, self.today):
                store.entries.merge_all(run, make)
                done += sum(len(file.tellings) for file in run)
                tell(done)
            tidy(store.database, done)
        _settle(store)

    def _other(self, name: str) -> Engine:
        build, asking_on = OTHERS[name]
        place, ours = self._place(name), self._place(SQLITE) / "prdigest.db"

        def built(tell: Tell) -> None:
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            build(place, ours, tell)

        took_s = self._once(name, built)
        return Engine(name, asking_on(place), took_s)

    def _once(self, name: str, build: Callable[[Tell], None]) -> float:
        """The seconds that building takes, or took; shows progress on standard error."""
        note = self._note(name)
        if not note.exists():
            began = time.perf_counter()
            build(self._telling(name))
            note.write_text(f"{time.perf_counter() - began:.2f}")
        return float(note.read_text())

    def _telling(self, what: str) -> Tell:
        """Says now and then, on standard error, how much is done."""
        told_at = time.monotonic()

        def tell(done: int) -> None:
            nonlocal told_at
            if time.monotonic() - told_at > TOLD_EVERY_S:
                told_at = time.monotonic()
                print(f"{what}: {done:,} of {self.size:,} Entries", file=sys.stderr)

        return tell

    def _note(self, name: str) -> Path:
        """The file that says that it is built, and in how many seconds."""
        return self._place(name) / "built"

    def _postgres(self, server: str) -> str:
        name = re.sub(r"\W", "_", self._place(POSTGRES).parent.name.lower())
        return sa.make_url(server).set(database=name).render_as_string(hide_password=False)

    def _place(self, name: str) -> Path:
        """The folder of one of them."""
        each = f"{corpus_name(self.digests)}-{self.size}"
        return self.folder / each / re.sub(r"\W+", "-", name.lower())


def asking(store: Store, today: date) -> Ask:
    """The search, as a channel of Slack asks it: one page of Hits."""
    viewer = Viewer(team="T1", channel="C1")
    return lambda text: search(store, parse(text), viewer=viewer, today=today, limit=10).hits


def _settle(store: Store) -> None:
    """Let PostgreSQL do at once what it does by itself within minutes."""
    if not store.database.is_sqlite:
        with store.database.alone() as connection:
            connection.execute(sa.text("SET statement_timeout = 0"))
            connection.execute(sa.text("VACUUM ANALYZE"))
