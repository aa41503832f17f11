"""The store opens on a database that is up to date, and SQLite is brought there."""

from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.errors import DatabaseError, VersionError
from bot.store.database import connect
from bot.store.facts import Facts
from bot.store.migrate import HEAD, migrate, version
from bot.store.store import open_store


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_sqlite_is_made_and_brought_up_to_date(database_url: str) -> None:
    store = open_store(database_url)
    assert version(store.database) == HEAD
    assert store.entries.count() == 0
    store.database.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_opening_an_up_to_date_sqlite_waits_for_no_writer(database_url: str) -> None:
    first = open_store(database_url)
    with first.database.write():
        second = open_store(database_url)
        assert second.entries.count() == 0
    first.database.close()
    second.database.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_sqlite_index_of_other_terms_is_made_anew(database_url: str) -> None:
    store = open_store(database_url)
    told = Entry("o/r", 1, "Faster", "Read it.", Level.MUST, date(2026, 11, 30))
    store.entries.merge(DigestFile("a.yaml", (Telling(1, told),)))
    Facts(store.database).set("terms_version", "older")
    with store.database.write() as connection:
        connection.execute(sa.text("DELETE FROM entry_index"))
    store.database.close()
    again = open_store(database_url)
    with again.database.read() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM entry_index")) == 1
    again.database.close()


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_postgres_must_be_migrated_first(database_url: str) -> None:
    with pytest.raises(VersionError, match="run `prdigest migrate` first"):
        open_store(database_url)


def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    database = connect(database_url)
    migrate(database)
    with database.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(VersionError, match="newer than this program"):
        open_store(database_url)


def test_a_store_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="its folder must exist"):
        open_store(f"sqlite:///{tmp_path}/missing/a.db")
