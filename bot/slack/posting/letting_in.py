"""Whether Slack lets us in: asked seldom once it did not."""

import threading
from collections.abc import Callable

from slack_sdk import WebClient

from bot.roundups.outside import Refused
from bot.slack.wire.calls import called

ASK_AGAIN_S = 600.0
"""From a refusal until Slack is asked again: somebody must install the app anew meanwhile."""


class LettingIn:
    """Asks whether Slack takes our token. `clock` gives seconds that only go forward.

    May be used by several threads at once.
    """

    def __init__(self, client: WebClient, clock: Callable[[], float]) -> None:
        self._client = client
        self._clock = clock
        self._refused: Refused | None = None
        self._ask_at = 0.0
        self._lock = threading.Lock()

    def ask(self) -> None:
        """Return if Slack takes our token.

        Raises Refused, also without asking where the last refusal is fresh; Unanswered and
        SlackError where it cannot be known.
        """
        with self._lock:
            if self._refused and self._clock() < self._ask_at:
                raise _anew(self._refused)
            try:
                called(self._client.auth_test)
            except Refused as refused:
                wait = ASK_AGAIN_S if refused.retry_after is None else refused.retry_after
                self._refused, self._ask_at = refused, self._clock() + wait
                raise _anew(refused) from None
            self._refused = None


def _anew(refused: Refused) -> Refused:
    """An exception of its own for each who is told: threads do not share a traceback."""
    return Refused(refused.code, refused.retry_after, refused.details)
