"""A round: clocks at one moment, killed as is said, and buried when the last has ended."""

import os
import signal
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.chaos.clocks import Child, Setting, begin
from tests.chaos.doom import Moment
from tests.chaos.door import OVER

HUNG_S = 90
"""A clock that has not ended by then never will."""


@dataclass(frozen=True, slots=True)
class Fate:
    """How a clock dies: in its `nth` call, or `after_s`; without either it lives.

    It is `ahead` of others: the clocks of hosts differ.
    """

    moment: Moment | None = None
    nth: int = 0
    after_s: float | None = None
    ahead: timedelta = timedelta(0)


LIVES = Fate()


@dataclass(frozen=True, slots=True)
class Ended:
    """How a clock ended, by `waitpid`: its exit code, or less than 0 for a signal."""

    pid: int
    code: int
    seconds: float

    @property
    def is_killed(self) -> bool:
        return self.code == -signal.SIGKILL

    @property
    def is_well(self) -> bool:
        return self.code == 0


def run_round(setting: Setting, now: datetime, fates: Sequence[Fate]) -> list[Ended]:
    """As many clocks as fates, at once."""
    children = {begin(setting, now + fate.ahead, fate.moment, fate.nth): fate for fate in fates}
    ages = _wait(children)
    # Slack is through with their calls before the next round's time, and kills none that is reaped.
    ask(setting.api_url, OVER, *(child.pid for child in children))
    return [Ended(child.pid, child.reap(), ages[child]) for child in children]


def ask(api_url: str, what: str, *pids: int) -> None:
    """Tell the deadly Slack something; returns when it is so."""
    url = api_url.removesuffix("/api/") + "/".join([what, *map(str, pids)])
    urllib.request.urlopen(url, timeout=HUNG_S).close()


def _wait(children: dict[Child, Fate]) -> dict[Child, float]:
    """Until all have ended, none of them reaped: their numbers stay theirs. How old each became."""
    ages: dict[Child, float] = {}
    while len(ages) < len(children):
        for child, fate in children.items():
            age = time.monotonic() - child.began
            if child in ages:
                continue
            if child.is_dead():
                ages[child] = age
            elif fate.after_s is not None and age >= fate.after_s:
                os.kill(child.pid, signal.SIGKILL)
            elif age > HUNG_S:
                os.kill(child.pid, signal.SIGTERM)
        time.sleep(0.001)
    return ages
