"""The database tells in one sentence why it cannot be used, and many may use it at once."""

import multiprocessing
import os
import stat
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.errors import ConfigError, DatabaseError
from bot.store.channels import Channels
from bot.store.database import Database, connect
from bot.store.entries import Entries
from bot.store.facts import Facts
from bot.store.index import Index
from bot.store.migrate import migrate
from bot.store.tables import Utc, facts

HUSH = "hunter2"
T = TypeVar("T")


def use(url: str) -> None:
    database = connect(url)
    try:
        migrate(database)
    finally:
        database.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "prdigest.db",
        "sqlite:prdigest.db",
        f"mysql://user:{HUSH}@host/name",
        f"postgresql+asyncpg://user:{HUSH}@host/name",
        f"postgres:user:{HUSH}@host/name",
    ],
)
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="neither sqlite:///FILE nor postgres://") as told:
        connect(url)
    assert HUSH not in str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://host/a.db",
        "sqlite:///a.db?mode=ro",
    ],
)
def test_a_sqlite_url_without_a_file_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="names no file"):
        connect(url)


@pytest.mark.parametrize(
    "url",
    [
        f"postgres://user:p@{HUSH}@host/name",
        f"postgres://user:p@ss:{HUSH}/x@host:5432/name",
        f"postgres://user:{HUSH}@host:port/name",
        f"postgres://user:{HUSH}\n@host/name",
        "sqlite:///a\0b",
    ],
)
def test_a_url_that_cannot_be_read_is_not_repeated(url: str) -> None:
    with pytest.raises(ConfigError, match="DATABASE_URL cannot be read") as told:
        connect(url)
    assert HUSH not in str(told.value)
    assert told.value.__cause__ is None


def test_a_postgres_url_without_a_database_is_refused() -> None:
    with pytest.raises(ConfigError, match="names no database"):
        connect(f"postgres://user:{HUSH}@host")


@pytest.mark.parametrize("end", ["", "?sslmode=bogus", "?nonsense=1"])
def test_an_unreachable_postgres_is_told_without_its_password(end: str) -> None:
    with pytest.raises(DatabaseError, match=r"name on 127.0.0.1 cannot be used") as told:
        use(f"postgres://user:{HUSH}@127.0.0.1:1/name{end}")
    assert HUSH not in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_a_missing_postgres_database_is_told(database_url: str) -> None:
    with pytest.raises(DatabaseError, match="does not exist"):
        use(sa.make_url(database_url).set(database="nope").render_as_string(hide_password=False))


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="its folder must exist"):
        use(f"sqlite:///{tmp_path}/missing/a.db")


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="it must be a file"):
        use(f"sqlite:///{tmp_path}")


def test_a_file_of_another_kind_is_told(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no database at all\n" * 100)
    with pytest.raises(DatabaseError, match="file is not a database; name another file"):
        use(f"sqlite:///{other}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_we_may_not_write_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    use(f"sqlite:///{file}")
    file.chmod(stat.S_IRUSR)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(DatabaseError, match="make the file and its folder writable"):
            Facts(connect(f"sqlite:///{file}")).set("a", "b")
    finally:
        tmp_path.chmod(stat.S_IRWXU)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_full_disk_is_told_and_nothing_is_lost(database: Database) -> None:
    Facts(database).set("a", "before")
    with database.read() as connection:
        pages = connection.scalar(sa.text("PRAGMA page_count"))
        connection.execute(sa.text(f"PRAGMA max_page_count={pages}"))
    with pytest.raises(DatabaseError, match="make room on its disk"):
        Facts(database).set("a", "x" * 1_000_000)
    assert Facts(database).get("a") == "before"


def test_a_write_that_fails_leaves_nothing(database: Database) -> None:
    def fail() -> None:
        with database.write() as connection:
            connection.execute(facts.insert().values(name="a", value="b"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert Facts(database).get("a") is None


def test_our_own_mistakes_are_not_called_the_databases(database: Database) -> None:
    Facts(database).set("a", "b")
    with pytest.raises(sa.exc.IntegrityError), database.write() as connection:
        connection.execute(facts.insert().values(name="a", value="b"))


def test_moments_come_back_in_utc(database: Database) -> None:
    moment = sa.Table("moments", sa.MetaData(), sa.Column("at", Utc))
    noon = datetime(2026, 11, 30, 12, tzinfo=timezone(timedelta(hours=8)))
    with database.write() as connection:
        moment.create(connection)
        connection.execute(moment.insert().values(at=noon))
        found = connection.scalar(sa.select(moment.c.at))
        assert found == noon
        assert found.utcoffset() == timedelta(0)
        with pytest.raises(sa.exc.StatementError, match="needs a zone"):
            connection.execute(moment.insert().values(at=datetime(2026, 11, 30)))  # noqa: DTZ001


def test_the_shared_clock_is_aware_and_right(database: Database) -> None:
    now = database.now()
    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_a_statement_on_postgres_cannot_run_for_ever(database: Database) -> None:
    with database.read() as connection:
        assert connection.scalar(sa.text("SHOW statement_timeout")) == "1min"


def in_processes(work: list[Callable[[], T]]) -> list[T]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(work), mp_context=context) as pool:
        return [done.result() for done in [pool.submit(each) for each in work]]


def count_up(url: str, times: int) -> None:
    """Read, then write what was read: loses no update only if the lock comes first."""
    database = connect(url)
    for _ in range(times):
        with database.write() as connection:
            here = facts.c.name == "count"
            value = int(connection.scalar(sa.select(facts.c.value).where(here)) or 0)
            connection.execute(facts.update().where(here).values(value=str(value + 1)))
    database.close()


def import_files(url: str, folder: str, count: int) -> int:
    """Merge small files; half of their Entries are told by every importer."""
    database = connect(url)
    entries = Entries(database, Index(database))
    added, on = 0, date(2026, 11, 1)
    with entries.importing():
        for n in range(count):
            told = [
                Telling(1, Entry("o/shared", n, f"Shared {n}", folder, Level.MUST, on)),
                Telling(3, Entry(f"o/{folder}", n, f"Own {n}", "Text", Level.SKIP, on)),
                Telling(5, Entry("o/plain", None, f"Plain {n}", folder, Level.SKIM, on), False),
            ]
            added += entries.merge(DigestFile(f"{folder}/{n}", tuple(told))).added
    database.close()
    return added


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_three_processes_write_one_sqlite_file_without_failure(
    database: Database, database_url: str
) -> None:
    Facts(database).set("count", "0")
    in_processes([partial(count_up, database_url, 60)] * 3)
    assert Facts(database).get("count") == "180"


def test_processes_that_start_together_migrate_once(database_url: str) -> None:
    in_processes([partial(use, database_url)] * 3)
    database = connect(database_url)
    assert Channels(database).ensure("C1").workspace_id == 1
    database.close()


def test_two_imports_at_the_same_moment_tell_every_entry_once(
    database: Database, database_url: str
) -> None:
    added = in_processes([partial(import_files, database_url, each, 40) for each in "ab"])
    entries = Entries(database, Index(database))
    assert sum(added) == entries.count() == 40 + 40 + 80


def test_what_a_statement_was_given_stays_out_of_its_errors(database: Database) -> None:
    row = {"name": "hunter2", "value": "x"}
    with pytest.raises(sa.exc.IntegrityError) as error, database.write() as connection:
        connection.execute(sa.insert(facts), [row, row])
    ours, _, _ = str(error.value).partition("DETAIL")  # which PostgreSQL adds
    assert "hunter2" not in ours
