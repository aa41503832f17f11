"""How long something shall last, as people type it."""

from datetime import timedelta

import pytest

from bot.core.duration import FITS, parse_duration
from bot.errors import PrdigestError

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("2w", 14 * DAY),
        ("2 Weeks", 14 * DAY),
        ("for a week", 7 * DAY),
        ("10d", 10 * DAY),
        ("3 days", 3 * DAY),
        ("1 month", 30 * DAY),
        ("1y", 365 * DAY),
        ("1h", DAY / 24),
        ("一周", 7 * DAY),
        ("两个星期", 14 * DAY),
        ("3天", 3 * DAY),
        ("2个月", 60 * DAY),
    ],
)
def test_durations_are_read_as_people_write_them(typed: str, length: timedelta) -> None:
    assert parse_duration(typed) == length


@pytest.mark.parametrize("typed", ["0d", "13 months", "2y", "999999 years", "2m", "30 min", "5秒"])
def test_what_is_too_short_too_long_or_unclear_is_told_what_to_write(typed: str) -> None:
    assert FITS.fullmatch(typed)
    with pytest.raises(PrdigestError, match="write `"):
        parse_duration(typed)


@pytest.mark.parametrize("typed", ["", "w", "tokens", "2 tokens", "-1d", "2w moe", "1e9d", "٢d"])
def test_what_is_no_duration_does_not_fit(typed: str) -> None:
    assert FITS.fullmatch(typed) is None
