"""Brings a database to the shape this program knows, one process at a time."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.errors import VersionError
from bot.search.words import TERMS_VERSION
from bot.store.database import Database
from bot.store.index import TERMS_FACT
from bot.store.locks import Lock, lock
from bot.store.tables import facts

HEAD = "0004"
"""The newest migration in `migrations/versions`; a test holds the two together."""

_MIGRATIONS = Path(__file__).with_name("migrations")


def version(database: Database) -> str | None:
    """The version a database is at, None where it is empty."""
    with database.read() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(
            sa.text("SELECT version_num FROM alembic_version")
        ).scalar_one_or_none()
        return found


def check(database: Database) -> None:
    """Raise VersionError, with the mend, unless the database is at this program's version."""
    found = version(database)
    if found == HEAD:
        return
    _refuse_unknown(found)
    raise VersionError(
        f"the database is at version {found or 'none'} and this program needs {HEAD}; "
        "run `prdigest migrate` first"
    )


def migrate(database: Database) -> tuple[str | None, str]:
    """Bring the database to HEAD; gives the version before and after.

    Safe when several processes do it at once: each waits for the one before. Raises VersionError
    if the database is newer than this program.
    """
    with database.write() as connection:
        if not database.is_sqlite:
            connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        lock(connection, Lock.MIGRATION)
        before = _version_in(connection)
        _refuse_unknown(before)
        if before != HEAD:
            _upgrade(connection)
        if before is None:  # an empty index has Terms of any version
            connection.execute(facts.insert().values(name=TERMS_FACT, value=TERMS_VERSION))
    return before, HEAD


def _refuse_unknown(found: str | None) -> None:
    """Raise VersionError for a version of which this program has no migration."""
    known = {file.name.partition("_")[0] for file in (_MIGRATIONS / "versions").glob("*_*.py")}
    if found is None or found in known:
        return
    raise VersionError(
        f"the database is at version {found or 'of no name'}, newer than this program's {HEAD} or "
        "not its own; run the newer prdigest, or restore a backup made before it"
    )


def _version_in(connection: Connection) -> str | None:
    from alembic.migration import MigrationContext  # slow to import: only when migrating

    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
