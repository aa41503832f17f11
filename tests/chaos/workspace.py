"""The Workspace in which clocks are killed: its Channels, each week's Entries, what is found."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.chaos.clocks import Setting
from tests.chaos.judge import Finding, judge, occurrences
from tests.chaos.scene import DUE, KNOWN, WEEK, digest
from tests.chaos.taken import Taken
from tests.cli.running import invoke, printed

ENTRIES = 24  # a week; ten of them fill a message
CHANNELS = {"C0ONE0000": {"a": 6, "b": 50}, "C0TWO0000": {"c": 50}, "C0THREE00": {"d": 40}}
"""The limit of each Subscription: two share a Channel, most have thread replies. No Entry grows too
old to be shown: what does not come is lost."""

_FIRST = 1001


@dataclass(slots=True)
class Workspace:
    """Its files are in the present folder; `record` is the Slack's."""

    setting: Setting
    record: Path
    imported: int = 0

    def set_up(self) -> None:
        """An empty database is filled, and whatever a clock needs is loaded and warm."""
        declared = [
            f"- name: {name}\n  channel: {channel}\n  every: mon 09:00\n  timezone: UTC\n"
            f"  limit: {limit}\n  max_age: 500w\n"
            for channel, subscriptions in CHANNELS.items()
            for name, limit in subscriptions.items()
        ]
        for folder in ("schedules", "digests"):
            Path(folder).mkdir()
        Path("schedules/weekly.yaml").write_text("".join(declared))
        self.run("migrate")
        self.run("clock", "--once", "--now", KNOWN.isoformat())

    def next_week(self) -> datetime:
        """Import another week's Entries; the moment at which their Roundups are due."""
        due = DUE + self.imported * WEEK
        first = _FIRST + self.imported * ENTRIES
        self.imported += 1
        day = (due - timedelta(days=3)).date().isoformat()
        told = digest(range(first, first + ENTRIES), is_long=True, date=day)
        Path("digests/week.yaml").write_text(told)
        self.run("import")
        return due

    def audit(self) -> list[dict[str, Any]]:
        """What `deliveries --json` prints."""
        rows: list[dict[str, Any]] = printed(self.run("deliveries", "--json"))
        return rows

    def note(self, **facts: Any) -> None:
        """A line of ours in the record."""
        with self.record.open("a") as record:
            record.write(json.dumps(facts) + "\n")

    def lines(self) -> list[dict[str, Any]]:
        """The record."""
        return [json.loads(line) for line in self.record.read_text().splitlines()]

    def taken(self) -> list[Taken]:
        """What Slack took, in its order."""
        names = [each.name for each in fields(Taken)]
        found = [line for line in self.lines() if "took" in line]
        return [Taken(**{name: _value(line[name]) for name in names}) for line in found]

    def findings(self, settled: Sequence[datetime]) -> list[Finding]:
        """What is wrong. In the weeks `settled` every Occurrence could be delivered."""
        entries = range(_FIRST, _FIRST + ENTRIES * self.imported)
        audit = self.audit()
        names = [name for subscriptions in CHANNELS.values() for name in subscriptions]
        return [
            *judge(self.taken(), dict.fromkeys(CHANNELS, entries), audit),
            *occurrences(audit, names, [due.isoformat() for due in settled]),
        ]

    def run(self, *arguments: str) -> Any:
        result = invoke(*arguments, **self.setting.environment("xoxb-0-never-0"))
        assert result.exit_code == 0, result.output
        return result


def _value(read: Any) -> Any:
    return tuple(read) if isinstance(read, list) else read
