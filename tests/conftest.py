"""What the tests stand on: real SQLite always, PostgreSQL where there is one, a Slack."""

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.slack.rehearsal.standin import Standin
from bot.store.database import Database, connect
from bot.store.migrate import migrate
from tests.emulating import emulating
from tests.postgres import Reused, empty_database, postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """URL of a PostgreSQL server; without one these tests are skipped by name, in CI they fail."""
    with postgres() as url:
        if url is None and os.environ.get("CI"):
            pytest.fail("CI needs a PostgreSQL: set TEST_POSTGRES_URL")
        if url is None:
            pytest.skip("no PostgreSQL here: set TEST_POSTGRES_URL to run this test")
        yield url


@pytest.fixture(scope="session")
def reused(postgres_server: str) -> Iterator[Reused]:
    """A PostgreSQL database that each test gets as if it had just been made."""
    with empty_database(postgres_server) as url:
        database = Reused(url)
        yield database
        database.close()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite database, to be copied."""
    file = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    opened = connect(f"sqlite:///{file}")
    migrate(opened)
    opened.close()
    return file


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind; a migrated one for tests that have `database` too."""
    is_migrated = "database" in request.fixturenames
    if request.param == "sqlite":
        if is_migrated:
            shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "test.db")
        return f"sqlite:///{tmp_path / 'test.db'}"
    database: Reused = request.getfixturevalue("reused")
    if is_migrated:
        database.migrated()
    else:
        database.empty()
    return database.url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A migrated database of each kind."""
    opened = connect(database_url)
    migrate(opened)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def emulator() -> Iterator[str]:
    """API URL of the emulator; without Node these tests are skipped by name, in CI they fail."""
    if shutil.which("npx") is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs Node: npx was not found")
        pytest.skip("no Node here: install it to run this test against the Slack emulator")
    with emulating() as api_url:
        yield api_url


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
