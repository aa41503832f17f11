"""Slack as a Delivery sees it: where the messages of a Plan are posted, and looked up."""

import logging
from datetime import datetime

from bot.core.notice import Notice
from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.calls import called, web_client
from bot.slack.history import History
from bot.slack.notices import notice_message

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 10
JOIN_TIMEOUT_S = 5


class Poster:
    """Does what `bot.roundups.outside.Slack` asks for.

    A history is read in pages of `page` messages; one of more than `most_pages` is not read whole.
    """

    def __init__(
        self,
        token: str,
        api_url: str,
        *,
        timeout_s: float = 15,
        page: int = 999,
        most_pages: int = 100,
    ) -> None:
        self._posting = web_client(token, api_url, timeout_s)
        reading = web_client(token, api_url, READ_TIMEOUT_S)
        self._history = History(reading, page, most_pages)
        self._joining = web_client(token, api_url, JOIN_TIMEOUT_S)
        self._joined: set[str] = set()

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        """Post one Message and give Slack's `ts` of it.

        Raises Refused if it was certainly not posted, Unanswered if it may have been, SlackError
        if no connection to Slack came about.
        """
        if thread_ts is None:
            self._join(channel)
        answer = called(
            lambda: self._posting.chat_postMessage(
                channel=channel,
                text=message.text,
                blocks=message.blocks,
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

    def _join(self, channel: str) -> None:
        """Become a member of a public channel, so that its history can be read.

        Private channels invite, direct messages need nothing; where it fails, posting may work.
        """
        if channel in self._joined or not channel.startswith("C"):
            return
        try:
            called(lambda: self._joining.conversations_join(channel=channel))
        except (Refused, Unanswered, SlackError) as error:
            log.info("did not join %s: %s", channel, error)
        else:
            self._joined.add(channel)

    def let_in(self) -> None:
        """Return if Slack takes our token, else raise Refused."""
        called(self._joining.auth_test)

    def look_up(self, channel: str, token: str, since: datetime) -> dict[int, str]:
        """Which Parts of the Plan with this token are in the channel: part number to `ts`.

        A part that is missing is certainly missing. Raises Unreadable where that cannot be said.
        """
        return self._history.parts(channel, token, since)

    def tell(self, notice: Notice) -> None:
        """Send a Notice to its subscriber, as a direct message."""
        message = notice_message(notice)
        called(
            lambda: self._posting.chat_postMessage(
                channel=notice.subscriber, text=message.text, blocks=message.blocks
            )
        )
