"""Random rules, zones, holidays and moments for property tests."""

import zoneinfo
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bot.core.every import DAYS, parse_rhythm
from bot.core.schedule import DateRange
from bot.core.zones import check_timezone
from bot.errors import ConfigError

UNTIMED = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties of time, which a busy machine must not fail."""

_HOUR = timedelta(hours=1)
# Around these the clocks change, in one zone or another.
_HOURS = st.sampled_from([0, 0, 1, 2, 2, 3, 9, 18, 22, 23])
_MINUTES = st.sampled_from([0, 0, 1, 15, 30, 45, 59])
_SOME_DAYS = st.lists(st.sampled_from(DAYS), min_size=1, max_size=4, unique=True).map(",".join)


def _parses(every: str) -> bool:
    try:
        parse_rhythm(every)
    except ConfigError:
        return False
    return True


def _range(low: int, high: int) -> st.SearchStrategy[str]:
    """One part of a cron field: a number, a range, with or without a step."""
    ends = st.lists(st.integers(low, high), min_size=2, max_size=2).map(sorted)
    step = st.sampled_from(["", "", "/2", "/3", "/7"])
    ranged = st.tuples(ends, step).map(lambda it: f"{it[0][0]}-{it[0][1]}{it[1]}")
    return st.one_of(st.integers(low, high).map(str), ranged, step.map("*{}".format))


def _field(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(part, min_size=1, max_size=3, unique=True).map(",".join)


_DAY = _field(st.one_of(_range(1, 31), st.just("last")))
_MONTH = st.one_of(
    st.just("*"), _field(st.one_of(_range(1, 12), st.just("jan-mar"), st.just("dec")))
)
_WEEKDAY = _field(st.sampled_from([*DAYS, "mon-fri", "sat-sun", "tue-thu"]))
_DAY_AND_WEEKDAY = st.one_of(
    _DAY.map(lambda day: (day, "*")), _WEEKDAY.map(lambda weekday: ("*", weekday))
)
_CRON = st.builds(
    lambda minute, hour, days, month: f"cron: {minute} {hour} {days[0]} {month} {days[1]}",
    _MINUTES,
    st.one_of(_HOURS.map(str), _field(_range(0, 23)), st.just("*")),
    _DAY_AND_WEEKDAY,
    _MONTH,
)
_PLAIN = st.builds(
    lambda days, hour, minute: f"{days} {hour:02}:{minute:02}",
    st.one_of(st.sampled_from(["daily", "weekdays"]), _SOME_DAYS),
    _HOURS,
    _MINUTES,
)
EVERY = st.one_of(_PLAIN, _CRON).filter(_parses)


def _is_taken(name: str) -> bool:
    try:
        check_timezone(name)
    except ConfigError:
        return False
    return True


_ALL_ZONES = sorted(filter(_is_taken, zoneinfo.available_timezones()))
_SHIFTY = [
    "Africa/Casablanca", "America/Nuuk", "America/New_York", "America/Sao_Paulo", "Asia/Beirut",
    "Asia/Pyongyang", "Australia/Lord_Howe", "Europe/Berlin", "Europe/Istanbul", "Pacific/Apia",
]  # fmt: skip
_ZONES = st.one_of(st.sampled_from(_SHIFTY), st.sampled_from(_ALL_ZONES))


@st.composite
def rules_in_zones(draw: st.DrawFn) -> tuple[str, str, datetime]:
    """A rule, a zone and a moment: often within the two days before the zone's clock changes, and
    the rule then often of the hours that are left out or come twice."""
    name = draw(_ZONES)
    day, minute = draw(st.integers(0, 20 * 365)), draw(st.integers(0, 24 * 60))
    moment = datetime(2010, 1, 1, tzinfo=UTC) + timedelta(day, minutes=minute)
    change = _next_change(moment, zoneinfo.ZoneInfo(name)) if draw(st.integers(0, 2)) else None
    if change is None:
        return draw(EVERY), name, moment
    hour = draw(st.sampled_from([(change + n * _HOUR).hour for n in (-1, 0, 0, 1)]))
    clock = f"{hour:02}:{draw(_MINUTES):02}"
    days = draw(st.sampled_from(["daily", "sun", "sat,sun", "fri,sun"]))
    near = st.sampled_from([f"{days} {clock}", f"{days} {clock}", f"cron: 30 {hour}-23 * * *"])
    every = draw(near if draw(st.integers(0, 3)) else EVERY)
    return every, name, change.astimezone(UTC) - draw(st.integers(0, 48)) * _HOUR


def _next_change(moment: datetime, zone: zoneinfo.ZoneInfo) -> datetime | None:
    """The hour of the next change of a zone's clock within a year, as the clock shows it before."""
    for step, steps in ((timedelta(days=7), 52), (_HOUR, 7 * 24)):
        walked = (moment + n * step for n in range(steps + 1))
        pairs = pairwise(each.astimezone(zone) for each in walked)
        change = next((old for old, new in pairs if old.utcoffset() != new.utcoffset()), None)
        if change is None:
            return None
        moment = change.astimezone(UTC)
    return change


def holidays_from(first: date) -> st.SearchStrategy[tuple[DateRange, ...]]:
    """Up to five free days or weeks within ten weeks of a day."""
    some = st.tuples(st.integers(-10, 60), st.integers(0, 12))
    return st.lists(some, max_size=5).map(
        lambda found: tuple(
            DateRange(first + timedelta(start), first + timedelta(start + length))
            for start, length in found
        )
    )
