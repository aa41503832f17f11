"""A database is brought to the program's version, once, and a newer one is refused."""

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.errors import DatabaseError
from bot.search.words import TERMS_VERSION
from bot.store import migrate as migrations
from bot.store.database import Database, connect
from bot.store.index import TERMS_FACT
from bot.store.store import store_on
from bot.store.tables import facts, metadata


def test_an_empty_database_is_brought_to_the_newest_version(database_url: str) -> None:
    database = connect(database_url)
    assert migrations.migrate(database) == (None, migrations.HEAD)
    assert migrations.migrate(database) == (migrations.HEAD, migrations.HEAD)
    migrations.check(database)
    database.close()


@pytest.mark.parametrize("version", ["9999", "0000", "", "*", "abc"])
def test_a_database_of_a_version_we_do_not_know_is_refused(
    database: Database, version: str
) -> None:
    with database.write() as connection:
        change = sa.text("UPDATE alembic_version SET version_num = :version")
        connection.execute(change, {"version": version})
    with pytest.raises(DatabaseError, match="newer than this program"):
        migrations.check(database)
    with pytest.raises(DatabaseError, match="newer than this program"):
        migrations.migrate(database)


def test_an_empty_database_says_to_migrate(database_url: str) -> None:
    database = connect(database_url)
    with pytest.raises(DatabaseError, match="prdigest migrate"):
        migrations.check(database)
    database.close()


def test_the_program_knows_its_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "bot/store/migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == migrations.HEAD


def test_the_migrated_database_is_what_the_tables_describe(database: Database) -> None:
    def ours(name: str | None, kind: str, *_: object) -> bool:
        return kind != "table" or not (name or "").startswith("entry_index")

    with database.read() as connection:
        options = {"include_name": ours, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


def test_the_vocabulary_of_an_older_database_waits_for_the_index_to_be_made_anew(
    database_url: str,
) -> None:
    database = connect(database_url)
    with database.write() as connection:
        config = Config()
        config.set_main_option("script_location", "bot/store/migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(facts.insert().values(name=TERMS_FACT, value=TERMS_VERSION))
    assert migrations.migrate(database) == ("0001", migrations.HEAD)
    assert not store_on(database).index.is_current()
    database.close()
