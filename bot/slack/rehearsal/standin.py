"""A Slack in this process, on 127.0.0.1: keeps messages, records every call, for demos and tests.

It checks no sizes, scopes or tokens, and answers only the methods that the bot may call.
"""

import json
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any, Self
from urllib.parse import parse_qsl

from bot.slack.rehearsal import standin_messages, standin_views
from bot.slack.rehearsal.standin_messages import BOT_USER, Messages, refusal
from bot.slack.rehearsal.standin_views import STRANGER, NotTaken, Views

Arguments = dict[str, Any]

TEAM = "T0DEMO000"

MOST_USES = 5
"""How often a response_url takes an answer."""

_RESPONSE_URLS = "/response/"
_USED = "used_url"
_POLL_S = 0.02  # how long its end may wait


@dataclass(frozen=True, slots=True)
class Call:
    """One request the stand-in got: `via` is the API method, or `response_url`."""

    via: str
    arguments: Arguments = field(repr=False)


class Standin:
    """Use it as a context manager; `api_url` is what SLACK_API_URL would be.

    `messages` are those in channels, by their id; `people` those whom `users.info` knows: what it
    says of them, by their id.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.views = Views(TEAM)
        self.people: dict[str, Arguments] = {}
        self._in_channels = Messages()
        self.messages = self._in_channels.kept
        self._uses: dict[str, int] = defaultdict(int)
        self._numbers = count(1)
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

    def response_url(self, channel: str = "") -> str:
        """An address that takes answers to one command or click, made in `channel`."""
        return f"{self.url}{_RESPONSE_URLS}{next(self._numbers)}/{channel}"

    def trigger_id(self, user: str = STRANGER) -> str:
        """What lets a modal be opened before a person, once."""
        return self.views.trigger(user)

    def answer(self, path: str, arguments: Arguments) -> Arguments | str:
        """What a POST to `path` gets: JSON of an API method, the bare `ok` of a response_url."""
        via = "response_url" if path.startswith(_RESPONSE_URLS) else path.removeprefix("/api/")
        with self._lock:
            self.calls.append(Call(via, arguments))
            if via == "response_url":
                return self._respond(path, arguments)
            return self._do(via, arguments)

    def _respond(self, path: str, arguments: Arguments) -> str:
        self._uses[path] += 1
        if self._uses[path] > MOST_USES:
            return _USED
        channel = path.rpartition("/")[2]
        if arguments.get("response_type") == "in_channel" and channel:
            self._in_channels.post({**arguments, "channel": channel})
        return "ok"

    def _do(self, method: str, arguments: Arguments) -> Arguments:
        if of_messages := standin_messages.METHODS.get(method):
            return of_messages(self._in_channels, arguments)
        if of_views := standin_views.METHODS.get(method):
            try:
                return {"ok": True, "view": of_views(self.views, arguments)}
            except NotTaken as code:
                return refusal(str(code))
        if method == "users.info":
            return self._person(str(arguments.get("user", "")))
        return self._who() if method == "auth.test" else refusal("unknown_method")

    def _person(self, user: str) -> Arguments:
        if user not in self.people:
            return refusal("user_not_found")
        return {"ok": True, "user": {"id": user, **self.people[user]}}

    def _who(self) -> Arguments:
        who = {"team": "Demo", "team_id": TEAM, "user_id": BOT_USER, "bot_id": "B0PRDIGEST"}
        return {"ok": True, "url": f"{self.url}/", "user": "prdigest", **who}


def _handler_of(standin: Standin) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            answer = standin.answer(self.path, _arguments(body))
            sent = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
            self.send_response(404 if answer == _USED else 200)
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
