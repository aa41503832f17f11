"""A database with Entries, and Subscriptions of Channels in which the calls go wrong."""

import urllib.request
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from click.testing import Result

from tests.chaos.faults import Fault
from tests.chaos.proxy import Proxy
from tests.chaos.taken import arguments_of
from tests.cli.running import invoke, printed

KNOWN = datetime(2026, 11, 28, 9, tzinfo=UTC)  # a Saturday
DUE = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINUTE, HOUR, WEEK = timedelta(minutes=1), timedelta(hours=1), timedelta(weeks=1)
SUBSCRIBER = "U0SUBSCRIBER"

FREE = "free"
"""The Subscription whose calls never go wrong: what it shows, all show."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many Entries there are, and how many of them a Roundup shows; ten `long` ones of them
    are too much for one message."""

    entries: int
    limit: int
    is_long: bool = False

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


@dataclass(slots=True)
class Scene:
    """Runs the verbs in `folder`, the present one, with `proxy` as Slack."""

    folder: Path
    database_url: str
    proxy: Proxy

    def set_up(self, names: Iterable[str], size: Size, **facts: str) -> dict[str, str]:
        """A Subscription for each name and a free one, all known since a Saturday; the Channels.

        Each has a new one.
        """
        channels = {name: _new_channel(self.proxy.api_url) for name in (FREE, *names)}
        declared = [_subscription(name, channel, size, facts) for name, channel in channels.items()]
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
        return invoke(
            *arguments,
            DATABASE_URL=self.database_url,
            SLACK_BOT_TOKEN="xoxb-test",
            SLACK_API_URL=self.proxy.api_url,
        )

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


def _subscription(name: str, channel: str, size: Size, facts: dict[str, str]) -> str:
    told = {"channel": channel, "every": "mon 09:00", "timezone": "UTC", "limit": size.limit}
    lines = [f"  {key}: {value}\n" for key, value in (told | facts).items()]
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
