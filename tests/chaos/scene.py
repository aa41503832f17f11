"""A database with Entries, and Subscriptions of Channels in which the calls go wrong."""

import os
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from click.testing import Result

from tests.chaos.faults import Fault
from tests.chaos.judge import OVER
from tests.chaos.proxy import Proxy
from tests.chaos.taken import arguments_of
from tests.cli.running import invoke, printed

KNOWN = datetime(2026, 11, 28, 9, tzinfo=UTC)  # a Saturday
DUE = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINUTE, HOUR, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(weeks=1)

_ROOT = Path(__file__).parents[2]

FREE = "free"
"""The Subscription whose calls never go wrong: what it shows, all show."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many Entries there are, and how many of them a Roundup shows.

    Twelve that are `long` are too much for one message.
    """

    entries: int
    limit: int
    is_long: bool = False

    @property
    def batch(self) -> int:
        """How many Channels may fail at once, and be read in a minute, threads included."""
        return 5 if self.is_long else 7

    @property
    def numbers(self) -> list[int]:
        return list(range(101, 101 + self.entries))


SMALL = Size(3, 2)
"""Two Roundups of one message each."""
LARGE = Size(14, 12, is_long=True)
"""A Roundup of a lead and a reply, and one of a lead."""


class Shown(NamedTuple):
    """A message as readers see it: its Entries, and the place of the message it replies to."""

    entries: tuple[int, ...]
    under: int | None


class Batch(NamedTuple):
    """Subscriptions that fall due together, in the first week."""

    due: datetime
    names: list[str]


@dataclass(slots=True)
class Scene:
    """Runs the verbs in `folder`, the present one, with `proxy` as Slack."""

    folder: Path
    database_url: str
    proxy: Proxy
    batches: list[Batch] = field(default_factory=list)

    def set_up(self, names: Iterable[str], size: Size, **facts: str) -> dict[str, str]:
        """A Subscription for each name and a free one, all known since a Saturday; their Channels.

        They fall due in batches, hour by hour: what goes wrong in too many Channels at once is
        taken for a Slack that cannot be used, and reading and joining have their rates.
        """
        channels = {name: _new_channel(self.proxy.api_url) for name in (FREE, *names)}
        self.batches, declared = _in_batches([*channels], size.batch), []
        for due, batch in self.batches:
            for name in batch:
                channel = channels[name]
                rule = {"channel": channel, "every": f"mon {due:%H:%M}"}
                rule["subscriber"] = subscriber_of(channel)
                declared.append(_subscription(name, size, rule | facts))
        _write(self.folder / "schedules" / "weekly.yaml", "".join(declared))
        _write(self.folder / "digests" / "week.yaml", digest(size.numbers, is_long=size.is_long))
        for verb in ("migrate", "import"):
            assert self.run(verb).exit_code == 0
        assert self.clock(KNOWN).exit_code == 0
        return channels

    def beset(self, faults: Sequence[Fault], step: str, size: Size) -> dict[str, str]:
        """The same, a Channel for each fault, which a step's first call there meets."""
        channels = self.set_up(map(str, faults), size)
        for fault in faults:
            self.proxy.meet(step, channels[str(fault)], fault)
        return channels

    def run(self, *arguments: str) -> Result:
        """A verb of the command line, in this process."""
        return invoke(*arguments, **self._environment())

    def start_clock(self, now: datetime) -> "subprocess.Popen[bytes]":
        """The clock's verb in a process of its own, which goes on beside this one."""
        place = {"PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT)}
        return subprocess.Popen(
            [sys.executable, "-m", "bot", "clock", "--once", "--now", now.isoformat()],
            cwd=self.folder,
            env=place | self._environment(),
        )

    def _environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "SLACK_BOT_TOKEN": "xoxb-test",
            "SLACK_API_URL": self.proxy.api_url,
        }

    def clock(self, now: datetime) -> Result:
        """The clock's verb at a moment; what Slack takes late it takes before it returns."""
        result = self.run("clock", "--once", "--now", now.isoformat())
        self.proxy.land()
        return result

    def clocks(self, *moments: datetime) -> None:
        """The same at each of these moments; every one ends well."""
        for now in moments:
            result = self.clock(now)
            assert result.exit_code == 0, result.output

    def roundup(self, *after: timedelta, week: int = 0) -> None:
        """The clock at the due moment of each batch, and each of these times after it."""
        for first, _ in self.batches:
            due = first + week * WEEK
            self.clocks(due, *(due + each for each in after))

    def settle(self, week: int = 0) -> None:
        """The clock every six minutes from the last batch on, until everything is over."""
        last = self.batches[-1].due + week * WEEK
        for n in range(40):
            self.clocks(last + n * 6 * MINUTE)
            if all(row["state"] in OVER for row in self.deliveries()):
                return
        raise AssertionError(f"still open: {self.states()}")

    def states(self) -> dict[str, list[str]]:
        """The states of each Subscription's Deliveries, oldest first, as the audit has them."""
        found: dict[str, list[str]] = {}
        for row in self.deliveries():
            found.setdefault(row["subscription"], []).append(row["state"])
        return found

    def deliveries(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = printed(self.run("deliveries", "--json"))
        return rows

    def subscriptions(self) -> dict[str, tuple[str, str | None]]:
        """State and reason of each Subscription."""
        rows = printed(self.run("subscriptions", "--json"))
        return {row["name"]: (row["state"], row["reason"]) for row in rows}

    def shown(self, channel: str) -> list[Shown]:
        """What Slack took in a Channel, in its order."""
        found = [each for each in self.proxy.taken if each.channel == channel]
        places = {each.ts: place for place, each in enumerate(found)}
        return [
            Shown(each.entries, places[each.thread_ts] if each.thread_ts else None)
            for each in found
        ]

    def entries(self, channel: str) -> list[int]:
        """The Entries that its readers see, in order, one as often as it is told."""
        return [entry for message in self.shown(channel) for entry in message.entries]


def subscriber_of(channel: str) -> str:
    """Each Channel's is another."""
    return f"U{channel[1:]}"


def alike(channels: Iterable[str], *states: str) -> dict[str, list[str]]:
    """The same states for all of these names."""
    return {name: list(states) for name in channels}


def digest(numbers: Iterable[int], *, is_long: bool = False, date: str = "2026-11-27") -> str:
    """A digest file of must-reads, each with its number in the headline."""
    entries = [
        f"  - pr: {n}\n    headline: Change entry-{n}{' of much' * 24 * is_long}\n"
        "    verdict: Worth a close read.\n"
        + f"    url: https://example.com/{'a' * 560}{n}\n"
        * is_long
        for n in numbers
    ]
    return f"repo: acme/engine\ndate: {date}\nentries:\n{''.join(entries)}"


def _in_batches(names: list[str], size: int) -> list[Batch]:
    starts = range(0, len(names), size)
    return [
        Batch(DUE + hour * HOUR, names[start : start + size]) for hour, start in enumerate(starts)
    ]


def _subscription(name: str, size: Size, facts: dict[str, str]) -> str:
    told = {"timezone": "UTC", "limit": size.limit} | facts
    lines = [f"  {key}: {value}\n" for key, value in told.items()]
    return f'- name: "{name[:80]}"\n{"".join(lines)}'


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _new_channel(api_url: str) -> str:
    """The id of a new public Channel."""
    body = urlencode({"name": f"c{uuid.uuid4().hex[:16]}"}).encode()
    with urllib.request.urlopen(f"{api_url}conversations.create", body, timeout=10) as answer:
        channel: str = arguments_of(answer.read())["channel"]["id"]
        return channel
