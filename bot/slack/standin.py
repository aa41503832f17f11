"""A Slack in this process, on 127.0.0.1: keeps messages, records every call, for demos and tests.

It checks no sizes, scopes or tokens, and answers only the methods that the bot may call.
"""

import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl

Arguments = dict[str, Any]

TEAM = "T0DEMO000"
BOT_USER = "U0PRDIGEST"

_RESPONSE_URLS = "/response/"
_POLL_S = 0.02  # how long its end may wait


@dataclass(frozen=True, slots=True)
class Call:
    """One request the stand-in got: `via` is the API method, or `response_url`."""

    via: str
    arguments: Arguments = field(repr=False)


class Standin:
    """Use it as a context manager; `api_url` is what SLACK_API_URL would be."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.messages: dict[str, list[Arguments]] = defaultdict(list)
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=[_POLL_S], daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/"

    def response_url(self) -> str:
        """An address that takes answers to a command or a click."""
        return f"{self.url}{_RESPONSE_URLS}1"

    def answer(self, path: str, arguments: Arguments) -> Arguments | str:
        """What a POST to `path` gets: JSON of an API method, the bare `ok` of a response_url."""
        via = "response_url" if path.startswith(_RESPONSE_URLS) else path.removeprefix("/api/")
        with self._lock:
            self.calls.append(Call(via, arguments))
            if via == "response_url":
                return "ok"
            method = _METHODS.get(via)
            return method(self, arguments) if method else _refusal("unknown_method")

    def _post(self, arguments: Arguments) -> Arguments:
        channel = str(arguments.get("channel", ""))
        ts = self._ts()
        kept = ("text", "blocks", "metadata", "thread_ts")
        message = {"type": "message", "user": BOT_USER, "ts": ts}
        message |= {name: arguments[name] for name in kept if name in arguments}
        self.messages[channel].append(message)
        return {"ok": True, "channel": channel, "ts": ts, "message": message}

    def _history(self, arguments: Arguments) -> Arguments:
        kept = self.messages[str(arguments.get("channel", ""))]
        oldest = float(arguments.get("oldest", 0))
        return _all(
            [
                message
                for message in reversed(kept)
                if "thread_ts" not in message and float(message["ts"]) >= oldest
            ]
        )

    def _replies(self, arguments: Arguments) -> Arguments:
        kept, ts = self.messages[str(arguments.get("channel", ""))], arguments.get("ts")
        return _all([each for each in kept if ts in (each["ts"], each.get("thread_ts"))])

    def _join(self, arguments: Arguments) -> Arguments:
        channel = {"id": arguments.get("channel"), "is_channel": True, "is_member": True}
        return {"ok": True, "channel": channel}

    def _who(self, arguments: Arguments) -> Arguments:
        who = {"team": "Demo", "team_id": TEAM, "user_id": BOT_USER, "bot_id": "B0PRDIGEST"}
        return {"ok": True, "url": f"{self.url}/", "user": "prdigest", **who}

    def _ts(self) -> str:
        """A message's id, as Slack makes them: the moment, and a number that makes it unique."""
        return f"{int(time.time())}.{len(self.calls):06d}"


_METHODS: dict[str, Callable[[Standin, Arguments], Arguments]] = {
    "auth.test": Standin._who,
    "chat.postMessage": Standin._post,
    "conversations.history": Standin._history,
    "conversations.join": Standin._join,
    "conversations.replies": Standin._replies,
}


def _all(messages: list[Arguments]) -> Arguments:
    return {"ok": True, "messages": messages, "has_more": False}


def _refusal(code: str) -> Arguments:
    return {"ok": False, "error": code}


def _handler_of(standin: Standin) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            answer = standin.answer(self.path, _arguments(body))
            sent = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing on standard error."""

    return Handler


def _arguments(body: str) -> Arguments:
    if body.startswith("{"):
        read: Arguments = json.loads(body)
        return read
    return dict(parse_qsl(body, keep_blank_values=True))
