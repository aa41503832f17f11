"""Three clocks at once, week after week, most of them killed; then everything is seen through."""

import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.chaos.doom import Moment
from tests.chaos.door import CALM
from tests.chaos.judge import OVER, Finding, Wrong
from tests.chaos.rounds import LIVES, Fate, ask, run_round
from tests.chaos.scene import DUE, MINUTE, WEEK
from tests.chaos.workspace import Workspace

SECOND = timedelta(seconds=1)
STEPS = (0 * SECOND, 20 * SECOND, 70 * SECOND, 130 * SECOND, 130 * SECOND, 5 * MINUTE)
"""From one round to the next: short of a Lease or of the wait before a look-up, or beyond both."""
AHEAD = (0 * SECOND, 0 * SECOND, 1 * SECOND, 20 * SECOND)
"""How much the clocks of hosts differ."""

_AT_A_CALL, _AT_RANDOM = 0.5, 0.35  # how many of the clocks; the others live
_CALLS = 6
_MORE_WEEKS = 30  # than kills are wanted: then it is as it is


@dataclass(slots=True)
class Figures:
    """What happened, and what the judge found."""

    seed: int
    kills: int = 0
    moments: dict[str, int] = field(default_factory=dict)
    weeks: int = 0
    clocks: int = 0
    calls: int = 0
    faults: int = 0
    messages: int = 0
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class Ordeal:
    """As many kills as `wanted`, in a Workspace of its own."""

    workspace: Workspace
    wanted: int
    figures: Figures
    chance: random.Random
    _typical_s: float = 0.2
    _settled: list[datetime] = field(default_factory=list)

    def run(self) -> Figures:
        """Kill, see the rest through, and judge."""
        began = time.monotonic()
        while not self._is_enough():
            self._week()
            print(f"{self.figures.kills} kills, {self.figures.weeks} weeks", file=sys.stderr)
        ask(self.workspace.setting.api_url, CALM)
        self._see_through()
        self._count()
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    def _is_enough(self) -> bool:
        """Enough are killed, at each moment at least one; or it never will be."""
        if self.figures.weeks >= self.wanted + _MORE_WEEKS:
            return True
        return self.figures.kills >= self.wanted and self._moments().keys() == set(Moment)

    def _moments(self) -> Counter[str]:
        return Counter(line["moment"] for line in self.workspace.lines() if "kills" in line)

    def _week(self) -> None:
        due = self.workspace.next_week()
        self.figures.weeks += 1
        now = due + self.chance.randrange(1800) * SECOND
        for _ in range(self.chance.randint(1, 5)):
            self._round(now, [self._fate() for _ in range(3)])
            now += self.chance.choice(STEPS)
        if self.chance.random() < 0.7 and self._settles(now + 5 * MINUTE):
            self._settled.append(due)

    def _fate(self) -> Fate:
        chance, ahead = self.chance.random(), self.chance.choice(AHEAD)
        if chance < _AT_A_CALL:
            moment = self.chance.choice(list(Moment))
            return Fate(moment, self.chance.randint(1, _CALLS), ahead=ahead)
        if chance < _AT_A_CALL + _AT_RANDOM:
            return Fate(after_s=self.chance.uniform(0, 1.2 * self._typical_s), ahead=ahead)
        return Fate(ahead=ahead)

    def _round(self, now: datetime, fates: Sequence[Fate]) -> None:
        self.workspace.note(round=now.isoformat(), fates=[str(fate) for fate in fates])
        for ended in run_round(self.workspace.setting, now, fates):
            self.workspace.note(ended=ended.pid, code=ended.code)
            self.figures.clocks += 1
            self.figures.kills += ended.is_killed
            if ended.is_well:
                self._typical_s += 0.1 * (ended.seconds - self._typical_s)
            elif not ended.is_killed:
                wrong = f"the clock {ended.pid} at {now} ended with {ended.code}"
                self.figures.findings.append(Finding(Wrong.BROKEN, wrong))

    def _settles(self, now: datetime) -> bool:
        """Whether clocks that live bring everything to an end, in two hours."""
        for n in range(20):
            self._round(now + n * 6 * MINUTE, [LIVES])
            if all(row["state"] in OVER for row in self.workspace.audit()):
                return True
        return False

    def _see_through(self) -> None:
        """Weeks in which nothing goes wrong, until all has come, or it never will."""
        found: list[Finding] = []
        for _ in range(20):
            due = DUE + self.figures.weeks * WEEK
            self.figures.weeks += 1
            settles, found = self._settles(due), self.workspace.findings(self._settled)
            if not settles or not any(each.wrong is Wrong.LOSS for each in found):
                break
        self.figures.findings += found

    def _count(self) -> None:
        lines = self.workspace.lines()
        self.figures.calls = sum("call" in line for line in lines)
        self.figures.faults = sum(bool(line.get("fault")) for line in lines)
        self.figures.messages = sum("took" in line for line in lines)
        self.figures.moments = dict(self._moments())
