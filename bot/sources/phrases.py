"""The words that verdicts use, read from `phrases.yaml` beside this file."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from bot.core.entry import Level
from bot.core.phrases import Phrases, prepare
from bot.core.readings import Reading

FILE = Path(__file__).with_name("phrases.yaml")


@cache
def read_phrases() -> Phrases:
    """The shipped phrases, ready for `judge`; read once a process."""
    # Our own file, not a person's: a mistake in it is ours, found by the tests.
    data = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    readings, loose = ([*map(_reading, data[key])] for key in ("readings", "loose"))
    return prepare(data["words"], readings, loose, data["letters"], data["groups"], data["scopes"])


def _reading(entry: dict[str, Any]) -> Reading:
    return Reading(
        says=entry["says"],
        level=Level(entry["level"]),
        denied=Level(entry.get("denied", Level.UNKNOWN)),
        hint=entry.get("hint", False),
        lifts=entry.get("lifts", False),
    )
