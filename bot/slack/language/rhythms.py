"""When a Subscription falls due, as people say it."""

import re

from bot.core.every import DAYS
from bot.slack.language.words import Words

_PLAIN = re.compile(r"(\S+) (\d{1,2}:\d{2})")


def rhythm_of(every: str, words: Words) -> str:
    """`every Mon and Thu at 09:00` for what is written `mon,thu 09:00`; a cron expression as it
    is."""
    found = _PLAIN.fullmatch(" ".join(every.lower().split()))
    if found is None:
        return every
    days, time = found[1], found[2].zfill(5)
    if days == "daily":
        return words("daily at {time}", time=time)
    if days == "weekdays":
        return words("weekdays at {time}", time=time)
    named = [words.weekday(n) for n, day in enumerate(DAYS) if day in days.split(",")]
    return words("every {days} at {time}", days=words.listed(named), time=time)
