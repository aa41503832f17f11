"""One call to Slack's Web API, and what is certain after it."""

import logging
import re
from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.request import Request

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.roundups.remedies import LONGEST_WAIT, RATE_LIMITS
from bot.slack.kit.text import one_line
from bot.slack.wire.bounded import send
from bot.slack.wire.deadline import NotConnected

_sdk_log = logging.getLogger("bot.slack.sdk")

_RETRY_AFTER_S = 30.0  # where a rate limit does not say
_MOST_DETAILS = 300  # characters of Slack's further words
_MOST_MESSAGES = 10
# Slack says of these that the call may have worked all the same.
_AMBIGUOUS = frozenset({"fatal_error", "internal_error", "service_unavailable", "request_timeout"})


class _Client(WebClient):
    """slack_sdk's client, whose requests all go through `bot.slack.wire.bounded`."""

    def _perform_urllib_http_request_internal(self, url: str, req: Request) -> dict[str, Any]:
        answer = send(req, self.timeout)
        return {"status": answer.status, "headers": answer.headers, "body": answer.body}


def web_client(token: str | None, api_url: str, timeout_s: float) -> WebClient:
    """A client whose calls end within `timeout_s`, each sent once.

    slack_sdk's own sends a message again when a connection drops.
    """
    return _Client(
        token=token,
        base_url=api_url,
        timeout=timeout_s,  # type: ignore[arg-type]  # fractions of a second too
        retry_handlers=[],
        logger=_silent_log(),
    )


def _silent_log() -> logging.Logger:
    """A logger for clients of slack_sdk: what they log they raise too, and we tell it in words."""
    _sdk_log.setLevel(logging.CRITICAL + 1)
    return _sdk_log


def called(call: Callable[[], SlackResponse]) -> dict[str, Any]:
    """The answer of `call`, known to be `ok`.

    Raises Refused if Slack certainly did not do it, Unanswered if it may have done it all the
    same, SlackError if no connection came about.
    """
    try:
        answer = call().data
    except SlackApiError as error:
        raise _judged(error.response) from None
    except NotConnected as error:
        raise SlackError(f"Slack cannot be reached: {error}") from error
    except (OSError, HTTPException) as error:
        raise Unanswered(str(error) or type(error).__name__) from error
    except (ValueError, AttributeError, TypeError, RecursionError) as error:
        raise Unanswered("an answer that is not Slack's JSON") from error
    if not isinstance(answer, dict):
        raise Unanswered("an answer that is not Slack's JSON")
    return answer


def _judged(answer: SlackResponse) -> Refused | Unanswered:
    data = answer.data if isinstance(answer.data, dict) else {}
    code = str(data.get("error", ""))
    if answer.status_code == 429 or code in RATE_LIMITS:
        return Refused("ratelimited", _retry_after(answer))
    if answer.status_code >= 500 or code in _AMBIGUOUS:
        return Unanswered(code if code in _AMBIGUOUS else f"HTTP {answer.status_code}")
    if not re.fullmatch(r"[a-z0-9_]{1,80}", code):
        return Unanswered("an answer that is not Slack's JSON")
    return Refused(code, details=_details(data))


def _retry_after(answer: SlackResponse) -> float:
    headers = {str(name).lower(): value for name, value in answer.headers.items()}
    given = str(headers.get("retry-after", ""))
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", given):
        return _RETRY_AFTER_S
    return min(float(given), LONGEST_WAIT.total_seconds())


def _details(data: dict[str, Any]) -> str | None:
    """Slack's further words about a refusal, on one line: of blocks, or of the scope it needs."""
    words = [f"{name}: {data[name]}" for name in ("needed", "provided") if data.get(name)]
    told = data.get("response_metadata")
    messages = told.get("messages") if isinstance(told, dict) else None
    if isinstance(messages, list):
        words += [str(each) for each in messages[:_MOST_MESSAGES]]
    return one_line("; ".join(word[:_MOST_DETAILS] for word in words))[:_MOST_DETAILS] or None
