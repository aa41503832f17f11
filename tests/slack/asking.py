"""A person in a channel, in front of the real app."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from slack_bolt import App, BoltRequest

from bot.slack.app import build_app
from bot.slack.rehearsal.standin import Standin
from bot.store.store import Store

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
TEAM, CHANNEL, ASKER = "T0TEAM", "C0CHANNEL", "U0ASKER"


class Asker:
    """A person in a channel: types commands and presses buttons."""

    def __init__(self, store: Store, standin: Standin) -> None:
        self._store = store
        self._standin = standin
        self.answer: dict[str, Any] = {}
        known(store, ASKER)

    def types(self, text: Any, **fields: Any) -> dict[str, Any]:
        body = {"command": "/prdigest", "text": text, "team_id": TEAM, "channel_id": CHANNEL}
        body["user_id"] = ASKER
        status, answer = self._dispatch({**body, **fields})
        assert status == 200
        self.answer = json.loads(answer)
        return self.answer

    def presses(self, action_id: str, value: str | None = None, **fields: Any) -> dict[str, Any]:
        """Presses a button of the last answer, and sees what it became."""
        block, pressed = ("b", value) if value else self._button(action_id)
        return self._acts({"action_id": action_id, "value": pressed, "block_id": block}, fields)

    def chooses(self, name: str, n: int = 0, **fields: Any) -> dict[str, Any]:
        """Chooses from the nth menu of the last answer, and sees what comes of it."""
        menus = [block for block in self.answer["blocks"] if "accessory" in block]
        menu = menus[n]["accessory"]
        chosen = next(each for each in menu["options"] if each["value"].startswith(f"{name}:"))
        known_by = {"action_id": menu["action_id"], "block_id": menus[n]["block_id"]}
        return self._acts({"type": "overflow", **known_by, "selected_option": chosen}, fields)

    def _button(self, action_id: str) -> tuple[str, str]:
        """The ids of its block and its value."""
        return next(
            (block.get("block_id", "b"), element["value"])
            for block in self.answer["blocks"]
            if block["type"] == "actions"
            for element in block["elements"]
            if element["action_id"] == action_id
        )

    def _acts(self, action: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
        body = {
            "type": "block_actions",
            "team": {"id": TEAM},
            "user": {"id": ASKER},
            "channel": {"id": CHANNEL},
            "actions": [action],
            "response_url": self._standin.response_url(),
            "trigger_id": "1.2.3",
        }
        before = len(self._standin.calls)
        assert self._dispatch({**body, **fields}) == (200, "")
        replies = self._standin.calls[before:]
        assert [call.via for call in replies] in ([], ["response_url"])
        self.answer = replies[0].arguments if replies else {}
        return self.answer

    def _dispatch(self, body: dict[str, Any]) -> tuple[int, str]:
        with ThreadPoolExecutor(max_workers=1) as executor:  # its end waits for lazy listeners
            app = an_app(self._store, self._standin, executor)
            response = app.dispatch(BoltRequest(mode="socket_mode", body=body))
            return response.status, response.body


def known(store: Store, user: str) -> None:
    """Nobody asks Slack about a person any more, who says nothing of themselves."""
    if store.people.find(user) is None:
        store.people.learn(user, None, None, NOW)


def an_app(store: Store, standin: Standin, executor: ThreadPoolExecutor) -> App:
    return build_app(
        store,
        token="xoxb-test",
        api_url=standin.api_url,
        executor=executor,
        now=lambda: NOW,
    )
