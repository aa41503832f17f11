"""Slack for the tests: an emulator written by others, and our own stand-in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.slack.rehearsal.standin import Standin
from bot.store.store import Store, open_store


@pytest.fixture(params=["standin", "emulator"])
def slack(request: pytest.FixtureRequest) -> str:
    """API URL of our stand-in, then of the emulator: both must do for the same tests."""
    if request.param == "emulator":
        url: str = request.getfixturevalue("emulator")
        return url
    running: Standin = request.getfixturevalue("standin")
    return running.api_url


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on SQLite, for tests of what does not depend on the database."""
    opened = open_store(f"sqlite:///{tmp_path / 'slack.db'}")
    yield opened
    opened.database.close()
