"""Reads the `every` of a Subscription, strictly."""

import re
from datetime import timedelta

from bot.core.rhythm import Rhythm
from bot.errors import ConfigError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORMS = (
    "`mon 09:00`",
    "`mon,thu 09:00`",
    "`weekdays 09:00`",
    "`daily 09:00`",
    "`cron: 0 9 * * mon`",
)
_LONGEST = 200  # characters
# Stricter than APScheduler, to which `mon-` is `mon`.
_CRON_PART = r"(?:(?:\*|\d+(?:-\d+)?)(?:/\d+)?|[a-z]{3}(?:-[a-z]{3})?|last)"
_CRON_FIELD = re.compile(rf"{_CRON_PART}(?:,{_CRON_PART})*")


def parse_rhythm(every: str) -> Rhythm:
    """Read an `every` as written in a schedule or typed in Slack.

    Raises ConfigError, one sentence with the mend, for what cannot be read, never falls due or
    falls due more often than hourly.
    """
    if len(every) > _LONGEST:
        raise ConfigError(
            "`{every}…` is too long for a rhythm; write {forms}", every=every[:40], forms=FORMS
        )
    text = " ".join(every.lower().split())
    if cron := re.fullmatch(r"cron ?[:=]? (.*)|cron:(.*)", text):
        rhythm = Rhythm(_cron_fields(cron[1] or cron[2]))
    else:
        rhythm = Rhythm(_plain_fields(text, every))
    _refuse_odd(rhythm, every)
    return rhythm


def _refuse_odd(rhythm: Rhythm, every: str) -> None:
    """Refuse what never falls due, or too often."""
    try:
        if not rhythm.falls_due:
            raise ConfigError("`{every}` never falls due; choose a day that exists", every=every)
    except ValueError as error:
        raise ConfigError(
            "`{every}` is no cron expression: {why}; write {forms}",
            every=every,
            why=error,
            forms=FORMS,
        ) from error
    if rhythm.shortest_gap < timedelta(hours=1):
        raise ConfigError(
            "`{every}` falls due more often than hourly; name one minute, as in `0 * * * *`",
            every=every,
        )


def _plain_fields(text: str, every: str) -> str:
    match = re.fullmatch(r"(\S+) (\d{1,2}):(\d{2})", text)
    if match and int(match[2]) < 24 and int(match[3]) < 60 and (days := _weekdays(match[1])):
        return f"{int(match[3])} {int(match[2])} * * {days}"
    mend = _mend(text)
    forms = (mend,) if mend else FORMS
    raise ConfigError("`{every}` is not a rhythm; write {forms}", every=every, forms=forms)


def _weekdays(text: str) -> str | None:
    if text in {"daily", "weekdays"}:
        return {"daily": "*", "weekdays": "mon-fri"}[text]
    return text if all(day in DAYS for day in text.split(",")) else None


def _mend(text: str) -> str | None:
    """What was probably meant, e.g. `mon 09:00` for `Mondays at 9`; None if that is unclear."""
    days = [day for word in re.findall(r"[a-z]+", text) if (day := word[:3]) in DAYS]
    clock = re.search(r"\b(\d{1,2})(?:[:.h](\d{2}))? ?(am|pm)?\b", text)
    if not clock or int(clock[1]) > 23 or int(clock[2] or 0) > 59:
        return None
    hour = int(clock[1]) % 12 + 12 * (clock[3] == "pm") if clock[3] else int(clock[1])
    when = f"{hour:02}:{int(clock[2] or 0):02}"
    if days:
        return f"`{','.join(dict.fromkeys(days))} {when}`"
    named = next((word for word in ("weekdays", "daily") if word in text), None)
    return f"`{named} {when}`" if named else None


def _cron_fields(expression: str) -> str:
    fields = expression.strip("\"' ").split()
    if len(fields) != 5:
        raise ConfigError(
            "a cron expression has five fields, not {n}; write minute, hour, day, month, weekday, "
            "as in `0 9 * * mon`",
            n=len(fields),
        )
    _, _, day, _, weekday = fields
    if re.search(r"\d", weekday):
        raise ConfigError(
            "a numbered weekday (`{weekday}`) means different days to different programs; "
            "name it, as in `{example}`",
            weekday=weekday,
            example=" ".join([*fields[:4], "mon"]),
        )
    if odd := next((field for field in fields if not _CRON_FIELD.fullmatch(field)), None):
        raise ConfigError(
            "`{field}` is no cron field; write *, numbers, or three letters of a name, with - "
            "and ,",
            field=odd,
        )
    if day != "*" and weekday != "*":
        raise ConfigError(
            "day `{day}` together with weekday `{weekday}` means either or both, depending on "
            "the program; use `*` for one of them",
            day=day,
            weekday=weekday,
        )
    return " ".join(fields)
