"""What stands in the stand-in's channels: messages, with what Slack's methods say of them."""

import time
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import Any

Arguments = dict[str, Any]

BOT_USER = "U0PRDIGEST"

_SAID = ("text", "blocks", "metadata", "thread_ts")


class Messages:
    """Messages by channel, the oldest first, in `kept`."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Arguments]] = defaultdict(list)
        self._numbers = count(1)

    def post(self, arguments: Arguments) -> Arguments:
        channel, ts = str(arguments.get("channel", "")), self.ts()
        message = {"type": "message", "user": BOT_USER, "ts": ts, **_said(arguments)}
        self.kept[channel].append(message)
        return {"ok": True, "channel": channel, "ts": ts, "message": message}

    def update(self, arguments: Arguments) -> Arguments:
        for message in self._in(arguments):
            if message["ts"] == arguments.get("ts"):
                message |= _said(arguments)
                return {"ok": True, "channel": arguments["channel"], "ts": message["ts"]}
        return refusal("message_not_found")

    def whisper(self, arguments: Arguments) -> Arguments:
        """Shown to one person, and kept nowhere."""
        return {"ok": True, "message_ts": self.ts()}

    def history(self, arguments: Arguments) -> Arguments:
        oldest = float(arguments.get("oldest", 0))
        return _all(
            [
                message
                for message in reversed(self._in(arguments))
                if "thread_ts" not in message and float(message["ts"]) >= oldest
            ]
        )

    def replies(self, arguments: Arguments) -> Arguments:
        kept, ts = self._in(arguments), arguments.get("ts")
        return _all([each for each in kept if ts in (each["ts"], each.get("thread_ts"))])

    def join(self, arguments: Arguments) -> Arguments:
        channel = {"id": arguments.get("channel"), "is_channel": True, "is_member": True}
        return {"ok": True, "channel": channel}

    def info(self, arguments: Arguments) -> Arguments:
        facts = {"name": "prs", "is_channel": True, "is_member": True, "is_archived": False}
        return {"ok": True, "channel": {"id": arguments.get("channel"), **facts}}

    def ts(self) -> str:
        """A message's id, as Slack makes them: the moment, and a number that makes it unique."""
        return f"{int(time.time())}.{next(self._numbers):06d}"

    def _in(self, arguments: Arguments) -> list[Arguments]:
        return self.kept[str(arguments.get("channel", ""))]


METHODS: dict[str, Callable[[Messages, Arguments], Arguments]] = {
    "chat.postEphemeral": Messages.whisper,
    "chat.postMessage": Messages.post,
    "chat.update": Messages.update,
    "conversations.history": Messages.history,
    "conversations.info": Messages.info,
    "conversations.join": Messages.join,
    "conversations.replies": Messages.replies,
}


def refusal(code: str) -> Arguments:
    """Slack's answer to what it does not do."""
    return {"ok": False, "error": code}


def _said(arguments: Arguments) -> Arguments:
    return {name: arguments[name] for name in _SAID if name in arguments}


def _all(messages: list[Arguments]) -> Arguments:
    return {"ok": True, "messages": messages, "has_more": False}
