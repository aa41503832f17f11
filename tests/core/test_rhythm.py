"""Rhythms are read strictly; their moments keep the wall clock, over DST and holidays."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from bot.core.every import parse_rhythm
from bot.core.schedule import DateRange
from bot.errors import ConfigError


def local(
    every: str, zone: str, after: str, n: int, holidays: tuple[DateRange, ...] = ()
) -> list[str]:
    """The next `n` effective moments on the wall clock, with their offset."""
    start = datetime.fromisoformat(after).replace(tzinfo=ZoneInfo(zone))
    found = parse_rhythm(every).occurrences(start, zone, holidays)
    return [
        f"{each.effective.astimezone(ZoneInfo(zone)):%a %m-%d %H:%M%z}" for each in islice(found, n)
    ]


def days(first: str, last: str | None = None) -> DateRange:
    return DateRange(date.fromisoformat(first), date.fromisoformat(last or first))


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ("mon 09:00", ["Mon 11-30 09:00+0800", "Mon 12-07 09:00+0800"]),
        ("Mon,Thu 9:05", ["Mon 11-30 09:05+0800", "Thu 12-03 09:05+0800"]),
        ("weekdays 18:30", ["Mon 11-30 18:30+0800", "Tue 12-01 18:30+0800"]),
        ("daily 00:00", ["Mon 11-30 00:00+0800", "Tue 12-01 00:00+0800"]),
        ("cron: 0 9 * * mon", ["Mon 11-30 09:00+0800", "Mon 12-07 09:00+0800"]),
        ("cron 0 9 * * mon", ["Mon 11-30 09:00+0800", "Mon 12-07 09:00+0800"]),
        ("cron: 15 8 1 jan *", ["Fri 01-01 08:15+0800", "Sat 01-01 08:15+0800"]),
    ],
)
def test_every_form_gives_its_moments(every: str, expected: list[str]) -> None:
    assert local(every, "Asia/Shanghai", "2026-11-29 12:00", 2) == expected


@pytest.mark.parametrize(
    ("every", "mend"),
    [
        ("mon 9", "write `mon 09:00`"),
        ("Mondays at 9pm", "write `mon 21:00`"),
        ("fri, mon 09:00", "write `fri,mon 09:00`"),
        ("weekdays 9", "write `weekdays 09:00`"),
        ("mon 25:00", "write `mon 09:00`"),
        ("weekly", "write `mon 09:00`"),
        ("", "write `mon 09:00`"),
        ("cron: 0 9 * * 1", "name it, as in `0 9 . . mon`"),
        ("cron: 0 9 * *", "five fields"),
        ("cron: 99 9 * * mon", "no cron expression"),
        ("cron: 0 9 * * mon-", "`mon-` is no cron field"),
        ("cron: 0 9 * * monday", "`monday` is no cron field"),
        ("cron: 0 9 1 jan- *", "`jan-` is no cron field"),
        ("cron: 0 9 last! * *", "`last!` is no cron field"),
        ("cron: 0 9, * * *", "`9,` is no cron field"),
        ("cron: 0 9 1 * mon", "use `\\*` for one of them"),
        ("cron: 0 9 30 feb *", "never falls due"),
        ("cron: * * * * *", "more often than hourly"),
        ("cron: 0,59 9 * * mon", "more often than hourly"),
        ("mon 09:00" + " " * 300, "too long"),
    ],
)
def test_what_is_no_rhythm_is_refused_with_the_mend(every: str, mend: str) -> None:
    with pytest.raises(ConfigError, match=mend):
        parse_rhythm(every)


def test_an_hourly_rhythm_is_not_too_often() -> None:
    assert parse_rhythm("cron: 0 * * * *").shortest_gap == timedelta(hours=1)


@pytest.mark.parametrize(
    ("every", "hours"),
    [
        ("mon 09:00", 24),
        ("mon,thu 09:00", 24),
        ("cron: 0 9 1 * *", 24),
        ("daily 09:00", 6),
        ("weekdays 09:00", 6),
        ("mon,tue 09:00", 6),
        ("cron: 0 * * * *", 6),
    ],
)
def test_the_grace_is_a_day_for_weekly_ones_and_six_hours_for_daily_ones(
    every: str, hours: int
) -> None:
    assert parse_rhythm(every).grace == timedelta(hours=hours)


def test_a_holiday_moves_to_the_next_working_day_and_keeps_its_identity() -> None:
    holidays = (days("2026-12-25"), days("2026-12-28"))
    after = datetime(2026, 12, 21, tzinfo=UTC)
    found = next(parse_rhythm("fri 09:00").occurrences(after, "UTC", holidays))
    assert found.due == datetime(2026, 12, 25, 9, tzinfo=UTC)
    assert found.effective == datetime(2026, 12, 29, 9, tzinfo=UTC)


def test_a_moved_one_is_still_ahead_after_its_nominal_moment() -> None:
    holidays = (days("2027-02-05", "2027-02-12"),)
    assert local("fri 09:00", "Asia/Shanghai", "2027-02-10 00:00", 2, holidays) == [
        "Mon 02-15 09:00+0800",
        "Fri 02-19 09:00+0800",
    ]


def test_a_holiday_merges_with_the_own_roundup_of_the_day_it_moves_to() -> None:
    holidays = (days("2026-12-24", "2026-12-25"),)
    assert local("daily 09:00", "UTC", "2026-12-23 00:00", 4, holidays) == [
        "Wed 12-23 09:00+0000",
        "Sat 12-26 09:00+0000",
        "Sun 12-27 09:00+0000",
        "Mon 12-28 09:00+0000",
    ]


def test_a_holiday_is_overtaken_by_a_weekend_that_comes_before_the_day_it_moves_to() -> None:
    # Tuesday's would be Monday's; Saturday's own shows the same, and earlier.
    holidays = (days("2026-10-12", "2026-10-16"),)
    assert local("tue,sat 09:00", "UTC", "2026-10-11 00:00", 2, holidays) == [
        "Sat 10-17 09:00+0000",
        "Tue 10-20 09:00+0000",
    ]


def test_several_holidays_that_move_to_one_day_make_one_roundup() -> None:
    after, holidays = datetime(2026, 12, 20, tzinfo=UTC), (days("2026-12-21", "2026-12-24"),)
    found = next(parse_rhythm("mon,wed 09:00").occurrences(after, "UTC", holidays))
    assert found.due == datetime(2026, 12, 23, 9, tzinfo=UTC)
    assert found.effective == datetime(2026, 12, 25, 9, tzinfo=UTC)


def test_holidays_without_an_end_leave_nothing_due_and_take_no_time() -> None:
    holidays = (days("2000-01-01", "9999-12-31"),)
    moment = datetime(2026, 11, 30, tzinfo=UTC)
    assert list(parse_rhythm("mon 09:00").occurrences(moment, "UTC", holidays)) == []


def test_the_latest_is_found_years_after_the_last() -> None:
    found = parse_rhythm("cron: 0 9 29 2 *").latest_until(
        datetime(2027, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC), "UTC"
    )
    assert found
    assert found.due == datetime(2024, 2, 29, 9, tzinfo=UTC)
