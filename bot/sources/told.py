"""Told: what the reading of one digest text yields."""

from dataclasses import dataclass, field
from datetime import date

from bot.core.entry import Telling
from bot.sources.fault import Fault

HEADLINE_LIMIT = 500  # characters; titles of GitHub end at 256, first lines of commits do not
VERDICT_LIMIT = 20_000
ENTRIES_LIMIT = 20_000  # a file


@dataclass(frozen=True, slots=True)
class Day:
    """The date that holds for a Digest; the day of reading where none is `given`."""

    date: date
    given: bool = True


@dataclass(slots=True)
class Told:
    """Good Tellings beside what is wrong. `date_line` is where the Digest's date stands."""

    tellings: list[Telling] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    date_line: int = 1


def too_many(line: int) -> Fault:
    """The fault of a file with more Entries than are read at once."""
    return Fault(line, f"more than {ENTRIES_LIMIT:,} Entries", "split the file")
