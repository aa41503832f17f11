"""Rhythm: the moments of a rule, on the wall clock as in UTC."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from apscheduler.triggers.cron import CronTrigger

from bot.core.holidays import first_that_may_move_to, free_day
from bot.core.schedule import DateRange, Occurrence

_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)
_SAMPLE_FROM = datetime(2024, 1, 1, tzinfo=UTC)  # before a 29 February
_SAMPLE = 9  # moments that show how often a rule falls due: more than a week of a daily one
_REACHES = (timedelta(days=2), timedelta(days=40), timedelta(days=400))
_HORIZON = 20  # years: the rarest rule, 29 February, comes every eighth at the latest


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A rule for moments on the wall clock, as the five fields of a cron expression.

    A weekday is always named there: APScheduler counts from Monday = 0, cron from Sunday = 0.
    """

    cron: str

    @property
    def falls_due(self) -> bool:
        """Whether there is any moment at all. ValueError for what is no cron expression."""
        return _is_possible(self.cron)

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
        last = None
        for day, effective_day, walls in _merged(self._by_day(first), holidays):
            for wall in walls:
                due = to_utc(datetime.combine(day, wall), zone)
                effective = to_utc(datetime.combine(effective_day, wall), zone)
                # In spring two walls may be one moment, of the day itself or of where it moves to.
                if due != last and effective > after:
                    after = effective
                    yield Occurrence(due, effective)
                last = due

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


def to_utc(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment a wall clock of `zone` shows `wall` (naive).

    Shown twice in autumn: the first. Never shown in spring: the first minute that is shown after.
    """
    while True:
        moment = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
        if moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
            return moment
        wall += _MINUTE


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
    wall = _next_wall(cron, start)
    while wall is not None:
        yield wall
        wall = _next_wall(cron, wall + _MINUTE)


# Thousands of Subscriptions have the same few rules, and APScheduler takes half a millisecond.
@functools.lru_cache(maxsize=8192)
def _next_wall(cron: str, start: datetime) -> datetime | None:
    found: datetime | None = _trigger(cron).get_next_fire_time(None, start)
    return found


@functools.lru_cache(maxsize=4096)
def _is_possible(cron: str) -> bool:
    return next(_walls(cron, _SAMPLE_FROM), None) is not None


@functools.lru_cache(maxsize=4096)
def _shortest_gap(cron: str) -> timedelta:
    sample = itertools.islice(_walls(cron, _SAMPLE_FROM), _SAMPLE)
    return min(later - earlier for earlier, later in itertools.pairwise(sample))
