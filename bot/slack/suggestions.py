"""Options that Slack asks for while somebody types into a menu."""

from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App

from bot.slack.acts import subscribing
from bot.slack.kit.blocks import Element
from bot.slack.views.subscribe import TIMEZONE

SUGGESTIONS: dict[str, Callable[[str], list[Element]]] = {TIMEZONE: subscribing.zones}
"""The options (100 at most) for what was typed so far, by the menu's action_id."""


def register(app: App) -> None:
    """Let `app` suggest options."""
    for action_id, suggest in SUGGESTIONS.items():
        _listen(app, action_id, suggest)


def _listen(app: App, action_id: str, suggest: Callable[[str], list[Element]]) -> None:
    @app.options(action_id)
    def asked(ack: Ack, payload: dict[str, Any]) -> None:
        ack(options=suggest(str(payload.get("value", ""))[:100]))
