"""Weeks in which any call may go wrong in any way, and a person looks where nothing else can."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.chaos.codes import REFUSALS
from tests.chaos.faults import AMBIGUOUS, GONE, LIMITS, Fault, refused
from tests.chaos.judge import OVER, Finding, Wrong, judge
from tests.chaos.scene import DUE, HOUR, MINUTE, WEEK, Scene, Size

LIMIT = 12  # a lead and a reply
POSTING = (*AMBIGUOUS, *AMBIGUOUS, *LIMITS, *map(refused, REFUSALS), GONE, None)
READING = (*AMBIGUOUS, *LIMITS, refused("not_in_channel"), refused("missing_scope"), GONE, None)
STEPS: dict[str, Sequence[Fault | None]] = {
    "conversations.join": READING,
    "chat.postMessage": POSTING,
    "reply": POSTING,
    "conversations.history": READING,
    "conversations.replies": READING,
}
MOMENTS = [*(n * MINUTE for n in (0, 1, 2, 4, 7, 12, 20, 40)), *(n * HOUR for n in (1, 3, 13))]

Audit = list[dict[str, Any]]


@dataclass(slots=True)
class Weeks:
    """So many of them, in a scene."""

    scene: Scene
    weeks: int
    chance: random.Random
    _channels: list[str] = field(default_factory=list)
    _seen: dict[tuple[int, int], str] = field(default_factory=dict)
    """What a person saw: a part of a Delivery to its ts."""

    def run(self) -> list[Finding]:
        """What the judge finds, when all has been seen through."""
        size = Size(self.weeks * LIMIT, LIMIT, is_long=True)
        channels = self.scene.set_up([f"s{n}" for n in range(4)], size, max_age="500w")
        self._channels = list(channels.values())
        for week in range(self.weeks):
            self._week(DUE + week * WEEK)
        self.scene.proxy.calm()
        return self._see_through(size)

    def _week(self, due: datetime) -> None:
        for step, faults in STEPS.items():
            for channel in self._channels:
                self.scene.proxy.meet(step, channel, *self._some(faults))
        self.scene.proxy.meet("auth.test", "", *self._some(READING))
        for after in sorted(self.chance.sample(MOMENTS, self.chance.randint(0, len(MOMENTS)))):
            self._clock(due + after)

    def _some(self, faults: Sequence[Fault | None]) -> list[Fault | None]:
        return [self.chance.choice(faults) for _ in range(self.chance.choice((0, 0, 1, 1, 2, 3)))]

    def _clock(self, now: datetime) -> None:
        self.scene.proxy.come()
        result = self.scene.clock(now)
        assert result.exit_code in {0, 1}, result.output

    def _see_through(self, size: Size) -> list[Finding]:
        """Weeks in which nothing goes wrong, until all has come, or it never will."""
        findings: list[Finding] = []
        for week in range(self.weeks, 3 * self.weeks + 10):
            audit = self._settled(DUE + week * WEEK)
            expected = dict.fromkeys(self._channels, size.numbers)
            findings = judge(self.scene.proxy.taken, expected, audit)
            if not any(found.wrong is Wrong.LOSS for found in findings):
                break
        return findings

    def _settled(self, due: datetime) -> Audit:
        """The audit when all is over: what is open for an hour, a person settles."""
        for n in range(20):
            self._clock(due + n * 6 * MINUTE)
            audit = self._audit()
            if all(row["state"] in OVER for row in audit):
                break
            for row in audit if n >= 10 else ():
                self._look(row, audit)
        return audit

    def _look(self, row: dict[str, Any], audit: Audit) -> None:
        """As a person would: is there a message that tells of it, and that nobody knows?"""
        if row["state"] != "uncertain":
            return
        known = {(each["channel"], part["ts"]) for each in audit for part in each["parts"]}
        told = {int(key.partition("#")[2]) for key in row["entries"]}
        doubted = next(part["n"] for part in row["parts"] if part["ts"] is None)
        for each in self.scene.proxy.taken:
            is_its = each.channel == row["channel"] and told.intersection(each.entries)
            if is_its and (each.channel, each.ts) not in known:
                self._seen[row["id"], doubted] = each.ts
        fate = "posted" if (row["id"], doubted) in self._seen else "lost"
        self.scene.run("deliveries", "--settle", str(row["id"]), fate)

    def _audit(self) -> Audit:
        """The audit, with what a person saw."""
        rows = self.scene.deliveries()
        for row in rows:
            for part in row["parts"]:
                part["ts"] = self._seen.get((row["id"], part["n"]), part["ts"])
        return rows
