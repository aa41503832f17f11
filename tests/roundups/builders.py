"""What tests of Deliveries share: a filled store, words, and a Slack that keeps what it takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.core.notice import Notice
from bot.core.occasion import Occasion
from bot.core.roundup import Message, Roundup
from bot.core.schedule import Subscription
from bot.roundups.outside import Refused, Unanswered, Unreadable
from bot.store.store import Store

MONDAY = datetime(2026, 11, 30, 9, tzinfo=UTC)  # when "mon 09:00" falls due
BEFORE = MONDAY - timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def subscription(name: str = "weekly", **facts: Any) -> Subscription:
    rule: dict[str, Any] = {"channel": "C1", "every": "mon 09:00", "timezone": "UTC", "limit": 3}
    return Subscription(name=name, **(rule | facts))


def fill(store: Store, numbers: Iterable[int], **facts: Any) -> None:
    """Import Entries acme/engine#n: must-reads of three days before the Monday."""
    told: dict[str, Any] = {
        "repo": "acme/engine",
        "level": Level.MUST,
        "date": date(2026, 11, 27),
        "verdict": "Worth reading.",
    }
    tellings = tuple(
        Telling(n, Entry(pr=n, **(told | {"headline": f"Change {n}"} | facts))) for n in numbers
    )
    store.entries.merge(DigestFile("digest.yaml", tellings))


def one_message(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    told = [str(stored.entry.pr) for stored in roundup.entries]
    ids = tuple(stored.id for stored in roundup.entries)
    return (Message(text=" ".join(told) or "nothing new", entries=ids),)


def a_message_each(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    return tuple(
        Message(text=str(stored.entry.pr), entries=(stored.id,), thread=n > 0)
        for n, stored in enumerate(roundup.entries)
    )


@dataclass
class Taken:
    """A message as Slack has it."""

    channel: str
    message: Message
    thread_ts: str | None
    ts: str


@dataclass
class Channels:
    """Slack, keeping what it takes. `faults` are met one by one by the calls to come.

    A fault is raised instead of posting, unless it is `(fault,)`: then after it.
    """

    faults: list[BaseException | tuple[BaseException] | None] = field(default_factory=list)
    unreadable: str | None = None
    taken: list[Taken] = field(default_factory=list)
    asked: list[datetime] = field(default_factory=list)
    told: list[Notice] = field(default_factory=list)
    locked_out: str | None = None

    @property
    def texts(self) -> list[str]:
        return [each.message.text for each in self.taken]

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, BaseException):
            raise fault
        ts = f"1796030000.{len(self.taken):06}"
        self.taken.append(Taken(channel, message, thread_ts, ts))
        if fault:
            raise fault[0]
        return ts

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None
    ) -> Mapping[int, str]:
        self.asked.append(since)
        if self.unreadable:
            raise Unreadable(self.unreadable)
        payloads = [(each, (each.message.metadata or {})["event_payload"]) for each in self.taken]
        return {
            payload["part"]: each.ts
            for each, payload in payloads
            if each.channel == channel and payload["token"] == token
        }

    def tell(self, notice: Notice) -> None:
        self.told.append(notice)

    def let_in(self) -> None:
        if self.locked_out:
            raise Refused(self.locked_out)


LOST = Unanswered("time-out")
