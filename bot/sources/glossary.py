"""Reads the glossary: the shipped one, and a team's own beside it."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from bot.core.concept import Concept

FILE = Path(__file__).parent.parent / "search" / "glossary.yaml"


@cache
def read_concepts() -> tuple[Concept, ...]:
    """The shipped concepts; read once a process."""
    # Our own file, not a person's: a mistake in it is ours, found by the tests.
    read = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return tuple(map(_concept, read))


def _concept(each: Any) -> Concept:
    if isinstance(each, dict):
        return Concept(tuple(each["names"]), tuple(each.get("covers", ())))
    return Concept(tuple(each))
