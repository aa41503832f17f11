"""Becoming a member of public channels, so that their history can be read."""

import logging
import threading
from collections.abc import Callable

from slack_sdk import WebClient

from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.calls import called

log = logging.getLogger(__name__)


class Joining:
    """Joins each channel once. `clock` gives seconds that only go forward.

    May be used by several threads at once.
    """

    def __init__(self, client: WebClient, clock: Callable[[], float]) -> None:
        self._client = client
        self._clock = clock
        self._joined: set[str] = set()
        self._limited_until = 0.0
        self._lock = threading.Lock()

    def join(self, channel: str) -> None:
        """Join a public channel where that was not done; what hinders it is logged, no more.

        Private channels invite, direct messages need nothing; where it fails, posting may work.
        """
        if channel in self._joined or not is_public(channel):
            return
        try:
            self._call(channel)
        except (Refused, Unanswered, SlackError) as error:
            log.info("did not join %s: %s", channel, error)

    def join_again(self, channel: str) -> None:
        """Join a channel that we turned out not to be in.

        Raises Refused, Unanswered and SlackError.
        """
        with self._lock:
            self._joined.discard(channel)
        self._call(channel)

    def _call(self, channel: str) -> None:
        """Join, unless a rate limit forbids to ask: then Refused says for how long it still does.

        Such a limit is of all channels: to ask for each of them would only prolong it.
        """
        wait = self._limited_until - self._clock()
        if wait > 0:
            raise Refused("ratelimited", wait)
        try:
            called(lambda: self._client.conversations_join(channel=channel))
        except Refused as refused:
            if refused.retry_after is not None:
                with self._lock:
                    until = self._clock() + refused.retry_after
                    self._limited_until = max(self._limited_until, until)
            raise
        with self._lock:
            self._joined.add(channel)


def is_public(channel: str) -> bool:
    """Whether a channel's id may be a public one's; some private ones look the same."""
    return channel.startswith("C")
