"""Reads how long something shall last, as people type it: `2w`, `3 days`, `一周`."""

import re
from datetime import timedelta

from bot.errors import PrdigestError

_HOUR, _DAY, _WEEK = timedelta(hours=1), timedelta(days=1), timedelta(weeks=1)
_MONTH, _YEAR = 30 * _DAY, 365 * _DAY

_UNITS = {
    _HOUR: "h hr hrs hour hours 小时 个小时 钟头",
    _DAY: "d day days 天 日",
    _WEEK: "w wk wks week weeks 周 星期 个星期 礼拜 个礼拜",
    _MONTH: "mo month months 月 个月",
    _YEAR: "y yr year years 年",
}
_LENGTHS = {name: length for length, names in _UNITS.items() for name in names.split()}
_UNCLEAR = ("m", "min", "mins", "minute", "minutes", "s", "sec", "seconds", "分钟", "秒")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "两": 2} | {
    sign: n for n, sign in enumerate("一二三四五六七八九十", 1)
}
_NUMBER = "|".join(["[0-9]{1,6}", *_NUMBERS])
_UNIT = "|".join(sorted([*_LENGTHS, *_UNCLEAR], key=len, reverse=True))

FITS = re.compile(rf"(?:for )?({_NUMBER}) ?({_UNIT})", re.IGNORECASE)
"""What is meant as a duration, be it one that we take or not."""

SHORTEST, LONGEST = _HOUR, _YEAR


def parse_duration(text: str) -> timedelta:
    """From an hour to a year; a month is 30 days.

    Raises PrdigestError, one sentence with what to write.
    """
    found = FITS.fullmatch(text)
    unit = _LENGTHS.get(found[2].lower()) if found else None
    if found and unit:
        number = found[1].lower()
        length = (_NUMBERS.get(number) or int(number)) * unit
        if SHORTEST <= length <= LONGEST:
            return length
    raise PrdigestError(
        "`{text}` is not a length of time from an hour to a year; write `3d` for days, `2w` for "
        "weeks or `1 month`",
        text=text[:40],
    )
