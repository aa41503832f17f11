"""Rhythms are read strictly; their moments keep the wall clock, over DST and holidays."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@pytest.mark.parametrize(
    ("zone", "after", "expected"),
    [
        ("Europe/Berlin", "2026-10-19 00:00", ["Mon 10-19 09:00+0200", "Mon 10-26 09:00+0100"]),
        ("America/New_York", "2026-03-02 00:00", ["Mon 03-02 09:00-0500", "Mon 03-09 09:00-0400"]),
        ("Asia/Shanghai", "2026-03-02 00:00", ["Mon 03-02 09:00+0800", "Mon 03-09 09:00+0800"]),
        (
            "Australia/Lord_Howe",
            "2026-09-28 00:00",
            ["Mon 09-28 09:00+1030", "Mon 10-05 09:00+1100"],
        ),
    ],
)
def test_the_wall_clock_stays_fixed_over_daylight_saving(
    zone: str, after: str, expected: list[str]
) -> None:
    assert local("mon 09:00", zone, after, 2) == expected


@pytest.mark.parametrize(
    ("zone", "every", "after", "expected"),
    [
        (
            "Europe/Berlin",
            "daily 02:30",
            "2026-03-28 12:00",
            ["Sun 03-29 03:00+0200", "Mon 03-30 02:30+0200"],
        ),
        (
            "America/New_York",
            "daily 02:00",
            "2026-03-07 12:00",
            ["Sun 03-08 03:00-0400", "Mon 03-09 02:00-0400"],
        ),
        (
            "Australia/Lord_Howe",
            "daily 02:15",
            "2026-10-03 12:00",
            ["Sun 10-04 02:30+1100", "Mon 10-05 02:15+1100"],
        ),
    ],
)
def test_a_time_that_does_not_exist_moves_to_the_next_minute_that_does(
    zone: str, every: str, after: str, expected: list[str]
) -> None:
    assert local(every, zone, after, 2) == expected


@pytest.mark.parametrize(
    ("zone", "every", "after", "expected"),
    [
        (
            "Europe/Berlin",
            "daily 02:30",
            "2026-10-24 12:00",
            ["Sun 10-25 02:30+0200", "Mon 10-26 02:30+0100"],
        ),
        (
            "America/New_York",
            "daily 01:30",
            "2026-10-31 12:00",
            ["Sun 11-01 01:30-0400", "Mon 11-02 01:30-0500"],
        ),
        (
            "Australia/Lord_Howe",
            "daily 01:45",
            "2026-04-04 12:00",
            ["Sun 04-05 01:45+1100", "Mon 04-06 01:45+1030"],
        ),
    ],
)
def test_a_time_that_comes_twice_runs_the_first_time_only(
    zone: str, every: str, after: str, expected: list[str]
) -> None:
    assert local(every, zone, after, 2) == expected


def test_between_the_two_passes_of_an_hour_the_second_is_not_run() -> None:
    between = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)  # 02:45 the first time
    found = next(parse_rhythm("daily 02:30").occurrences(between, "Europe/Berlin"))
    assert found.due == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


def test_a_day_that_a_zone_left_out_runs_at_the_start_of_the_next() -> None:
    # Samoa went from the 29th of December 2011 straight to the 31st.
    assert local("daily 09:00", "Pacific/Apia", "2011-12-29 12:00", 2) == [
        "Sat 12-31 00:00+1400",
        "Sat 12-31 09:00+1400",
    ]


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


_EVERY = st.sampled_from(
    [
        "mon 09:00",
        "mon,thu 02:30",
        "weekdays 00:00",
        "daily 02:30",
        "daily 01:45",
        "cron: 30 * * * *",
    ]
)
_ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"]
)
_MOMENTS = st.integers(0, 4 * 365 * 24 * 60).map(
    lambda minutes: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
_HOLIDAYS = st.lists(
    st.tuples(st.dates(date(2024, 1, 1), date(2028, 1, 1)), st.integers(0, 12)), max_size=5
).map(lambda found: tuple(DateRange(first, first + timedelta(n)) for first, n in found))


@settings(max_examples=200, deadline=None)
@given(_EVERY, _ZONES, _MOMENTS, _HOLIDAYS)
def test_occurrences_go_forward_and_never_twice(
    every: str, zone: str, after: datetime, holidays: tuple[DateRange, ...]
) -> None:
    found = list(islice(parse_rhythm(every).occurrences(after, zone, holidays), 20))
    assert found[0].effective > after
    for earlier, later in pairwise(found):
        assert earlier.due < later.due
        assert earlier.effective < later.effective
    for each in found:
        day = each.effective.astimezone(ZoneInfo(zone)).date()
        assert not any(holiday.first <= day <= holiday.last for holiday in holidays)


@settings(max_examples=200, deadline=None)
@given(_EVERY, _ZONES, _MOMENTS, _HOLIDAYS, st.integers(1, 15))
def test_wherever_one_starts_the_occurrences_are_the_same(
    every: str, zone: str, after: datetime, holidays: tuple[DateRange, ...], n: int
) -> None:
    rhythm = parse_rhythm(every)
    found = list(islice(rhythm.occurrences(after, zone, holidays), n + 1))
    assert next(rhythm.occurrences(found[n - 1].effective, zone, holidays)) == found[n]
    assert rhythm.latest_until(found[n].effective, after, zone, holidays) == found[n]
