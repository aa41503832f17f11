"""Clicks: acknowledged empty, then answered through the click's response_url."""

import logging
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack, App

from bot.core.roundup import Message
from bot.slack.answering import answered
from bot.slack.notices import SETTLE
from bot.slack.paging import NEXT, PREVIOUS, from_value
from bot.slack.reply import Body, lazily
from bot.slack.settling import settled
from bot.store.store import Store

log = logging.getLogger(__name__)


def register(
    app: App, store: Store, now: Callable[[], datetime], shared_now: Callable[[], datetime]
) -> None:
    """Let `app` answer clicks; what is settled is so at `shared_now`.

    On a button Slack ignores the body of the acknowledgement.
    """

    def turn(body: Body) -> Message | None:
        return turned(store, body, now())

    def settle(body: Body) -> Message | None:
        return settled(store, body, shared_now())

    app.action(_any_of(PREVIOUS, NEXT))(ack=_acknowledge, lazy=[lazily(turn)])
    app.action(_any_of(*SETTLE.values()))(ack=_acknowledge, lazy=[lazily(settle)])

    @app.action(re.compile(""))
    def unknown(ack: Ack, action: dict[str, Any]) -> None:
        ack()  # a button of an older version, or one that just opens an address
        log.info("no listener for the action %.100r", action.get("action_id"))


def turned(store: Store, body: Body, now: datetime) -> Message | None:
    """The Page that the pressed button leads to; None if its value is none of ours."""
    page = from_value(body["actions"][0].get("value"))
    if page is None:
        log.warning("a page button came with a value that is not ours")
        return None
    team = body.get("team") or {}
    viewer = store.channels.viewer(body["channel"]["id"], team.get("id"))
    return answered(store, page, viewer=viewer, today=now.date())


def _any_of(*action_ids: str) -> re.Pattern[str]:
    return re.compile(rf"\A({'|'.join(action_ids)})\Z")


def _acknowledge(ack: Ack) -> None:
    ack()
