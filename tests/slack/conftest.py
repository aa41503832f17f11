"""Slack for the tests: an emulator written by others, and our own stand-in."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.slack.standin import Standin
from bot.store.store import Store, open_store

EMULATOR = "emulate@0.8.0"


@pytest.fixture(scope="session")
def emulator() -> Iterator[str]:
    """API URL of the emulator; without Node these tests are skipped by name, in CI they fail."""
    if shutil.which("npx") is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs Node: npx was not found")
        pytest.skip("no Node here: install it to run this test against the Slack emulator")
    port = _free_port()
    command = ["npx", "--yes", EMULATOR, "start", "--service", "slack", "--port", str(port)]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, start_new_session=True, stdout=nowhere, stderr=nowhere)
    api_url = f"http://127.0.0.1:{port}/api/"
    try:
        _wait_for(api_url, process)
        yield api_url
    finally:
        os.killpg(process.pid, 15)  # npx, and the emulator it started
        process.wait()


def _wait_for(api_url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):  # the first time, npx fetches it
        try:
            urllib.request.urlopen(f"{api_url}auth.test", data=b"", timeout=5).close()
        except OSError:
            assert process.poll() is None, "the Slack emulator ended by itself"
            time.sleep(0.1)
        else:
            return
    pytest.fail("the Slack emulator did not answer within a minute")


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


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
