"""One Subscription as a schedule file declares it (design.md 3.1)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.core.entry import Level
from bot.core.grammar import parse_filter
from bot.core.rhythm import check_timezone, parse_rhythm
from bot.core.schedule import DateRange, Language, Quiet, Subscription
from bot.errors import PrdigestError
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.nodes import Mapping, Node, Scalar
from bot.sources.values import parse_day, quoted, seen_as

KEYS = (
    "name",
    "channel",
    "every",
    "cron",
    "timezone",
    "filter",
    "level",
    "limit",
    "language",
    "grace",
    "max_age",
    "holidays",
    "quiet",
    "team",
    "paused",
)
NAME_LIMIT = 80
FILTER_LIMIT = 500
ROUNDUP_LIMIT = 50
HOLIDAYS_LIMIT = 366
HOLIDAY_LONGEST = timedelta(days=366)
GRACE_LONGEST = timedelta(days=31)
AGE_LONGEST = timedelta(days=3660)
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
FIND_THE_ID = (
    "write the channel's id (C…): in Slack open the channel's details, it stands at the bottom"
)


@dataclass(frozen=True, slots=True)
class Declared:
    """A Subscription with the line where it begins."""

    line: int
    subscription: Subscription


def read_subscription(node: Node, file: str, faults: list[Fault]) -> Declared | None:
    """One Subscription; None if anything is wrong with it, which `faults` then says."""
    if not isinstance(node, Mapping):
        faults.append(
            Fault(
                node.line,
                f"a schedule must be a mapping, but this is {seen_as(node)}",
                "write - name: … and below it channel:, every: and timezone:",
            )
        )
        return None
    known = len(faults)
    fields = Fields(node, KEYS, faults)
    given: dict[str, Any] = {
        "name": _name(fields),
        "channel": _channel(fields),
        "every": _every(fields),
        "timezone": _timezone(fields),
        "filter": _filter(fields),
        "level": fields.choice("level", Level),
        "limit": fields.number("limit", ROUNDUP_LIMIT),
        "language": fields.choice("language", Language),
        "grace": _duration(fields, "grace", GRACE_LONGEST, "6h"),
        "max_age": _duration(fields, "max_age", AGE_LONGEST, "8w"),
        "holidays": fields.many("holidays", HOLIDAYS_LIMIT, _holiday),
        "quiet": fields.choice("quiet", Quiet),
        "paused": fields.truth("paused"),
        "team": _team(fields),
    }
    if len(faults) > known:
        return None
    present = {name: value for name, value in given.items() if value is not None}
    return Declared(node.line, Subscription(**present, file=file))


def _name(fields: Fields) -> str | None:
    if fields.need("name", "give it a name, such as weekly-must-reads") is None:
        return None
    return fields.text("name", NAME_LIMIT)


def _channel(fields: Fields) -> str | None:
    if fields.need("channel", FIND_THE_ID) is None:
        return None
    channel = fields.word("channel")
    if channel is not None and not re.fullmatch(r"[CGD][A-Z0-9]{2,20}", channel):
        fields.refuse("channel", f"channel {quoted(channel)} is no id", FIND_THE_ID)
    return channel


def _team(fields: Fields) -> str | None:
    team = fields.word("team")
    if team is not None and not re.fullmatch(r"T[A-Z0-9]{2,20}", team):
        fields.refuse("team", f"team {quoted(team)} is no id", "write the workspace's id (T…)")
    return team


def _every(fields: Fields) -> str | None:
    """The rhythm as written; what stands under `cron:` is kept as `cron: …`."""
    if fields.declares("every") and fields.declares("cron"):
        fields.refuse("cron", "every and cron are both given", "keep one of them")
        return None
    name = "cron" if fields.declares("cron") else "every"
    if fields.need(name, "write every: mon 09:00") is None:
        return None
    word = fields.word(name)
    if word is None:
        return None
    every = f"cron: {word}" if name == "cron" else word
    _parse(fields, name, every, parse_rhythm)
    return every


def _timezone(fields: Fields) -> str | None:
    if fields.need("timezone", "write timezone: Area/City, such as Asia/Shanghai, or UTC") is None:
        return None
    timezone = fields.word("timezone")
    if timezone is not None:
        _parse(fields, "timezone", timezone, check_timezone)
    return timezone


def _filter(fields: Fields) -> str | None:
    query = fields.text("filter", FILTER_LIMIT)
    if query is not None:
        _parse(fields, "filter", query, parse_filter)
    return query


def _parse(fields: Fields, name: str, text: str, parse: Callable[[str], object]) -> None:
    """Gather what a parser of the core says against a value: a problem, then its mend."""
    try:
        parse(text)
    except PrdigestError as error:
        problem, _, mend = str(error).partition("; ")
        fields.refuse(name, f"{name}: {problem}", mend or f"correct {name}")


def _duration(fields: Fields, name: str, longest: timedelta, example: str) -> timedelta | None:
    word = fields.word(name)
    if word is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,4}) ?([mhdw])", word)
    if found:
        duration = timedelta(**{UNITS[found[2]]: int(found[1])})
        if duration <= longest:
            return duration
    fields.refuse(
        name,
        f"{name} {quoted(word)} is no duration up to {longest.days} days",
        f"write a number with m, h, d or w, such as {example}",
    )
    return None


def _holiday(node: Node) -> DateRange | Fault:
    text = node.text.strip() if isinstance(node, Scalar) else ""
    first, dots, last = text.partition("..")
    begin = parse_day(first.strip())
    end = parse_day(last.strip()) if dots else begin
    if begin and end and timedelta(0) <= end - begin <= HOLIDAY_LONGEST:
        return DateRange(begin, end)
    shown = quoted(text) if text else seen_as(node)
    return Fault(
        node.line,
        f"{shown} is no holiday",
        "write 2026-12-25, or first and last day as 2027-02-05..2027-02-12",
    )
