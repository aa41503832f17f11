"""Requests as Slack sends them when somebody types, presses, fills in or submits."""

import secrets
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]

APP = "A0PRDIGEST"


@dataclass(slots=True)
class Shown:
    """A message before somebody, by its id with Slack; one person alone sees a whisper."""

    ts: str
    text: str
    blocks: list[Body] = field(default_factory=list)
    is_whisper: bool = True


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends from which channel, and what allows an answer: these live for one request.

    No team is told, so that a database that is asked in a rehearsal does not learn a made-up one.
    """

    user: str
    channel: str
    trigger_id: str
    response_url: str

    def command(self, command: str, text: str) -> Body:
        """A slash command."""
        return {
            "command": command,
            "text": text,
            "channel_id": self.channel,
            "user_id": self.user,
            "response_url": self.response_url,
            "trigger_id": self.trigger_id,
            "api_app_id": APP,
        }

    def press_in_message(self, action: Body, shown: Shown) -> Body:
        """A click in a message: the answer goes to a response_url."""
        message = {"type": "message", "ts": shown.ts, "text": shown.text, "blocks": shown.blocks}
        container = {
            "type": "message",
            "message_ts": shown.ts,
            "channel_id": self.channel,
            "is_ephemeral": shown.is_whisper,
        }
        return {
            **self._pressed(action),
            "container": container,
            "channel": {"id": self.channel, "name": "prs"},
            "message": message,
            "state": {"values": {}},
            "response_url": self.response_url,
        }

    def press_in_view(self, action: Body, view: Body) -> Body:
        """A click in a modal or the Home tab: no channel, and no response_url."""
        container = {"type": "view", "view_id": view["id"]}
        return {**self._pressed(action), "container": container, "view": view}

    def submission(self, view: Body) -> Body:
        """A modal that is submitted."""
        return {**self._who("view_submission"), "view": view, "response_urls": []}

    def suggestion(self, typed: str, block: str, action_id: str, view: Body) -> Body:
        """What was typed so far into a menu that asks us for its options."""
        asked = {"value": typed, "block_id": block, "action_id": action_id}
        return {**self._who("block_suggestion"), **asked, "view": view}

    def shortcut(self, callback_id: str, text: str) -> Body:
        """A message shortcut on somebody's message."""
        message = {"type": "message", "user": "U0AUTHOR00", "ts": "1764500000.000001", "text": text}
        return {
            **self._who("message_action"),
            "callback_id": callback_id,
            "channel": {"id": self.channel, "name": "prs"},
            "message": message,
            "message_ts": message["ts"],
            "response_url": self.response_url,
        }

    def home_opened(self, view: Body | None) -> Body:
        """The event of the Home tab; with the `view` that was shown there before."""
        event = {"type": "app_home_opened", "user": self.user, "channel": "D0DIRECT", "tab": "home"}
        told = {"event_id": f"Ev{secrets.token_hex(8).upper()}", "api_app_id": APP}
        seen = {"view": view} if view else {}
        return {"type": "event_callback", **told, "event": {**event, **seen}}

    def _pressed(self, action: Body) -> Body:
        return {**self._who("block_actions"), "actions": [action]}

    def _who(self, kind: str) -> Body:
        who = {"id": self.user, "username": "somebody", "name": "somebody"}
        return {"type": kind, "api_app_id": APP, "user": who, "trigger_id": self.trigger_id}
