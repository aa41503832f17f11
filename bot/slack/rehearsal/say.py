"""What somebody types, presses, fills in and submits, told to the real Bolt app: every reply."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slack_bolt import BoltRequest

from bot.errors import QueryError
from bot.slack.app import build_app
from bot.slack.rehearsal.inputs import Input, options_of
from bot.slack.rehearsal.interactions import Sender, Shown
from bot.slack.rehearsal.screen import Screen
from bot.slack.rehearsal.standin import Call, Standin
from bot.slack.rehearsal.standin_views import View
from bot.slack.shortcuts import SHORTCUTS
from bot.store.store import Store

Body = dict[str, Any]

_AT = "1764500000.000000"  # when something was pressed: nobody asks


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and by which way: `ack`, `response_url` or an API method's name.

    `errors` are those of a modal that was not taken, by field. What is shown `to_all` in the
    channel is no whisper.
    """

    via: str
    text: str | None = None
    blocks: tuple[dict[str, Any], ...] = ()
    view: dict[str, Any] | None = None
    errors: dict[str, str] | None = None
    to_all: bool = False

    def as_json(self) -> dict[str, Any]:
        """The contract's shape; what there is not is left out."""
        shape: dict[str, Any] = {"via": self.via}
        if self.text is not None:
            shape["text"] = self.text
        if self.blocks:
            shape["blocks"] = list(self.blocks)
        if self.view is not None:
            shape["view"] = self.view
        if self.errors is not None:
            shape["errors"] = self.errors
        return shape


class Conversation:
    """A person in a channel. Each step gives its Replies in order, those after the
    acknowledgement included; what it needs and is not there is a QueryError that tells what is.

    No team is said to speak, so that the database does not learn a made-up one.
    """

    def __init__(
        self,
        store: Store,
        standin: Standin,
        *,
        channel: str,
        user: str,
        now: Callable[[], datetime],
        admins: frozenset[str] = frozenset(),
    ) -> None:
        self._store, self._now, self._admins = store, now, admins
        self._standin, self._screen = standin, Screen(standin, channel, user)

    def command(self, line: str) -> list[Reply]:
        """`/prdigest …` typed; no Reply if the command is not ours."""
        command, _, text = line.strip().partition(" ")
        return self._send(self._sender().command(command, text.strip()))

    def read(self, text: str, blocks: Sequence[Body]) -> None:
        """A message of ours is there, for everybody in the channel."""
        self._screen.show(text, blocks, is_whisper=False)

    def click(self, name: str, n: int = 1) -> list[Reply]:
        """The `n`th button or option called so: see `Pressable.names` and `Screen.find`."""
        found = self._screen.find(name, n)
        if found is None:
            there = self._screen.pressable()
            which = f"`{name}`" if n == 1 else f"`{name}` number {n}"
            raise QueryError(f"{which} cannot be pressed here; {there}")
        pressed, place = found
        if isinstance(place, Shown):
            return self._send(self._sender().press_in_message(pressed.action(), place), place)
        return self._send(self._sender().press_in_view(pressed.action(), place))

    def fill(self, name: str, typed: str) -> list[Reply]:
        """Write or choose something in the input of a view with this block_id (or action_id)."""
        found = self._screen.input(name)
        if found is None:
            raise QueryError(f"`{name}` cannot be filled in here; {self._screen.fillable()}")
        each, view = found
        held = each.holding(typed, self._options(each, typed, view))
        view = self._screen.fill(view, each.place, held)
        if not each.tells:
            return []
        action = {"block_id": each.block, "action_id": each.place[1], **held, "action_ts": _AT}
        return self._send(self._sender().press_in_view(action, view))

    def submit(self) -> list[Reply]:
        """The modal on top."""
        view = self._screen.top()
        if view is None or "submit" not in view:
            there = self._screen.pressable()
            raise QueryError(f"no modal that can be submitted is open; {there}")
        return self._send(self._sender().submission(view))

    def shortcut(self, text: str) -> list[Reply]:
        """The message shortcut, on a message that says `text`."""
        return self._send(self._sender().shortcut(next(iter(SHORTCUTS)), text))

    def home(self) -> list[Reply]:
        """The Home tab is opened."""
        return self._send(self._sender().home_opened(self._screen.home()))

    def _options(self, each: Input, typed: str, view: View) -> list[Body]:
        """Those to choose from; of some menus the app tells them as one types."""
        if each.element["type"] != "external_select":
            return options_of(each.element)
        answer = self._dispatch(self._sender().suggestion(typed, *each.place, view))
        return list(json.loads(answer).get("options", [])) if answer else []

    def _send(self, body: Body, pressed: Shown | None = None) -> list[Reply]:
        before = len(self._standin.calls)
        answer = json.loads(self._dispatch(body) or "{}")
        acknowledged = _reply("ack", answer)
        calls = [each for each in self._standin.calls[before:] if _shows(each)]
        if body.get("type") == "view_submission":
            self._screen.submitted(answer)
        self._screen.show(acknowledged.text, acknowledged.blocks)
        for call in calls:
            self._screen.see(call, pressed)
        replies = [_reply(call.via, call.arguments) for call in calls]
        return [acknowledged, *replies] if acknowledged != Reply("ack") else replies

    def _dispatch(self, body: Body) -> str:
        with ThreadPoolExecutor(max_workers=1) as executor:  # its end waits for the lazy listeners
            app = build_app(
                self._store,
                token=None,
                api_url=self._standin.api_url,
                executor=executor,
                now=self._now,
                admins=self._admins,
            )
            response = app.dispatch(BoltRequest(mode="socket_mode", body=body))
        return response.body if response.status == 200 else ""

    def _sender(self) -> Sender:
        user, channel = self._screen.user, self._screen.channel
        trigger, url = self._standin.trigger_id(user), self._standin.response_url(channel)
        return Sender(user, channel, trigger, url)


@contextmanager
def conversation(
    store: Store,
    *,
    channel: str,
    user: str,
    now: Callable[[], datetime],
    admins: frozenset[str] = frozenset(),
) -> Iterator[Conversation]:
    """A Conversation with a Slack of its own."""
    with Standin() as standin:
        yield Conversation(store, standin, channel=channel, user=user, now=now, admins=admins)


def say(
    store: Store, line: str, *, channel: str, user: str, now: Callable[[], datetime]
) -> list[Reply]:
    """Every reply to `line` (`/prdigest …`), what follows the acknowledgement included."""
    with conversation(store, channel=channel, user=user, now=now) as talk:
        return talk.command(line)


def _reply(via: str, said: Body) -> Reply:
    blocks = tuple(said.get("blocks") or ())
    to_all = via == "chat.postMessage" or said.get("response_type") == "in_channel"
    return Reply(via, said.get("text"), blocks, said.get("view"), said.get("errors"), to_all)


def _shows(call: Call) -> bool:
    """Whether somebody sees something of a call."""
    return bool({"text", "blocks", "view"} & set(call.arguments))
