"""What tests of the command line share: running a verb, the type of `run`, reading its JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from bot.cli.verbs import prdigest

Run = Callable[..., Result]

NAMES = (
    "DATABASE_URL", "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN", "SLACK_API_URL",
    "SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "PORT", "PRDIGEST_URL", "PRDIGEST_DIGESTS",
    "PRDIGEST_SCHEDULES", "PRDIGEST_GLOSSARY", "PRDIGEST_CLOCK", "PRDIGEST_ADMINS",
    "LOG_LEVEL", "LOG_FORMAT",
)  # fmt: skip


def invoke(*arguments: str | Path, **environment: str) -> Result:
    """A verb of the command line, with just these of our variables set. Raises what it raises."""
    variables = dict.fromkeys(NAMES) | environment
    result = CliRunner().invoke(prdigest, [str(argument) for argument in arguments], env=variables)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def printed(result: Result) -> Any:
    """The JSON on standard output."""
    return json.loads(result.stdout)
