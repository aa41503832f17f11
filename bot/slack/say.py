"""A command said to the real Bolt app, with a stand-in for Slack: every reply, in order."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slack_bolt import BoltRequest

from bot.slack.app import build_app
from bot.slack.standin import Standin
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and by which way: `ack`, `response_url` or an API method's name."""

    via: str
    text: str | None = None
    blocks: tuple[dict[str, Any], ...] = ()
    view: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """The contract's shape; what there is not is left out."""
        shape: dict[str, Any] = {"via": self.via}
        if self.text is not None:
            shape["text"] = self.text
        if self.blocks:
            shape["blocks"] = list(self.blocks)
        if self.view is not None:
            shape["view"] = self.view
        return shape


def say(
    store: Store, line: str, *, channel: str, user: str, now: Callable[[], datetime]
) -> list[Reply]:
    """Every reply to `line` (`/prdigest …`), what follows the acknowledgement included.

    No team is said to speak, so that the database does not learn a made-up one.
    """
    command, _, text = line.strip().partition(" ")
    with Standin() as standin:
        body = {
            "command": command,
            "text": text.strip(),
            "channel_id": channel,
            "user_id": user,
            "response_url": standin.response_url(),
            "trigger_id": "1.2.3",
        }
        return replies(store, body, standin, now)


def replies(
    store: Store, body: dict[str, Any], standin: Standin, now: Callable[[], datetime]
) -> list[Reply]:
    """Every reply to one command or interaction; its response_url leads to `standin`."""
    with ThreadPoolExecutor(max_workers=1) as executor:  # its end waits for the lazy listeners
        app = build_app(store, token=None, api_url=standin.api_url, executor=executor, now=now)
        before = len(standin.calls)
        response = app.dispatch(BoltRequest(mode="socket_mode", body=body))
    answered = response.status == 200 and response.body
    acknowledged = [_reply("ack", json.loads(response.body))] if answered else []
    return acknowledged + [_reply(call.via, call.arguments) for call in standin.calls[before:]]


def _reply(via: str, arguments: dict[str, Any]) -> Reply:
    blocks = arguments.get("blocks") or ()
    return Reply(via, arguments.get("text"), tuple(blocks), arguments.get("view"))
