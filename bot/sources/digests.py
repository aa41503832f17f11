"""Digest files as Tellings, with everything that is wrong beside everything that is right."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from bot.core.entry import DigestFile, Problem
from bot.core.phrases import Phrases
from bot.sources.fault import Fault
from bot.sources.folders import STRUCTURED, Found, find
from bot.sources.naming import shown
from bot.sources.plain import read_plain
from bot.sources.reading import read_text
from bot.sources.repeats import settle_repeats
from bot.sources.structured import read_structured
from bot.sources.told import Day, Told
from bot.sources.values import parse_day


def find_digests(paths: Sequence[Path]) -> list[Found]:
    """The digest files of the paths (files or folders), in order."""
    return [found for path in paths for found in find(path)]


def read_digest(found: Found, phrases: Phrases, today: date) -> DigestFile:
    """One digest file.

    Never raises for what is in it or why it cannot be read: that is a rejected Problem, and
    everything good beside it is read. A Digest dated beyond tomorrow is read with a warning.
    """
    told = _told(found, phrases, today)
    skipped = settle_repeats(told)
    _warn_of_the_future(told, today)
    file = shown(found.path)
    return DigestFile(
        source=found.source,
        tellings=tuple(told.tellings),
        rejected=_problems(told.faults, file),
        skipped=_problems(skipped, file),
        warnings=_problems(told.warnings, file),
    )


def date_in_name(name: str) -> date | None:
    """The first date such as 2026-11-27 in a file's name, None without one."""
    for match in re.finditer(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", name, re.ASCII):
        if day := parse_day(match.group()):
            return day
    return None


def _told(found: Found, phrases: Phrases, today: date) -> Told:
    if found.fault:
        return Told(faults=[found.fault])
    try:
        text = read_text(found.path)
    except Fault as fault:
        return Told(faults=[fault])
    structured = found.path.name.lower().endswith(STRUCTURED)
    read = read_structured if structured else read_plain
    named = date_in_name(found.path.name)
    return read(text, Day(named) if named else Day(today, given=False), phrases)


def _warn_of_the_future(told: Told, today: date) -> None:
    day = told.tellings[0].entry.date if told.tellings else today
    if day > today + timedelta(days=1):
        told.warnings.append(
            Fault(told.date_line, f"the date {day} is in the future", "check the date")
        )


def _problems(faults: list[Fault], file: str) -> tuple[Problem, ...]:
    return tuple(fault.at(file) for fault in sorted(faults, key=lambda fault: fault.line))
