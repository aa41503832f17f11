"""Reaching Slack: whether it lets us in, and whether it answers at all."""

import logging
import threading

from bot.errors import SlackError
from bot.roundups.outside import Refused, Slack, Unanswered
from bot.store.channels import SINGLE
from bot.store.store import Store

MOST_UNCONNECTED = 3
"""Calls in a row without a connection, after which no more are made in a tick."""
MOST_UNANSWERED = 8
"""The same of calls that were not answered: each may last for its whole time-out."""

log = logging.getLogger(__name__)


class Reach:
    """What the calls of one tick met; for any number of threads.

    `unusable` becomes the reason when Slack cannot be used.
    """

    def __init__(self) -> None:
        self.unusable: str | None = None
        self._lock = threading.Lock()
        self._answered = False
        self._in_a_row = 0
        self._unconnected: str | None = None

    def answered(self) -> None:
        """Slack took or refused a call."""
        with self._lock:
            self._answered, self._in_a_row = True, 0

    def unanswered(self) -> None:
        """A call got no answer that can be trusted."""
        self._miss("Slack does not answer", MOST_UNANSWERED)

    def unconnected(self, reason: str) -> None:
        """No connection came about."""
        self._unconnected = reason
        self._miss(reason, MOST_UNCONNECTED)

    def end(self) -> None:
        """The tick is over: Slack was unusable too if there was nothing but no connection."""
        if self._unconnected and not self._answered:
            self.unusable = self.unusable or self._unconnected

    def _miss(self, reason: str, most: int) -> None:
        with self._lock:
            self._in_a_row += 1
            if self._in_a_row >= most:
                self.unusable = self.unusable or reason


def shut_out(store: Store, slack: Slack) -> str | None:
    """Why nothing can be delivered at all; None where it can, or can again."""
    reason = store.obstacles.stopped(SINGLE)
    if reason is None:
        return None
    try:
        slack.let_in()
    except Refused as refused:
        return f"Slack refuses our token: {refused.code}"
    except Unanswered as unanswered:
        return f"Slack does not say whether it takes our token: {unanswered.reason}"
    except SlackError as error:
        return str(error)
    store.obstacles.let_in(SINGLE)
    log.warning("Slack lets us in again (it had refused us: %s)", reason)
    return None
