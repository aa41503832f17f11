"""Slack as a Delivery sees it: where the messages of a Plan are posted, and looked up."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.core.notice import Notice
from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered, Unreadable
from bot.roundups.remedies import Remedy, remedy
from bot.slack.posting.history import History
from bot.slack.posting.joining import Joining, is_public
from bot.slack.posting.letting_in import LettingIn
from bot.slack.posting.turns import Turns
from bot.slack.roundup.notices import notice_message
from bot.slack.wire.calls import called, web_client

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 10
JOIN_TIMEOUT_S = 5

_OUTSIDE = "not_in_channel"


class Poster:
    """Does what `bot.roundups.outside.Slack` asks for; several threads may ask at once.

    A history is read in pages of `page` messages; one of more than `most_pages` is not read whole.
    `clock` gives seconds that only go forward, `sleep` waits for some (a turn).
    """

    def __init__(
        self,
        token: str,
        api_url: str,
        *,
        timeout_s: float = 15,
        page: int = 999,
        most_pages: int = 100,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._posting = web_client(token, api_url, timeout_s)
        reading = web_client(token, api_url, READ_TIMEOUT_S)
        self._history = History(reading, page, most_pages, clock, Turns(clock, sleep))
        joining = web_client(token, api_url, JOIN_TIMEOUT_S)
        self._joining = Joining(joining, Turns(clock, sleep))
        self._letting_in = LettingIn(joining, clock)

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        """Post one Message and give Slack's `ts` of it. A public channel is joined first.

        Raises Refused if it was certainly not posted, Unanswered if it may have been, SlackError
        if no connection to Slack came about.
        """
        if thread_ts is None:
            self._joining.join(channel)
        try:
            return self._post(channel, message, thread_ts)
        except Refused as refused:
            if refused.code != _OUTSIDE or not is_public(channel):
                raise
            self._come_back(channel, refused)
        return self._post(channel, message, thread_ts)

    def _post(self, channel: str, message: Message, thread_ts: str | None = None) -> str:
        answer = called(
            lambda: self._posting.chat_postMessage(
                channel=channel,
                text=message.text,
                blocks=message.blocks or None,
                metadata=message.metadata,
                thread_ts=thread_ts,
                unfurl_links=False,
                unfurl_media=False,
            )
        )
        ts = answer.get("ts")
        if not isinstance(ts, str):
            raise Unanswered("an answer without the message's ts")
        return ts

    def _come_back(self, channel: str, refused: Refused) -> None:
        """Join a channel that somebody put us out of; where that is refused, raise `refused`.

        A rate limit is told as one: nothing was posted, and it is no reason to give up.
        """
        try:
            self._joining.join_again(channel)
        except Refused as why:
            raise (refused if why.retry_after is None else why) from None
        except Unanswered:
            pass  # it may have worked: posting shows

    def let_in(self) -> None:
        """Return if Slack takes our token, else raise Refused; after one, Slack is asked seldom."""
        self._letting_in.ask()

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None = None
    ) -> dict[int, str]:
        """Which Parts of the Plan with this token are in the channel: part number to `ts`.

        A part that is missing is certainly missing. Raises Unreadable where that cannot be said.
        A public channel that we are not in is joined: where anybody may post, no post does it.
        """
        try:
            return self._history.parts(channel, token, since, lead)
        except Unreadable as unreadable:
            if unreadable.reason != _OUTSIDE or not is_public(channel):
                raise
            self._come_back_to_read(channel, unreadable)
        return self._history.parts(channel, token, since, lead)

    def _come_back_to_read(self, channel: str, unreadable: Unreadable) -> None:
        """As `_come_back`, where nothing can be read."""
        try:
            self._come_back(channel, Refused(unreadable.reason))
        except Refused as refused:
            raise Unreadable(refused.code, refused.retry_after) from None
        except SlackError as error:
            raise Unreadable(str(error)) from None

    def tell(self, notice: Notice) -> None:
        """Send a Notice to its subscriber, as a direct message. Raises as `post` does."""
        message = notice_message(notice)
        try:
            self._post(notice.subscriber, message)
        except Refused as refused:
            if remedy(refused) is not Remedy.PLAIN:
                raise
            log.warning("a Notice goes out as text alone: %s (%s)", refused, refused.details)
            self._post(notice.subscriber, replace(message, blocks=()))
