"""Clocks as children of a warmed process: begun in a moment, each with a token of its own."""

import os
import threading
import time
import traceback
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.cli.verbs import prdigest
from bot.store.store import open_store
from tests.chaos.broken import BROKEN
from tests.chaos.doom import Doom, Moment


@dataclass(frozen=True, slots=True)
class Setting:
    """What all clocks share: the database, the Slack, a file for what they say.

    `broken` names the clock of BROKEN that runs in place of the real one.
    """

    database_url: str
    api_url: str
    log: Path
    broken: str | None = None

    def environment(self, token: str) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "SLACK_API_URL": self.api_url,
            "SLACK_BOT_TOKEN": token,
        }


@dataclass(frozen=True, slots=True)
class Child:
    """A clock that runs."""

    pid: int
    began: float = field(default_factory=time.monotonic)

    def is_dead(self) -> bool:
        """Whether it has ended. It is not reaped: its number stays its own."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def reap(self) -> int:
        """Its exit code; less than 0 for the signal that killed it."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def begin(setting: Setting, now: datetime, moment: Moment | None, nth: int) -> Child:
    """Fork a clock that delivers what is due `now`, and dies as is said."""
    assert threading.active_count() == 1, "a fork would leave threads behind"
    pid = os.fork()
    if pid:
        return Child(pid)
    code = os.EX_SOFTWARE
    try:
        code = _deliver(setting, now, Doom(os.getpid(), moment, nth).token)
    except BaseException:  # noqa: BLE001 (a child must not return into its parent's code)
        traceback.print_exc()
    finally:
        os._exit(code)


def _deliver(setting: Setting, now: datetime, token: str) -> int:
    said = os.open(setting.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(said, stream)
    os.environ.update(setting.environment(token))
    if setting.broken:
        run, poster = BROKEN[setting.broken]
        run(open_store(setting.database_url), poster(token, setting.api_url), now)
        return 0
    arguments = ["clock", "--once", "--now", now.isoformat()]
    return int(prdigest.main(arguments, "prdigest", standalone_mode=False) or 0)
