"""When a schedule says that it falls due: rhythm, timezone, durations, holidays."""

import re
from collections.abc import Callable
from datetime import timedelta

from bot.core.every import parse_rhythm
from bot.core.schedule import DateRange
from bot.core.zones import check_timezone
from bot.errors import PrdigestError
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.nodes import Mapping, Node, Scalar
from bot.sources.syntax import CRON_APART
from bot.sources.values import parse_day, quoted, seen_as

HOLIDAY_LONGEST = timedelta(days=366)
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def every(fields: Fields) -> str | None:
    """The rhythm as written; what stands under `cron:` is kept as `cron: …`."""
    if fields.declares("every") and fields.declares("cron"):
        fields.refuse("cron", "every and cron are both given", "keep one of them")
        return None
    name = "cron" if fields.declares("cron") else "every"
    if fields.need(name, "write every: mon 09:00") is None:
        return None
    if isinstance(fields.given(name), Mapping):
        fields.refuse(name, f"{name} must be one value, but is a mapping", CRON_APART)
        return None
    word = fields.word(name)
    if word is None:
        return None
    text = f"cron: {word}" if name == "cron" else word
    check(fields, name, text, parse_rhythm)
    return text


def timezone(fields: Fields) -> str | None:
    """The timezone, checked."""
    if fields.need("timezone", "write timezone: Area/City, such as Asia/Shanghai, or UTC") is None:
        return None
    zone = fields.word("timezone")
    if zone is not None:
        check(fields, "timezone", zone, check_timezone)
    return zone


def duration(fields: Fields, name: str, longest: timedelta, units: str) -> timedelta | None:
    """A duration up to `longest` in one of `units`, such as `6h` for `hd`."""
    word = fields.word(name)
    if word is None:
        return None
    found = re.fullmatch(rf"([1-9][0-9]{{0,4}}) ?([{units}])", word)
    if found:
        length = timedelta(**{UNITS[found[2]]: int(found[1])})
        if length <= longest:
            return length
    fields.refuse(
        name,
        f"{name} {quoted(word)} is no duration up to {longest.days} days",
        f"write a number with {' or '.join(units)}, such as 6{units[0]}",
    )
    return None


def holiday(node: Node) -> DateRange | Fault:
    """A free day, or several as `first..last`."""
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


def check(fields: Fields, name: str, text: str, parse: Callable[[str], object]) -> None:
    """Gather what a parser of the core says against a value: a problem, then its mend."""
    try:
        parse(text)
    except PrdigestError as error:
        problem, _, mend = str(error).partition("; ")
        fields.refuse(name, f"{name}: {problem}", mend or f"correct {name}")
