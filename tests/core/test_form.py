"""Fields in which people say what a Subscription shall be, and how they are read."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.every import DAYS, parse_rhythm
from bot.core.form import Form, form_of, read
from bot.core.schedule import Subscription
from bot.core.zones import check_timezone, zones_like

KNOWN = Subscription(name="n", channel="C1", every="tue 8:05", timezone="Europe/Berlin")


@pytest.mark.parametrize(
    ("every", "days", "time"),
    [
        ("mon 09:00", ("mon",), "09:00"),
        ("Mon,Thu 9:30", ("mon", "thu"), "09:30"),
        ("weekdays 00:00", DAYS[:5], "00:00"),
        ("daily 23:59", DAYS, "23:59"),
        ("cron: 0 9 1 * *", ("mon",), "09:00"),
    ],
)
def test_a_form_holds_what_a_subscription_says_and_reads_back_as_it(
    every: str, days: tuple[str, ...], time: str
) -> None:
    form = form_of(replace(KNOWN, every=every, filter="moe"))
    assert (form.days, form.time) == (days, time)
    reading = read(form, KNOWN)
    assert reading.errors == {}
    assert form_of(reading.subscription) == form
    if "cron" not in every:
        assert parse_rhythm(reading.subscription.every) == parse_rhythm(every)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("days", (), "at least one day"),
        ("days", ("someday",), "at least one day"),
        ("time", "24:00", "such as 09:00"),
        ("time", "9", "such as 09:00"),
        ("timezone", "EST", "write `America/New_York`"),
        ("timezone", "", "Area/City"),
        ("filter", "seen:yes", "has no place in a filter"),
        ("filter", "x " * 300, "longer than 500"),
        ("level", "best", "Choose one of these"),
        ("limit", "0", "from 1 to 50"),
        ("limit", "٣", "from 1 to 50"),
        ("limit", "9" * 3000, "from 1 to 50"),
        ("language", "", "Choose one of these"),
        ("quiet", "loud", "Choose one of these"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_field_and_stays_as_it_was(
    field: str, value: Any, told: str
) -> None:
    reading = read(replace(form_of(KNOWN), **{field: value}), KNOWN)
    assert list(reading.errors) == [field]
    assert told in str(reading.errors[field])
    assert reading.subscription == replace(KNOWN, every=reading.subscription.every)
    assert parse_rhythm(reading.subscription.every) == parse_rhythm(KNOWN.every)


def test_an_empty_form_has_an_error_at_each_field_but_the_filter() -> None:
    reading = read(Form(filter=" \n"), KNOWN)
    assert set(reading.errors) == set(Form.__slots__) - {"filter"}
    assert reading.subscription == KNOWN


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("shang", "Asia/Shanghai"),
        ("NEW y", "America/New_York"),
        ("ber", "Atlantic/Bermuda"),
        ("berl", "Europe/Berlin"),
        ("europe", "Europe/Amsterdam"),
        ("beijing", "Asia/Shanghai"),
        ("est", "America/New_York"),
        ("indianap", "America/Indiana/Indianapolis"),
        ("utc", "UTC"),
    ],
)
def test_a_timezone_is_found_by_its_city_and_its_area(typed: str, first: str) -> None:
    found = zones_like(typed, 100)
    assert found[0] == first
    for name in found:
        check_timezone(name)


def test_no_more_timezones_are_told_than_asked_for() -> None:
    assert len(set(zones_like("a", 100))) == 100
    assert zones_like("atlantis", 100) == []
