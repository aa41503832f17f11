"""Options that Slack asks for while somebody types into a menu."""

from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App

from bot.slack.acts import subscribing
from bot.slack.kit.blocks import Element
from bot.slack.pressed import any_of
from bot.slack.views.subscribe import TIMEZONE

SUGGESTIONS: dict[str, Callable[[str], list[Element]]] = {TIMEZONE: subscribing.zones}
"""The options (100 at most) for what was typed so far, by the menu's action_id."""


def register(app: App) -> None:
    """Let `app` suggest options."""

    @app.options(any_of(SUGGESTIONS))
    def asked(ack: Ack, payload: dict[str, Any]) -> None:
        suggest = SUGGESTIONS[payload["action_id"]]
        ack(options=suggest(str(payload.get("value", ""))[:100]))
