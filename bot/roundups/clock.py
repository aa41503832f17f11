"""The clock: wakes up every few seconds and has delivered what is due."""

import logging
import threading
from functools import partial

from apscheduler.schedulers.background import BackgroundScheduler

from bot.errors import DatabaseError
from bot.roundups.delivery import THREADS, Now, deliver_due
from bot.roundups.outside import Render, Slack
from bot.roundups.pace import Pace
from bot.store.store import Store

WAKE_UP_S = 15
STOP_WITHIN_S = 15
"""As long as a call to Slack takes at most, and less than what hosts give a process to end."""

log = logging.getLogger(__name__)


class Clock:
    """Ticks in a thread of its own from `start` to `stop`; any number of processes may have one.

    APScheduler only wakes it up. What is due is computed anew each time from the database, so a
    wake-up too many, too late or left out changes nothing.
    """

    def __init__(
        self, now: Now, store: Store, render: Render, slack: Slack, every_s: float = WAKE_UP_S
    ) -> None:
        self._stopping, self._woken = threading.Event(), threading.Event()
        self._deliver = partial(
            deliver_due,
            now,
            store,
            render,
            slack,
            self._stopping.is_set,
            pace=Pace(self._stopping.wait),
            threads=THREADS,
        )
        self._every_s = every_s
        self._trouble: str | None = None
        self._scheduler: BackgroundScheduler | None = None
        # A daemon: a tick that hangs keeps no process from its end. Being cut off is safe.
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Begin to tick, first at once. Once in a life."""
        self._woken.set()
        self._thread.start()
        self._scheduler = BackgroundScheduler(timezone="UTC")
        self._scheduler.add_job(
            self._woken.set,
            "interval",
            seconds=self._every_s,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=1,
        )
        self._scheduler.start()

    def stop(self, timeout: float = STOP_WITHIN_S) -> bool:
        """Tick no more; whether a tick that was running came to its end within `timeout` seconds.

        It posts what it is posting and hands the rest back. Cut off, it leaves its Lease to end.
        """
        self._stopping.set()
        self._woken.set()
        if self._scheduler:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def tick(self) -> None:
        """Deliver what is due. Never raises: the next tick tries again."""
        try:
            self._note(self._deliver().unusable)
        except DatabaseError as error:
            self._note(str(error))
        except Exception:
            log.exception("the clock's tick failed by a fault of ours; the next one goes on")

    def _run(self) -> None:
        while self._woken.wait() and not self._stopping.is_set():
            self._woken.clear()
            self.tick()

    def _note(self, trouble: str | None) -> None:
        """Log a trouble when it comes, changes and goes, not at every tick."""
        if trouble != self._trouble and trouble:
            log.error("no roundups can be delivered: %s", trouble)
        elif trouble != self._trouble:
            log.warning("roundups can be delivered again")
        self._trouble = trouble
