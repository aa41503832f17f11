"""Runs the command line as a person does, with an environment of its own."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.verbs import prdigest
from tests.cli.running import Run

NAMES = (
    "DATABASE_URL", "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN", "SLACK_API_URL",
    "SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "PORT", "PRDIGEST_URL", "PRDIGEST_DIGESTS",
    "PRDIGEST_SCHEDULES", "PRDIGEST_GLOSSARY", "PRDIGEST_CLOCK", "LOG_LEVEL", "LOG_FORMAT",
)  # fmt: skip


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("import", "--json", DATABASE_URL=…)`: in an empty folder, with just these variables."""
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str | Path, **environment: str) -> Result:
        variables = dict.fromkeys(NAMES) | environment
        result = CliRunner().invoke(
            prdigest, [str(argument) for argument in arguments], env=variables
        )
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke
