"""Over restarts, clock jumps, edits and pauses no Occurrence comes twice, and none is lost."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.core.every import parse_rhythm
from bot.core.occurrence import APART, falls_due, grace_until, owed_at_edit
from bot.core.schedule import (
    DateRange,
    Occurrence,
    Posted,
    Source,
    StoredSubscription,
    Subscription,
)
from tests.core.rules import EVERY, UNTIMED, holidays_from, rules_in_zones
from tests.core.walking import walk

MINUTE = timedelta(minutes=1)
_JUMPS = st.one_of(st.integers(-180, 90), st.integers(0, 5 * 24 * 60))


@UNTIMED
@given(rules_in_zones(), st.lists(_JUMPS, min_size=1, max_size=25), st.data())
def test_over_restarts_and_clock_jumps_none_comes_twice_or_is_skipped_inside_its_grace(
    case: tuple[str, str, datetime], jumps: list[int], data: st.DataObject
) -> None:
    every, zone, start = case
    holidays = data.draw(holidays_from(start.date()))
    rule = Subscription("any", "C1", every, zone, holidays=holidays)
    now, last_due = start, None
    recorded: list[Occurrence] = []
    wake_ups: list[tuple[datetime, datetime | None]] = []
    for minutes in jumps:
        now += minutes * MINUTE
        stored = StoredSubscription(1, 1, 1, rule, Source.YAML, start, last_due=last_due)
        if due := falls_due(stored, now):
            assert due.effective <= now
            recorded.append(due)
            last_due = due.due
        wake_ups.append((now, last_due))
    latest = max(now for now, _ in wake_ups)
    shown = list(walk(every, ZoneInfo(zone), start, latest, holidays))
    assert all(due in shown for due in recorded)
    assert all(earlier.due < later.due for earlier, later in pairwise(recorded))
    grace = parse_rhythm(every).grace
    for due in shown:
        in_time = [past for now, past in wake_ups if timedelta(0) <= now - due.effective <= grace]
        assert all(past and past >= due.due for past in in_time), due


@dataclass
class Made:
    """A Delivery, as far as time looks at it; `version` is that of the rule that made it due."""

    occurrence: Occurrence
    version: int
    weekly: bool
    grace_until: datetime
    is_open: bool = True
    posted_at: datetime | None = None


@dataclass
class Past:
    """A Subscription with its past, as the database keeps it: ticks and edits are recorded."""

    rule: Subscription
    known_at: datetime
    edited: datetime | None = None
    paused_until: datetime | None = None
    version: int = 0
    made: list[Made] = field(default_factory=list)

    def stored(self) -> StoredSubscription:
        posted = [
            (one.occurrence.due, Posted(one.occurrence.effective, one.posted_at, one.weekly))
            for one in self.made
            if one.posted_at
        ]
        still_open = [
            one.grace_until
            for one in self.made
            if one.is_open
            and one.weekly
            and self.edited
            and one.occurrence.effective <= self.edited
        ]
        return StoredSubscription(
            *(1, 1, 1),
            self.rule,
            Source.YAML,
            self.known_at,
            edited_at=self.edited,
            paused_until=self.paused_until,
            last_due=max((one.occurrence.due for one in self.made), default=None),
            last_posted=max(posted, key=lambda one: one[0], default=(None, None))[1],
            open_until=max(still_open, default=None),
        )

    def record(self, occurrence: Occurrence) -> Made:
        assert occurrence.due not in {one.occurrence.due for one in self.made}
        assert self.paused_until is None or occurrence.effective > self.paused_until
        weekly = parse_rhythm(self.rule.every).weekly
        made = Made(occurrence, self.version, weekly, grace_until(self.rule, occurrence))
        self.made.append(made)
        return made

    def tick(self, now: datetime, slack: str) -> None:
        due = falls_due(self.stored(), now)
        for one in [*self.made, *([self.record(due)] if due else [])]:
            if one.is_open and (now > one.grace_until or slack == "refuses"):
                one.is_open = False
            elif one.is_open and slack == "takes":
                one.is_open, one.posted_at = False, now

    def edit(self, rule: Subscription, now: datetime) -> None:
        before = self.stored()
        if due := owed_at_edit(before, now):
            self.record(due)
        self.edited = max([now, *(one.occurrence.effective for one in self.made)])
        self.rule, self.version = rule, self.version + 1

    def pause(self, until: datetime, now: datetime) -> None:
        if until > now:
            self.paused_until = until
        elif self.stored().pause_ends(now):
            self.paused_until = now

    def to_come(self, now: datetime) -> list[Occurrence]:
        """What the rule in force must have recorded by `now`, by the promises alone."""
        since = max(self.edited or self.known_at, self.known_at)
        former = [one for one in self.made if one.weekly and one.version < self.version]
        if any(one.is_open and now <= one.grace_until for one in former):
            return []
        apart = (one.posted_at + APART for one in former if one.posted_at)
        silent_until = max(since, self.paused_until or since, *apart)
        zone = ZoneInfo(self.rule.timezone)
        return [
            each
            for each in walk(self.rule.every, zone, since, now, self.rule.holidays)
            if each.effective > silent_until and now <= grace_until(self.rule, each)
        ]


_NEAR = st.builds(
    lambda days, hour, minute: f"{days} {hour:02}:{minute}",
    st.sampled_from(["mon", "mon,wed,fri", "mon,thu", "tue,thu,sat", "tue,thu", "daily"]),
    st.sampled_from([8, 9, 9, 10, 11, 20]),
    st.sampled_from(["00", "30"]),
)
_FREE = (
    DateRange(date(2026, 11, 30), date(2026, 12, 1)),
    DateRange(date(2026, 12, 3), date(2026, 12, 4)),
)
_RULES = st.builds(
    lambda every, zone, free: Subscription("any", "C1", every, zone, holidays=free),
    st.integers(0, 9).flatmap(lambda n: _NEAR if n else EVERY),
    st.sampled_from(["UTC", "UTC", "UTC", "Europe/Berlin", "America/New_York"]),
    st.sampled_from([(), (), _FREE[:1], _FREE[1:], _FREE]),
)
_TICKS = st.sampled_from(["takes", "takes", "takes", "is away", "refuses"])
_MINUTES = st.one_of(st.integers(-20, 60), st.integers(30, 180), st.integers(60, 20 * 60))
_PAUSES = st.sampled_from([0, 0, 6, 24, 48]).map(lambda hours: timedelta(hours=hours))
_RARELY_EDITS = st.integers(0, 9).flatmap(
    lambda n: _TICKS if n > 2 else _RULES if n else _PAUSES
)  # a pause of no time ends one
_STEPS = st.lists(st.tuples(_MINUTES, _RARELY_EDITS), min_size=12, max_size=30)


@UNTIMED
@given(_RULES, _STEPS)
def test_whatever_is_edited_or_paused_and_when_no_roundup_is_too_many_and_none_is_lost(
    rule: Subscription, steps: list[tuple[int, str | timedelta | Subscription]]
) -> None:
    now = datetime(2026, 11, 30, 8, 30, tzinfo=UTC)  # a Monday
    past = Past(rule, known_at=now)
    for minutes, what in steps:
        now += minutes * MINUTE
        to_come = past.to_come(now)
        if what == past.rule:
            continue
        if isinstance(what, timedelta):
            past.pause(now + what, now)
            continue
        if isinstance(what, Subscription):
            past.edit(what, now)
        else:
            past.tick(now, what)
        dues = [one.occurrence.due for one in past.made]
        assert all(dues and max(dues) >= each.due for each in to_come)
    for former in past.made:
        for later in past.made:
            if former.weekly and former.posted_at and later.version > former.version:
                assert later.occurrence.effective > former.posted_at + APART
