"""What the emulator lacks: a front before it that takes response_urls and keeps what was said."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from queue import Queue
from typing import Any
from urllib.parse import parse_qsl

Arguments = dict[str, Any]

TOKEN = "xoxb-test"
_RESPONSE_URLS = "/response/"


@dataclass(frozen=True)
class Said:
    """A call of the app, and what the emulator answered; `via` as in a Reply."""

    via: str
    arguments: Arguments
    answer: Arguments


class Front:
    """Calls of the Web API go on to the emulator, as does what a response_url shows to all."""

    def __init__(self, emulator: str) -> None:
        self._emulator = emulator
        self._said: Queue[Said] = Queue()
        self._numbers = count(1)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def api_url(self) -> str:
        return f"{self.url}/api/"

    def response_url(self, channel: str) -> str:
        return f"{self.url}{_RESPONSE_URLS}{next(self._numbers)}/{channel}"

    def trigger_id(self, user: str) -> str:
        """What the emulator takes for a click of a person it knows."""
        return str(self.call("views.generateTriggerId", {"user_id": user})["trigger_id"])

    def next(self, via: str) -> Said:
        """What the app says next, waited for; it must be said in this way."""
        said = self._said.get(timeout=10)
        assert said.via == via, said
        return said

    def forget(self) -> None:
        """What was said and not looked at."""
        while not self._said.empty():
            self._said.get()

    def take(self, path: str, arguments: Arguments) -> Arguments:
        """What a POST to `path` gets."""
        if path.startswith(_RESPONSE_URLS):
            channel = path.rpartition("/")[2]
            if arguments.get("response_type") == "in_channel":
                self.call("chat.postMessage", {**arguments, "channel": channel})
            self._said.put(Said("response_url", arguments, {}))
            return {}
        method = path.removeprefix("/api/")
        answer = self.call(method, arguments)
        if method != "users.info":  # says nothing to anybody
            self._said.put(Said(method, arguments, answer))
        return answer

    def call(self, method: str, arguments: Arguments) -> Arguments:
        """A call to the emulator, which is not kept."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
        body = json.dumps(arguments).encode()
        request = urllib.request.Request(self._emulator + method, body, headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            told: Arguments = json.loads(answer.read())
            return told

    def serve(self) -> None:
        self._server.serve_forever(0.02)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def fronting(emulator: str) -> Iterator[Front]:
    """A Front that runs."""
    front = Front(emulator)
    thread = threading.Thread(target=front.serve)
    thread.start()
    yield front
    front.close()
    thread.join()


def _handler_of(front: Front) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            told = json.loads(body) if body.startswith("{") else dict(parse_qsl(body))
            sent = json.dumps(front.take(self.path, told)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    return Handler
