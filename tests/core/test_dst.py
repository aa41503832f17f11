"""Where a zone changes its clock the wall clock is kept: what is left out or comes twice runs once.

Around each change: a time before it, its first and a later minute, the first minute after it, and
one that it does not touch.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import islice

import pytest

from bot.core.every import parse_rhythm
from bot.core.schedule import DateRange
from tests.core.test_rhythm import local

GAPS = [
    # at 02:00 it is 03:00
    ("Europe/Berlin", "2026-03-29", "01:59", "01:59+0100", "01:59+0200"),
    ("Europe/Berlin", "2026-03-29", "02:00", "03:00+0200", "02:00+0200"),
    ("Europe/Berlin", "2026-03-29", "02:30", "03:00+0200", "02:30+0200"),
    ("Europe/Berlin", "2026-03-29", "03:00", "03:00+0200", "03:00+0200"),
    ("Europe/Berlin", "2026-03-29", "09:00", "09:00+0200", "09:00+0200"),
    ("America/New_York", "2026-03-08", "01:59", "01:59-0500", "01:59-0400"),
    ("America/New_York", "2026-03-08", "02:00", "03:00-0400", "02:00-0400"),
    ("America/New_York", "2026-03-08", "02:30", "03:00-0400", "02:30-0400"),
    ("America/New_York", "2026-03-08", "03:00", "03:00-0400", "03:00-0400"),
    ("America/New_York", "2026-03-08", "09:00", "09:00-0400", "09:00-0400"),
    # none
    ("Asia/Shanghai", "2026-03-29", "02:30", "02:30+0800", "02:30+0800"),
    # at 02:00 it is 02:30
    ("Australia/Lord_Howe", "2026-10-04", "01:59", "01:59+1030", "01:59+1100"),
    ("Australia/Lord_Howe", "2026-10-04", "02:00", "02:30+1100", "02:00+1100"),
    ("Australia/Lord_Howe", "2026-10-04", "02:15", "02:30+1100", "02:15+1100"),
    ("Australia/Lord_Howe", "2026-10-04", "02:30", "02:30+1100", "02:30+1100"),
    ("Australia/Lord_Howe", "2026-10-04", "09:00", "09:00+1100", "09:00+1100"),
    # zones that changed their rule
    ("Europe/Istanbul", "2016-03-27", "03:30", "04:00+0300", "03:30+0300"),
    ("America/Sao_Paulo", "2018-11-04", "00:00", "01:00-0200", "00:00-0200"),
    ("Africa/Casablanca", "2023-04-23", "02:30", "03:00+0100", "02:30+0100"),
]
FOLDS = [
    # at 03:00 it is 02:00
    ("Europe/Berlin", "2026-10-25", "01:59", "01:59+0200", "01:59+0100"),
    ("Europe/Berlin", "2026-10-25", "02:00", "02:00+0200", "02:00+0100"),
    ("Europe/Berlin", "2026-10-25", "02:30", "02:30+0200", "02:30+0100"),
    ("Europe/Berlin", "2026-10-25", "03:00", "03:00+0100", "03:00+0100"),
    ("Europe/Berlin", "2026-10-25", "09:00", "09:00+0100", "09:00+0100"),
    ("America/New_York", "2026-11-01", "00:59", "00:59-0400", "00:59-0500"),
    ("America/New_York", "2026-11-01", "01:00", "01:00-0400", "01:00-0500"),
    ("America/New_York", "2026-11-01", "01:30", "01:30-0400", "01:30-0500"),
    ("America/New_York", "2026-11-01", "02:00", "02:00-0500", "02:00-0500"),
    ("America/New_York", "2026-11-01", "09:00", "09:00-0500", "09:00-0500"),
    ("Asia/Shanghai", "2026-10-25", "02:30", "02:30+0800", "02:30+0800"),
    # at 02:00 it is 01:30
    ("Australia/Lord_Howe", "2026-04-05", "01:29", "01:29+1100", "01:29+1030"),
    ("Australia/Lord_Howe", "2026-04-05", "01:30", "01:30+1100", "01:30+1030"),
    ("Australia/Lord_Howe", "2026-04-05", "01:45", "01:45+1100", "01:45+1030"),
    ("Australia/Lord_Howe", "2026-04-05", "02:00", "02:00+1030", "02:00+1030"),
    ("Australia/Lord_Howe", "2026-04-05", "09:00", "09:00+1030", "09:00+1030"),
    # in 2015 two weeks later than planned; in 2016 no more
    ("Europe/Istanbul", "2015-11-08", "03:30", "03:30+0300", "03:30+0200"),
    ("Europe/Istanbul", "2016-10-30", "03:30", "03:30+0300", "03:30+0300"),
    # at midnight it is 23:00; later that year no more
    ("America/Sao_Paulo", "2019-02-16", "23:30", "23:30-0200", "23:30-0300"),
    ("America/Sao_Paulo", "2019-11-03", "00:30", "00:30-0300", "00:30-0300"),
    # at midnight it is 23:30, for good
    ("Asia/Pyongyang", "2015-08-14", "23:45", "23:45+0900", "23:45+0830"),
    ("Africa/Casablanca", "2023-03-19", "02:30", "02:30+0100", "02:30+0000"),
]


@pytest.mark.parametrize(("zone", "day", "clock", "on_the_day", "later"), GAPS + FOLDS)
def test_a_time_runs_once_on_the_day_of_a_change_and_is_the_same_after_it(
    zone: str, day: str, clock: str, on_the_day: str, later: str
) -> None:
    date = datetime.fromisoformat(day)
    before = f"{date - timedelta(days=1):%Y-%m-%d} {clock}"
    days = [f"{date + timedelta(days=n):%a %m-%d}" for n in range(3)]
    found = local(f"daily {clock}", zone, before, 3)
    assert found == [f"{days[0]} {on_the_day}", f"{days[1]} {later}", f"{days[2]} {later}"]

    next_week = f"{date + timedelta(days=7):%a %m-%d}"
    found = local(f"{date:%a} {clock}", zone, before, 2)
    assert found == [f"{days[0]} {on_the_day}", f"{next_week} {later}"]


def test_the_time_of_one_week_is_the_time_of_every_week_of_a_year() -> None:
    for zone in ("Europe/Berlin", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe"):
        found = local("mon 09:00", zone, "2026-01-01 00:00", 52)
        assert {each[10:15] for each in found} == {"09:00"}


def test_between_the_two_passes_of_an_hour_the_second_is_not_run() -> None:
    between = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)  # 02:45 the first time
    found = next(parse_rhythm("daily 02:30").occurrences(between, "Europe/Berlin"))
    assert found.due == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


def test_an_hourly_rhythm_runs_no_hour_twice_and_none_that_is_left_out() -> None:
    assert local("cron: 0 * * * *", "Europe/Berlin", "2026-03-29 00:30", 3) == [
        "Sun 03-29 01:00+0100",
        "Sun 03-29 03:00+0200",
        "Sun 03-29 04:00+0200",
    ]
    assert local("cron: 0 * * * *", "Europe/Berlin", "2026-10-25 01:30", 3) == [
        "Sun 10-25 02:00+0200",
        "Sun 10-25 03:00+0100",
        "Sun 10-25 04:00+0100",
    ]


def test_a_time_left_out_before_midnight_runs_at_the_start_of_the_next_day() -> None:
    # In 2018 North Korea went from 23:30 straight to midnight, for good.
    assert local("fri 23:45", "Asia/Pyongyang", "2018-05-04 12:00", 2) == [
        "Sat 05-05 00:00+0900",
        "Fri 05-11 23:45+0900",
    ]


def test_a_day_that_a_zone_left_out_runs_at_the_start_of_the_next() -> None:
    # Samoa went from the 29th of December 2011 straight to the 31st.
    assert local("daily 09:00", "Pacific/Apia", "2011-12-29 12:00", 2) == [
        "Sat 12-31 00:00+1400",
        "Sat 12-31 09:00+1400",
    ]
    assert local("cron: 0 * * * *", "Pacific/Apia", "2011-12-29 22:30", 3) == [
        "Thu 12-29 23:00-1000",
        "Sat 12-31 00:00+1400",
        "Sat 12-31 01:00+1400",
    ]


def test_hours_of_a_holiday_that_are_one_moment_fall_due_once() -> None:
    # Due at 02:00 and at 03:00 are one moment there; on the day after they would be two.
    holiday = DateRange(date(2010, 3, 28), date(2010, 3, 28))
    start = datetime(2010, 3, 27, 12, tzinfo=UTC)
    rhythm = parse_rhythm("cron: 0 * * * sun")
    found = list(islice(rhythm.occurrences(start, "Europe/Berlin", [holiday]), 30))
    assert len({each.due for each in found}) == len(found)
    second = found[1]
    assert next(rhythm.occurrences(second.effective, "Europe/Berlin", [holiday])) == found[2]
