"""Socket Mode: the same app, over a connection that we open, without a public address."""

import logging
from http.client import HTTPException

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import ConfigError, PrdigestError, SlackError
from bot.slack.wire.calls import web_client

log = logging.getLogger(__name__)

_TIMEOUT_S = 10
_CONCURRENCY = 8  # each may hold a database connection


def connect(app: App, app_token: str, api_url: str) -> SocketModeHandler:
    """A connection that feeds `app` from threads of its own, and opens anew when it drops.

    `close()` it to take no more. Raises ConfigError if Slack refuses the token, SlackError if it is
    out of reach.
    """
    log.addFilter(_is_news)
    handler = SocketModeHandler(
        app,
        app_token,
        logger=log,
        web_client=web_client(None, api_url, _TIMEOUT_S),
        concurrency=_CONCURRENCY,
    )
    try:
        handler.connect()  # type: ignore[no-untyped-call]
    except (SlackClientError, OSError, HTTPException) as error:
        handler.close()  # type: ignore[no-untyped-call]
        raise _told(error) from error
    if not handler.client.is_connected():  # slack_sdk logs why, raises nothing and goes on trying
        handler.close()  # type: ignore[no-untyped-call]
        raise SlackError("Slack's socket cannot be reached; the log says why")
    return handler


def _is_news(record: logging.LogRecord) -> bool:
    """Whether slack_sdk tells it only here: this failure it raises too, and we tell it in words."""
    return not record.getMessage().startswith("Failed to retrieve WSS URL")


def _told(error: Exception) -> PrdigestError:
    if isinstance(error, SlackApiError):
        code = error.response.get("error")
        return ConfigError(f"Slack refuses SLACK_APP_TOKEN ({code}); make a new one and set it")
    return SlackError(f"Slack cannot be reached: {error}")
