"""Form: the fields in which people say what a Subscription shall be, and how they are read."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.core.entry import Level
from bot.core.every import DAYS
from bot.core.grammar import parse_filter
from bot.core.schedule import Language, Quiet, Subscription
from bot.core.zones import check_timezone
from bot.errors import PrdigestError

FIRST_DAYS, FIRST_TIME = ("mon",), "09:00"
"""When a new Subscription falls due, unless a person says otherwise."""

_MOST = 50  # Entries of a Roundup
_EVERY = re.compile(r"(\S+) ([0-9]{1,2}):([0-9]{2})")
_NAMED_DAYS = {"daily": DAYS, "weekdays": DAYS[:5]}


@dataclass(frozen=True, slots=True)
class Form:
    """What stands in the fields, as text: nothing is checked yet.

    `days` are names as in an `every`, `time` is HH:MM; "" is an empty field.
    """

    days: tuple[str, ...] = ()
    time: str = ""
    timezone: str = ""
    filter: str = ""
    level: str = ""
    limit: str = ""
    language: str = ""
    quiet: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The Subscription that a Form asks for, and what is wrong with which of its fields.

    Where something is wrong it is as it was known before.
    """

    subscription: Subscription
    errors: dict[str, PrdigestError]


def form_of(subscription: Subscription) -> Form:
    """The Form filled in for a Subscription; of a cron rule with the days and time of new ones."""
    days, time = _days_and_time(subscription.every)
    return Form(
        days=days,
        time=time,
        timezone=subscription.timezone,
        filter=subscription.filter or "",
        level=subscription.level,
        limit=str(subscription.limit),
        language=subscription.language,
        quiet=subscription.quiet,
    )


def read(form: Form, known: Subscription) -> Reading:
    """Read a Form about a Subscription of which the rest is `known`."""
    found: dict[str, Any] = {}
    errors: dict[str, PrdigestError] = {}
    for name, reader in _READERS.items():
        try:
            found[name] = reader(getattr(form, name))
        except PrdigestError as error:
            errors[name] = error
    days, time = found.pop("days", None), found.pop("time", None)
    if days and time:
        found["every"] = f"{days} {time}"
    return Reading(replace(known, **found), errors)


def _days_and_time(every: str) -> tuple[tuple[str, ...], str]:
    plain = _EVERY.fullmatch(" ".join(every.lower().split()))
    if plain is None:
        return FIRST_DAYS, FIRST_TIME
    named = plain[1].split(",")
    days = _NAMED_DAYS.get(plain[1]) or tuple(day for day in DAYS if day in named)
    return days, f"{int(plain[2]):02}:{plain[3]}"


def _days(chosen: tuple[str, ...]) -> str:
    """As an `every` has them, with the shortest name there is."""
    days = tuple(day for day in DAYS if day in chosen)
    if not days:
        raise PrdigestError("Choose at least one day.")
    named = (name for name, meant in _NAMED_DAYS.items() if meant == days)
    return next(named, ",".join(days))


def _time(chosen: str) -> str:
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", chosen):
        raise PrdigestError("Choose a time, such as 09:00.")
    return chosen


def _timezone(chosen: str) -> str:
    check_timezone(chosen)
    return chosen


def _filter(typed: str) -> str | None:
    text = " ".join(typed.split())
    if not text:
        return None
    parse_filter(text)
    return text


def _limit(chosen: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", chosen) or not 1 <= int(chosen) <= _MOST:
        raise PrdigestError("Choose a number from 1 to {most}.", most=_MOST)
    return int(chosen)


def _one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    def chosen(value: str) -> StrEnum:
        if value not in set(kind):
            raise PrdigestError("Choose one of these.")
        return kind(value)

    return chosen


_READERS: dict[str, Callable[[Any], Any]] = {
    "days": _days,
    "time": _time,
    "timezone": _timezone,
    "filter": _filter,
    "level": _one_of(Level),
    "limit": _limit,
    "language": _one_of(Language),
    "quiet": _one_of(Quiet),
}
