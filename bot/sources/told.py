"""Told: what the reading of one digest text yields."""

from dataclasses import dataclass, field

from bot.core.entry import Telling
from bot.sources.fault import Fault

HEADLINE_LIMIT = 300  # characters; GitHub's own titles end at 256
VERDICT_LIMIT = 20_000


@dataclass(slots=True)
class Told:
    """Good Tellings beside what is wrong. `date_line` is where the Digest's date stands."""

    tellings: list[Telling] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    date_line: int = 1
