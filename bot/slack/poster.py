"""Posts the messages of a Plan, and looks up which of them are in the channel."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from slack_sdk.web import SlackResponse

from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.outside import METADATA_EVENT, Refused, Unanswered, Unreadable
from bot.slack.calls import called, web_client

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 10
JOIN_TIMEOUT_S = 5


class Poster:
    """Slack as a Delivery sees it (`bot.roundups.outside.Slack`).

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
        self._page, self._most_pages = page, most_pages
        self._posting = web_client(token, api_url, timeout_s)
        self._reading = web_client(token, api_url, READ_TIMEOUT_S)
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
        except Refused as refused:
            log.info("did not join %s: %s", channel, refused.code)
        except (Unanswered, SlackError) as error:
            log.info("did not join %s: %s", channel, error)
            return
        self._joined.add(channel)

    def look_up(self, channel: str, token: str, since: datetime) -> dict[int, str]:
        """Which Parts of the Plan with this token are in the channel: part number to `ts`.

        A part that is missing is certainly missing: all of the history since `since`, and all of
        the thread of each part found there, was read. Raises Unreadable where it was not.
        """
        oldest = f"{since.timestamp():.6f}"
        found = _parts(self._history(channel, oldest), token)
        for ts in list(found.values()):
            for part, reply_ts in _parts(self._replies(channel, ts), token).items():
                found.setdefault(part, reply_ts)
        return found

    def _history(self, channel: str, oldest: str) -> Iterator[Any]:
        return self._pages(
            lambda cursor: self._reading.conversations_history(
                channel=channel,
                oldest=oldest,
                include_all_metadata=True,
                limit=self._page,
                cursor=cursor,
            )
        )

    def _replies(self, channel: str, ts: str) -> Iterator[Any]:
        return self._pages(
            lambda cursor: self._reading.conversations_replies(
                channel=channel, ts=ts, include_all_metadata=True, limit=self._page, cursor=cursor
            )
        )

    def _pages(self, call: Callable[[str | None], SlackResponse]) -> Iterator[Any]:
        """The messages of every page. Raises Unreadable for one that cannot be read, or no end."""
        cursor: str | None = None
        for _ in range(self._most_pages):
            answer = _read(call, cursor)
            messages = answer.get("messages")
            if not isinstance(messages, list):
                raise Unreadable("an answer without messages")
            yield from messages
            if not answer.get("has_more"):
                return
            cursor = (answer.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                raise Unreadable("there is more, and no way to it was given")
        raise Unreadable(f"more than {self._most_pages} pages")


def _read(call: Callable[[str | None], SlackResponse], cursor: str | None) -> dict[str, Any]:
    try:
        return called(lambda: call(cursor))
    except Refused as refused:
        raise Unreadable(refused.code) from refused
    except (Unanswered, SlackError) as error:
        raise Unreadable(str(error)) from error


def _parts(messages: Iterator[Any], token: str) -> dict[int, str]:
    """Part number to ts, of the messages that carry our metadata with this token; oldest wins."""
    found: dict[int, str] = {}
    for message in messages:
        part, ts = _part(message.get("metadata") or {}, token), message["ts"]
        if part is not None:
            found[part] = min(ts, found.get(part, ts))
    return found


def _part(metadata: dict[str, Any], token: str) -> int | None:
    """The part number in a message's metadata, None where it is not of this Plan."""
    payload = metadata.get("event_payload")
    if metadata.get("event_type") != METADATA_EVENT or not isinstance(payload, dict):
        return None
    part = payload.get("part")
    return part if payload.get("token") == token and isinstance(part, int) else None
