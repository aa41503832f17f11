"""Rhythm: the `every` of a Subscription read, its moments on the wall clock and in UTC."""

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger

from bot.core.holidays import first_that_may_move_to, free_day
from bot.core.schedule import DateRange, Occurrence
from bot.errors import ConfigError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORMS = "`mon 09:00`, `mon,thu 09:00`, `weekdays 09:00`, `daily 09:00` or `cron: 0 9 * * mon`"

_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)
_SAMPLE_FROM = datetime(2024, 1, 1, tzinfo=UTC)  # before a 29 February
_SAMPLE = 9  # moments that show how often a rule falls due: more than a week of a daily one
_REACHES = (timedelta(days=2), timedelta(days=40), timedelta(days=400))
_HORIZON = 20  # years: the rarest rule, 29 February, comes every eighth at the latest
_LONGEST_EVERY = 200  # characters


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A rule for moments on the wall clock, as the five fields of a cron expression.

    A weekday is always named there: APScheduler counts from Monday = 0, cron from Sunday = 0.
    """

    cron: str

    @property
    def shortest_gap(self) -> timedelta:
        """The least time from one moment to the next, on the wall clock."""
        return _shortest_gap(self.cron)

    @property
    def weekly(self) -> bool:
        """Whether it falls due less often than daily, as a weekly one does."""
        return self.shortest_gap > _DAY

    @property
    def grace(self) -> timedelta:
        """How late an Occurrence may be delivered, unless its Subscription says otherwise."""
        return timedelta(hours=24 if self.weekly else 6)

    def occurrences(
        self, after: datetime, timezone: str, holidays: Sequence[DateRange] = ()
    ) -> Iterator[Occurrence]:
        """The Occurrences that fall due later than `after` (aware), in order, for 20 years.

        A moment on a holiday falls due at the same time of the next free working day. What would
        fall due on one day from several is one day's: the newest's. So an Occurrence always has a
        later `due` and a later `effective` than the one before.
        """
        zone = ZoneInfo(timezone)
        first = first_that_may_move_to(after.astimezone(zone).date(), holidays)
        for day, effective_day, walls in _merged(self._by_day(first), holidays):
            for wall in walls:
                effective = to_utc(datetime.combine(effective_day, wall), zone)
                if effective > after:  # in spring two walls may be one moment
                    after = effective
                    yield Occurrence(to_utc(datetime.combine(day, wall), zone), effective)

    def next_after(
        self, moment: datetime, timezone: str, holidays: Sequence[DateRange] = ()
    ) -> Occurrence | None:
        """The first Occurrence that falls due later than `moment`; None if holidays leave none."""
        return next(self.occurrences(moment, timezone, holidays), None)

    def latest_until(
        self,
        until: datetime,
        after: datetime,
        timezone: str,
        holidays: Sequence[DateRange] = (),
    ) -> Occurrence | None:
        """The newest Occurrence that falls due later than `after` and not later than `until`."""
        found = None
        for reach in _REACHES:  # near ones first: `after` may lie years back
            start = max(after, until - reach)
            found = self._last_within(start, until, timezone, holidays)
            if found or start == after:
                return found
        return self._last_within(after, until, timezone, holidays)

    def _last_within(
        self, start: datetime, until: datetime, timezone: str, holidays: Sequence[DateRange]
    ) -> Occurrence | None:
        found = None
        for occurrence in self.occurrences(start, timezone, holidays):
            if occurrence.effective > until:
                break
            found = occurrence
        return found

    def _by_day(self, first: date) -> Iterator[tuple[date, list[time]]]:
        walls = _walls(self.cron, datetime.combine(first, time(), UTC))
        for day, group in itertools.groupby(walls, key=datetime.date):
            if day.year > first.year + _HORIZON:
                return
            yield day, [wall.time() for wall in group]


def parse_rhythm(every: str) -> Rhythm:
    """Read an `every` as written in a schedule or typed in Slack.

    Raises ConfigError, one sentence with the mend, for what cannot be read, never falls due or
    falls due more often than hourly.
    """
    if len(every) > _LONGEST_EVERY:
        raise ConfigError(f"`{every[:40]}…` is too long for a rhythm; write {FORMS}")
    text = " ".join(every.lower().split())
    if cron := re.fullmatch(r"cron ?[:=]? (.*)|cron:(.*)", text):
        rhythm = Rhythm(_cron_fields(cron[1] or cron[2]))
    else:
        rhythm = Rhythm(_plain_fields(text, every))
    if not _is_possible(rhythm.cron):
        raise ConfigError(f"`{every}` never falls due; choose a day that exists")
    if rhythm.shortest_gap < timedelta(hours=1):
        raise ConfigError(
            f"`{every}` falls due more often than hourly; name one minute, as in `0 * * * *`"
        )
    return rhythm


def to_utc(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment a wall clock of `zone` shows `wall` (naive).

    Shown twice in autumn: the first. Never shown in spring: the first minute that is shown after.
    """
    while True:
        moment = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
        if moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
            return moment
        wall += _MINUTE


def _plain_fields(text: str, every: str) -> str:
    match = re.fullmatch(r"(\S+) (\d{1,2}):(\d{2})", text)
    if match and int(match[2]) < 24 and int(match[3]) < 60 and (days := _weekdays(match[1])):
        return f"{int(match[3])} {int(match[2])} * * {days}"
    raise ConfigError(f"`{every}` is not a rhythm; write {_mend(text) or FORMS}")


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
            f"a cron expression has five fields, not {len(fields)}; write minute, hour, day, "
            "month, weekday, as in `0 9 * * mon`"
        )
    _, _, day, _, weekday = fields
    if re.search(r"\d", weekday):
        raise ConfigError(
            f"a numbered weekday (`{weekday}`) means different days to different programs; "
            f"name it, as in `{' '.join(fields[:4])} mon`"
        )
    if day != "*" and weekday != "*":
        raise ConfigError(
            f"day `{day}` together with weekday `{weekday}` means either or both, depending on "
            "the program; use `*` for one of them"
        )
    try:
        _trigger(" ".join(fields))
    except ValueError as error:
        raise ConfigError(
            f"`{expression}` is no cron expression: {error}; write {FORMS}"
        ) from error
    return " ".join(fields)


def _merged(
    by_day: Iterator[tuple[date, list[time]]], holidays: Sequence[DateRange]
) -> Iterator[tuple[date, date, list[time]]]:
    """Each day with the day on which it falls due, but for days overtaken by the next one."""
    held: tuple[date, date, list[time]] | None = None
    for day, walls in by_day:
        effective_day = free_day(day, holidays)
        if effective_day is None:
            continue
        if held and held[1] < effective_day:
            yield held
        held = day, effective_day, walls
    if held:
        yield held


@functools.lru_cache(maxsize=4096)
def _trigger(cron: str) -> CronTrigger:
    # In UTC, as arithmetic on wall clocks: in a zone with DST it fires an hour twice in autumn.
    return CronTrigger.from_crontab(cron, timezone=UTC)


def _walls(cron: str, start: datetime) -> Iterator[datetime]:
    """The wall-clock moments from `start` on, written as if they were UTC."""
    trigger = _trigger(cron)
    wall = trigger.get_next_fire_time(None, start)
    while wall is not None:
        yield wall
        wall = trigger.get_next_fire_time(None, wall + _MINUTE)


@functools.lru_cache(maxsize=4096)
def _is_possible(cron: str) -> bool:
    return next(_walls(cron, _SAMPLE_FROM), None) is not None


@functools.lru_cache(maxsize=4096)
def _shortest_gap(cron: str) -> timedelta:
    sample = itertools.islice(_walls(cron, _SAMPLE_FROM), _SAMPLE)
    return min(later - earlier for earlier, later in itertools.pairwise(sample))
