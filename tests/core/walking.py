"""An oracle for moments: walks days and minutes with zoneinfo alone, slowly and by definition.

It shares nothing with bot.core but the value it gives: it reads an `every` by itself, asks a zone
only what its clock shows, and finds the Roundup of each day that is none of the holidays.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.schedule import DateRange, Occurrence

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def walk(
    every: str,
    zone: ZoneInfo,
    after: datetime,
    until: datetime,
    holidays: Sequence[DateRange] = (),
) -> Iterator[Occurrence]:
    """The Occurrences that fall due later than `after`, and not later than `until`, day by day.

    A nominal moment falls due once, at the first of the walls that mean it.
    """
    day, dues = after.astimezone(zone).date() - DAY, set[datetime]()
    while datetime.combine(day, time(), zone) <= until:
        for wall, nominal in _on(every, day, holidays):
            effective = shown_from(datetime.combine(day, wall), zone)
            due = shown_from(datetime.combine(nominal, wall), zone)
            if due not in dues and after < effective <= until:
                after = effective
                yield Occurrence(due, effective)
            dues.add(due)
        day += DAY


def shown_from(wall: datetime, zone: ZoneInfo) -> datetime:
    """The first minute at which the clock shows `wall` or later."""
    moment = wall.replace(tzinfo=UTC) - 16 * HOUR
    offsets = {(moment + n * HOUR).astimezone(zone).utcoffset() for n in range(33)}
    if len(offsets) == 1:
        return wall.replace(tzinfo=UTC) - (offsets.pop() or timedelta())
    while _shown(moment, zone) < wall:
        moment += MINUTE
    return moment


def after_a_gap(moment: datetime, zone: ZoneInfo) -> bool:
    """Whether the clock jumped forward to what it shows then."""
    return _shown(moment, zone) - _shown(moment - MINUTE, zone) > MINUTE


def is_of_rule(every: str, wall: datetime) -> bool:
    """Whether the rule names this minute of the wall clock."""
    return wall.time() in _walls(every, wall.date())


def is_holiday(day: date, holidays: Sequence[DateRange]) -> bool:
    return any(day in _days_of(each) for each in holidays)


def _shown(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _days_of(holiday: DateRange) -> list[date]:
    return [holiday.first + n * DAY for n in range((holiday.last - holiday.first).days + 1)]


def _on(every: str, day: date, holidays: Sequence[DateRange]) -> list[tuple[time, date]]:
    """What falls due on a day, and the day that it is of: its own, or the last one moved to it."""
    if is_holiday(day, holidays):
        return []
    if walls := _walls(every, day):
        return [(wall, day) for wall in walls]
    earlier = day - DAY
    while day.weekday() < 5 and (earlier.weekday() > 4 or is_holiday(earlier, holidays)):
        if walls := _walls(every, earlier):
            # On a free weekend it came when it was due, and what was moved came with it.
            return [(wall, earlier) for wall in walls] if is_holiday(earlier, holidays) else []
        earlier -= DAY
    return []


def _walls(every: str, day: date) -> list[time]:
    """The minutes of a day that the rule names."""
    minute, hour, days, months, weekdays = _fields(every)
    last = (day + DAY).day == 1
    named = day.day in _named(days, 1, 31) or ("last" in days.split(",") and last)
    if not named or day.month not in _named(months, 1, 12, MONTHS, first=1):
        return []
    if day.weekday() not in _named(weekdays, 0, 6, WEEKDAYS):
        return []
    hours, minutes = _named(hour, 0, 23), _named(minute, 0, 59)
    return [time(h, m) for h in sorted(hours) for m in sorted(minutes)]


@functools.cache
def _fields(every: str) -> list[str]:
    if every.startswith("cron:"):
        return every.removeprefix("cron:").split()
    days, clock = every.split()
    hour, minute = clock.split(":")
    return [minute, hour, "*", "*", {"daily": "*", "weekdays": "mon-fri"}.get(days, days)]


@functools.cache
def _named(
    field: str, low: int, high: int, names: tuple[str, ...] = (), first: int = 0
) -> set[int]:
    found: set[int] = set()
    for part in field.split(","):
        for number, name in enumerate(names, first):
            part = part.replace(name, str(number))
        match = re.fullmatch(r"(\*|\d+)(?:-(\d+))?(?:/(\d+))?", part)
        if not match:
            continue  # `last`, which is read elsewhere
        begin = low if match[1] == "*" else int(match[1])
        end = int(match[2]) if match[2] else high if match[1] == "*" or match[3] else begin
        found |= set(range(begin, end + 1, int(match[3] or 1)))
    return found
