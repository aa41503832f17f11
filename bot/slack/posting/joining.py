"""Becoming a member of public channels, so that their history can be read."""

import logging
import threading

from slack_sdk import WebClient

from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.posting.turns import Turns
from bot.slack.wire.calls import called

log = logging.getLogger(__name__)

_PATIENCE_S = 3  # where nothing goes on without it


class Joining:
    """Joins each channel once, when `turns` lets it. May be used by several threads at once."""

    def __init__(self, client: WebClient, turns: Turns) -> None:
        self._client = client
        self._turns = turns
        self._joined: set[str] = set()
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
        self._call(channel, _PATIENCE_S)

    def _call(self, channel: str, patience_s: float = 0) -> None:
        """Join; Refused says for how long a rate limit forbids even to ask."""
        self._turns.take(patience_s)
        try:
            called(lambda: self._client.conversations_join(channel=channel))
        except Refused as refused:
            self._turns.note(refused)
            raise
        with self._lock:
            self._joined.add(channel)


def is_public(channel: str) -> bool:
    """Whether a channel's id may be a public one's; some private ones look the same."""
    return channel.startswith("C")
