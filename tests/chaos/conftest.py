"""A scene for each database, before a Slack that others wrote."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.proxy import Proxy
from tests.chaos.scene import Scene


@pytest.fixture
def proxy(emulator: str) -> Iterator[Proxy]:
    """A proxy in which calls to the emulator may go wrong."""
    with Proxy(emulator) as running:
        yield running


@pytest.fixture
def scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database_url: str, proxy: Proxy
) -> Scene:
    """An empty database of each kind, and a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Scene(tmp_path, database_url, proxy)
