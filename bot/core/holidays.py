"""Holidays: the free working day that a Roundup moves to."""

from collections.abc import Sequence
from datetime import date, timedelta

from bot.core.schedule import DateRange

LONGEST = 400
"""Days that are looked across for a free one: no Roundup moves further than that."""

_DAY = timedelta(days=1)


def free_day(day: date, holidays: Sequence[DateRange]) -> date | None:
    """The day itself unless it is a holiday, else the next Monday to Friday that is none."""
    holiday, furthest = _holiday(day, holidays), day + LONGEST * _DAY
    if not holiday:
        return day
    while day < furthest and (holiday or day.weekday() > 4):
        day = (min(holiday.last, furthest) if holiday else day) + _DAY
        holiday = _holiday(day, holidays)
    return day if day < furthest else None


def first_that_may_move_to(day: date, holidays: Sequence[DateRange]) -> date:
    """The earliest day whose Roundup may move to `day` or later."""
    for _ in range(LONGEST):
        before = day - _DAY
        if _is_free(before, holidays):
            break
        day = before
    return day


def _is_free(day: date, holidays: Sequence[DateRange]) -> bool:
    return day.weekday() < 5 and not _holiday(day, holidays)


def _holiday(day: date, holidays: Sequence[DateRange]) -> DateRange | None:
    return next((each for each in holidays if each.first <= day <= each.last), None)
