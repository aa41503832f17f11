"""A person before views of the real app: opens the Home tab, presses in it and in modals."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from slack_bolt import BoltRequest

from bot.slack.rehearsal.standin import Standin
from bot.store.store import Store
from tests.slack.asking import ASKER, TEAM, an_app, known
from tests.slack.limits import breaches_of_view

DIRECT = "D0ASKER"

_EVENTS = count(1)


class Looker:
    """Each step gives the API methods called for it.

    Every view that is shown keeps to Slack's rules; `named` are the channels it may name.
    """

    def __init__(self, store: Store, standin: Standin, *named: str, user: str = ASKER) -> None:
        self._store, self._standin = store, standin
        standin.views.team = TEAM
        self._named, self._user = named, user
        known(store, user)

    @property
    def view(self) -> dict[str, Any]:
        """What is in front: the modal on top, else the Home tab."""
        modals = self._standin.views.modals(self._user)
        return modals[-1] if modals else self._standin.views.homes[self._user]

    def opens_home(self, **event: Any) -> list[str]:
        """The Home tab, as Slack tells it."""
        home = {"type": "app_home_opened", "user": self._user, "channel": DIRECT, "tab": "home"}
        said = {"type": "event_callback", "event_id": f"Ev{next(_EVENTS)}"}
        return self._does({**said, "team_id": TEAM, "event": {**home, **event}})

    def asks_of(self, message: dict[str, Any], channel: str = "C0CHANNEL") -> list[str]:
        """The message shortcut."""
        asked = {"type": "message_action", "callback_id": "pr_verdicts", "message": message}
        return self._does({**asked, "channel": {"id": channel}, **self._who()})

    def presses(self, action_id: str, value: str = "", **fields: Any) -> list[str]:
        """A button of the view, or its input in which `value` was typed."""
        shown = [each for each in self._pressable() if each["action_id"] == action_id]
        pressed = {"type": "button", "action_id": action_id, "block_id": "b"}
        return self._acts({**pressed, "value": value or shown[0]["value"]}, **fields)

    def chooses(self, name: str, n: int = 0, **fields: Any) -> list[str]:
        """An option of the nth menu of the view."""
        menu = [block for block in self.view["blocks"] if "accessory" in block][n]
        options = menu["accessory"]["options"]
        option = next(each for each in options if each["value"].startswith(f"{name}:"))
        chosen = {"type": "overflow", "action_id": "entry_menu", "selected_option": option}
        return self._acts({**chosen, "block_id": menu["block_id"]}, **fields)

    def opens_verdict(self, entry: int, channel: str = "C0CHANNEL") -> list[str]:
        """From the menu of a message in a channel."""
        option = {"value": f"verdict:{entry}"}
        chosen = {"type": "overflow", "action_id": "entry_menu", "selected_option": option}
        url = self._standin.response_url()
        body = {"type": "block_actions", "actions": [chosen], "channel": {"id": channel}}
        return self._does({**body, "response_url": url, **self._who()})

    def closes(self) -> None:
        """The modal on top."""
        self._standin.views.close(self._user)

    def _pressable(self) -> list[dict[str, Any]]:
        rows = [block["elements"] for block in self.view["blocks"] if block["type"] == "actions"]
        return [element for row in rows for element in row]

    def _acts(self, action: dict[str, Any], **fields: Any) -> list[str]:
        body = {"type": "block_actions", "actions": [action], "view": self.view}
        return self._does({**body, **self._who(), **fields})

    def _who(self) -> dict[str, Any]:
        who = {"id": self._user, "team_id": TEAM}
        return {
            "team": {"id": TEAM},
            "user": who,
            "trigger_id": self._standin.trigger_id(self._user),
        }

    def _does(self, body: dict[str, Any]) -> list[str]:
        before = len(self._standin.calls)
        with ThreadPoolExecutor(max_workers=1) as executor:
            app = an_app(self._store, self._standin, executor)
            assert app.dispatch(BoltRequest(mode="socket_mode", body=body)).status == 200
        calls = self._standin.calls[before:]
        for view in (call.arguments["view"] for call in calls if "view" in call.arguments):
            assert breaches_of_view(view, self._named) == []
        return [call.via for call in calls]
