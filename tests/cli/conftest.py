"""Runs the command line as a person does, with an environment of its own."""

from pathlib import Path

import pytest

from tests.cli.running import Run, invoke


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("import", "--json", DATABASE_URL=…)`: in an empty folder, with just these variables."""
    monkeypatch.chdir(tmp_path)
    return invoke
