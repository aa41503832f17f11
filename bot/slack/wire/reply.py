"""Answers by a response_url: to who asked, in place of what they pressed, or to the channel."""

import json
import logging
from enum import Enum
from http.client import HTTPException, InvalidURL
from typing import Any
from urllib.request import Request

from bot.core.roundup import Message
from bot.slack.outcomes import Arrived
from bot.slack.wire.bounded import send
from bot.slack.wire.deadline import NotConnected

log = logging.getLogger(__name__)

TIMEOUT_S = 5


class How(Enum):
    """To whom an answer is shown."""

    REPLACING = "replacing"  # what is replaced keeps its readers: one person, or a channel's
    ALONE = "ephemeral"
    TO_ALL = "in_channel"


def _shown(how: How) -> dict[str, Any]:
    """The same in Slack's fields."""
    if how is How.REPLACING:
        return {"replace_original": True}
    return {"replace_original": False, "response_type": how.value}


def reply(url: str, message: Message, how: How) -> Arrived:
    """Show `message`. What Slack does not take is logged, no more.

    A response_url lives for 30 minutes and five uses.
    """
    if not url:
        return Arrived.NO
    body: dict[str, Any] = {
        **_shown(how),
        "text": message.text,
        "blocks": list(message.blocks),
        "unfurl_links": False,
        "unfurl_media": False,
    }
    try:
        kind = {"Content-Type": "application/json;charset=utf-8"}
        request = Request(url, json.dumps(body).encode(), kind)  # noqa: S310 (only http is sent)
        answer = send(request, TIMEOUT_S)
    except NotConnected as error:
        log.warning("a response_url cannot be reached: %s", error)
        return Arrived.NO
    except (OSError, HTTPException, ValueError) as error:
        log.warning("no answer from a response_url: %s", _why(error))
        return Arrived.UNKNOWN
    if answer.status == 200:
        return Arrived.YES
    log.warning("a response_url answered %s: %.100s", answer.status, answer.body)
    return Arrived.UNKNOWN if answer.status >= 500 else Arrived.NO


def _why(error: Exception) -> str:
    """What went wrong, without the address: whoever has that can speak in our place."""
    is_address = isinstance(error, InvalidURL) or type(error) is ValueError
    return "it is no address of the web" if is_address else str(error)
