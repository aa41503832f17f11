"""Answers to a click, posted to the click's own response_url after it was acknowledged."""

import json
import logging
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.request import Request

from bot.core.roundup import Message
from bot.errors import DatabaseError, PrdigestError
from bot.slack.bounded import send
from bot.slack.messages import trouble

log = logging.getLogger(__name__)

TIMEOUT_S = 5

Body = dict[str, Any]


def reply(url: str, message: Message, *, replace: bool) -> None:
    """Show `message` to the person who clicked, in place of what was clicked if `replace`.

    What Slack does not take (the url lives for 30 minutes and five uses) is logged, no more.
    """
    body = {
        "replace_original": replace,
        "text": message.text,
        "blocks": list(message.blocks),
    }
    if not replace:  # what is replaced keeps its readers: one person, or those of a channel
        body["response_type"] = "ephemeral"
    try:
        kind = {"Content-Type": "application/json;charset=utf-8"}
        request = Request(url, json.dumps(body).encode(), kind)  # noqa: S310 (only http is sent)
        answer = send(request, TIMEOUT_S)
    except (OSError, HTTPException, ValueError) as error:
        log.warning("no answer from a response_url: %s", error)
        return
    if answer.status != 200:
        log.warning("a response_url answered %s: %.100s", answer.status, answer.body)


def lazily(act: Callable[[Body], Message | None]) -> Callable[[Body], None]:
    """A lazy listener that replaces what was clicked by the Message that `act` makes of it.

    Bolt tells nobody of a failure in a lazy listener: it is logged and told to the asker here. An
    error that is meant for people is told in its own words.
    """

    def answered(body: Body) -> None:
        url = str(body.get("response_url", ""))
        try:
            message = act(body)
        except Exception as error:  # noqa: BLE001 (_sentence logs it)
            reply(url, trouble(_sentence(error)), replace=False)
            return
        if message is not None:
            reply(url, message, replace=True)

    return answered


def _sentence(error: Exception) -> str:
    """What the asker is told of an error, which is logged as it deserves."""
    if isinstance(error, PrdigestError) and not isinstance(error, DatabaseError):
        log.info("a click was refused: %s", error)
        return str(error)
    log.error("a click could not be answered", exc_info=error)
    return "That did not work, and the log says why. Try again."
