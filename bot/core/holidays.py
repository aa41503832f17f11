"""Holidays: the free working day that a Roundup moves to."""

from collections.abc import Sequence
from datetime import date, timedelta

from bot.core.schedule import DateRange

LONGEST = 400
"""Days that are looked across for a free one: no Roundup moves further than that."""

_DAY = timedelta(days=1)


def is_holiday(day: date, holidays: Sequence[DateRange]) -> bool:
    """Whether a range of `holidays` includes the day."""
    return any(holiday.first <= day <= holiday.last for holiday in holidays)


def free_day(day: date, holidays: Sequence[DateRange]) -> date | None:
    """The day itself unless it is a holiday, else the next Monday to Friday that is none."""
    if not is_holiday(day, holidays):
        return day
    later = (day + n * _DAY for n in range(1, LONGEST))
    return next((other for other in later if _is_free(other, holidays)), None)


def first_that_may_move_to(day: date, holidays: Sequence[DateRange]) -> date:
    """The earliest day whose Roundup may move to `day` or later."""
    for _ in range(LONGEST):
        before = day - _DAY
        if _is_free(before, holidays):
            break
        day = before
    return day


def _is_free(day: date, holidays: Sequence[DateRange]) -> bool:
    return day.weekday() < 5 and not is_holiday(day, holidays)
