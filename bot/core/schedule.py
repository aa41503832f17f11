"""Subscription: a Channel's standing order, and the moments at which it falls due."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from bot.core.entry import Level


class Source(StrEnum):
    """Where a Subscription was declared."""

    YAML = "yaml"
    SLACK = "slack"


class Quiet(StrEnum):
    """What an Occurrence without unseen Entries does."""

    SILENT = "silent"
    LINE = "line"


class Language(StrEnum):
    """Language of the bot's own words."""

    EN = "en"
    ZH = "zh"


@dataclass(frozen=True, slots=True)
class DateRange:
    """Both ends included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Subscription:
    """One Channel's standing order, as declared. `channel` is Slack's channel id.

    `every` is kept as written and is known to parse (see `bot.core.every`); `timezone` is an
    Area/City zone or UTC; `filter` is known to parse. `grace` None means the default for its
    rhythm. `team` None means the workspace of row 1. `subscriber` is the Slack id of the person who
    is told when it cannot be delivered, None for nobody.
    """

    name: str
    channel: str
    every: str
    timezone: str
    filter: str | None = None
    level: Level = Level.MUST
    limit: int = 8
    language: Language = Language.EN
    grace: timedelta | None = None
    max_age: timedelta = timedelta(weeks=8)
    holidays: tuple[DateRange, ...] = ()
    quiet: Quiet = Quiet.SILENT
    paused: bool = False
    team: str | None = None
    file: str | None = None
    subscriber: str | None = None


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A moment at which a Subscription falls due.

    `due` is the nominal wall-clock moment as UTC, its identity; `effective` is when it really
    falls due: later than `due` where that is a holiday.
    """

    due: datetime
    effective: datetime


@dataclass(frozen=True, slots=True)
class Posted:
    """A Roundup that was posted: when it fell due, when it was posted, and whether its rule then
    was a weekly one, less often than daily.
    """

    effective: datetime
    at: datetime
    weekly: bool


class State(StrEnum):
    """Whether a Subscription falls due, or why not."""

    ACTIVE = "active"
    PAUSED = "paused"
    RETIRED = "retired"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class StoredSubscription:
    """A Subscription as the database knows it; `subscription.team` is filled in where known.

    It falls due only after `known_at`, when the clock first knew it, after `edited_at`, when its
    rule last changed or its file resumed it, and after `paused_until`, as people said in Slack: in
    the past where that pause is over, None where there never was one. `last_due` is the newest
    Occurrence that has a Delivery. Of its present Channel: `last_posted` is the newest posted;
    Entries older than `reaches_from` never show, None before the first Delivery; `open_until` is
    until when a weekly one that fell due by `edited_at` may still be posted, None where there is
    none.

    `stopped` says why Slack does not let us into its Workspace, `obstacle` why it lets nothing be
    posted in its Channel; it still falls due then, and each Occurrence is tried once.
    """

    id: int
    workspace_id: int
    channel_row: int
    subscription: Subscription
    source: Source
    known_at: datetime
    edited_at: datetime | None = None
    paused_until: datetime | None = None
    last_due: datetime | None = None
    last_posted: Posted | None = None
    reaches_from: date | None = None
    open_until: datetime | None = None
    retired: bool = False
    stopped: str | None = None
    obstacle: str | None = None

    def state(self, now: datetime) -> State:
        """Whether it falls due at `now`, or why not."""
        if self.retired:
            return State.RETIRED
        if self.stopped:
            return State.STOPPED
        paused = self.subscription.paused or self.obstacle or self.pause_ends(now)
        return State.PAUSED if paused else State.ACTIVE

    def pause_ends(self, now: datetime) -> datetime | None:
        """Until when people in Slack have it wait, None where they do not."""
        until = self.paused_until
        return until if until and until > now else None

    @property
    def is_idle(self) -> bool:
        """Whether it falls due at no time: its file has it wait, or Slack its whole Workspace."""
        return self.retired or bool(self.stopped) or self.subscription.paused
