"""A channel's history, read whole to find what of a Plan is in it."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from slack_sdk import WebClient
from slack_sdk.web import SlackResponse

from bot.core.delivery import METADATA_EVENT
from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered, Unreadable
from bot.slack.posting.turns import Turns
from bot.slack.wire.calls import called

Call = Callable[[str | None], SlackResponse]
"""A call for the page at a cursor."""


WITHIN_S = 60
"""How long reading may take: whoever reads has a Lease of twice as much."""

_PATIENCE_S = 3  # for the first page, so that many who look up do not all stand waiting
_LONGER_S = 15  # for those after it: what was read so far would have to be read again

_TS = re.compile(r"[0-9]{1,20}\.[0-9]{1,10}")
_MOST_PARTS = 10_000  # a number beyond is none of ours, and may be more than a database takes


class History:
    """Reads pages of `page` messages; more than `most_pages` of them are not read whole.

    `clock` gives seconds that only go forward. Each page is read when `turns` says.
    """

    def __init__(
        self,
        client: WebClient,
        page: int,
        most_pages: int,
        clock: Callable[[], float],
        turns: Turns,
    ) -> None:
        self._client, self._page, self._most_pages = client, page, most_pages
        self._clock, self._turns = clock, turns

    def parts(
        self, channel: str, token: str, since: datetime, lead: str | None = None
    ) -> dict[int, str]:
        """Part number to `ts` of the messages that carry this token, in the channel or a thread.

        Raises Unreadable unless all of the history since `since`, and all of the thread of `lead`
        (its `ts`) and of each part found, was read within WITHIN_S. What carries the token counts
        as ours, whoever posted it: its 128 random bits were in nobody's hands before a message
        with them was, while a bot's id may change when it is installed again, and to take our own
        message for another's would post it twice.
        """
        until = self._clock() + WITHIN_S
        oldest = f"{since.timestamp():.6f}"
        found = _parts(self._messages(channel, oldest, until), token)
        # A lead that was deleted keeps its thread and has no metadata. Where Slack knows the thread
        # no more, it is not said that there never was a reply: then that is not known.
        for ts in dict.fromkeys((*([lead] if lead else []), *found.values())):
            for part, reply_ts in _parts(self._replies(channel, ts, until), token).items():
                found.setdefault(part, reply_ts)
        return found

    def _messages(self, channel: str, oldest: str, until: float) -> Iterator[Any]:
        return self._pages(
            lambda cursor: self._client.conversations_history(
                channel=channel,
                oldest=oldest,
                include_all_metadata=True,
                limit=self._page,
                cursor=cursor,
            ),
            until,
            _PATIENCE_S,
        )

    def _replies(self, channel: str, ts: str, until: float) -> Iterator[Any]:
        return self._pages(
            lambda cursor: self._client.conversations_replies(
                channel=channel, ts=ts, include_all_metadata=True, limit=self._page, cursor=cursor
            ),
            until,
            _LONGER_S,
        )

    def _pages(self, call: Call, until: float, patience_s: float) -> Iterator[Any]:
        """The messages of every page. Raises Unreadable for one that cannot be read, or no end."""
        cursor: str | None = None
        for _ in range(self._most_pages):
            if self._clock() > until:
                raise Unreadable(f"it takes longer than {WITHIN_S} seconds")
            answer = self._read(call, cursor, _LONGER_S if cursor else patience_s)
            messages = answer.get("messages")
            if not isinstance(messages, list) or not all(map(_is_message, messages)):
                raise Unreadable("an answer without messages")
            yield from messages
            if not answer.get("has_more"):
                return
            cursor = _next(answer.get("response_metadata"))
        raise Unreadable(f"more than {self._most_pages} pages")

    def _read(self, call: Call, cursor: str | None, patience_s: float) -> dict[str, Any]:
        try:
            self._turns.take(patience_s)
            return called(lambda: call(cursor))
        except Refused as refused:
            self._turns.note(refused)
            raise Unreadable(refused.code, refused.retry_after) from refused
        except (Unanswered, SlackError) as error:
            raise Unreadable(str(error)) from error


def _is_message(value: object) -> bool:
    ts = value.get("ts") if isinstance(value, dict) else None
    return isinstance(ts, str) and bool(_TS.fullmatch(ts))


def _next(told: object) -> str:
    """The cursor of the next page. Raises Unreadable where it is not given."""
    cursor = told.get("next_cursor") if isinstance(told, dict) else None
    if not (isinstance(cursor, str) and cursor):
        raise Unreadable("there is more, and no way to it was given")
    return cursor


def _parts(messages: Iterator[Any], token: str) -> dict[int, str]:
    """Part number to ts, of the messages that carry our metadata with this token; oldest wins."""
    found: dict[int, str] = {}
    for message in messages:
        part, ts = _part(message.get("metadata"), token), message["ts"]
        if part is not None:
            found[part] = min(ts, found.get(part, ts))
    return found


def _part(metadata: object, token: str) -> int | None:
    """The part number in a message's metadata, None where it is not of this Plan."""
    if not isinstance(metadata, dict) or metadata.get("event_type") != METADATA_EVENT:
        return None
    payload = metadata.get("event_payload")
    if not isinstance(payload, dict) or payload.get("token") != token:
        return None
    part = payload.get("part")
    return part if type(part) is int and 0 < part < _MOST_PARTS else None
