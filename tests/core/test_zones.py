"""Timezones are Area/City or UTC; others are refused with what to write."""

import pytest

from bot.core.zones import check_timezone
from bot.errors import ConfigError


@pytest.mark.parametrize("name", ["UTC", "Asia/Shanghai", "America/Argentina/Buenos_Aires"])
def test_a_city_or_utc_is_taken(name: str) -> None:
    check_timezone(name)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("EST", "America/New_York"),
        ("CET", "Europe/Berlin"),
        ("Etc/GMT+8", "Area/City"),
        ("US/Pacific", "America/Los_Angeles"),
        ("GMT", "UTC"),
        ("Asia/Beijing", "Asia/Shanghai"),
        ("Asia/Shangai", "Asia/Shanghai"),
        ("asia/shanghai", "Asia/Shanghai"),
        ("America/New York", "America/New_York"),
        ("berlin", "Europe/Berlin"),
        ("Mars/Olympus", "Area/City"),
        ("localtime", "Area/City"),
        ("", "Area/City"),
        ("../../etc/passwd", "Area/City"),
    ],
)
def test_anything_else_is_refused_with_a_suggestion(name: str, suggestion: str) -> None:
    with pytest.raises(ConfigError, match=f"write .*{suggestion}"):
        check_timezone(name)
