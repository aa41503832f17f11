"""Requests as Slack sends them, to a real server on a real socket."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import urlencode
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from bot.slack.wire.signing import signature

SECRET = "0123456789abcdef0123456789abcdef"
CHANNEL = "C000000001"  # the emulator comes with it


@dataclass(frozen=True)
class Response:
    """What an HTTP request got."""

    status: int
    body: str
    headers: dict[str, str]

    def json(self) -> Any:
        return json.loads(self.body)


class _Threaded(ThreadingMixIn, WSGIServer):
    pass


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextmanager
def serving(app: Callable[..., Any]) -> Iterator[str]:
    """A real server on a real socket around a WSGI app; gives its base URL."""
    with make_server("127.0.0.1", 0, app, _Threaded, _Silent) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.02])
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def ask(url: str, body: bytes | None = None, method: str = "POST", **headers: str) -> Response:
    """A request as it is; header names are written with _ for -."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data=body, headers=named, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return Response(answer.status, answer.read().decode(), dict(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Response(error.code, error.read().decode(), dict(error.headers))


def signed(body: bytes, at: float | None = None, secret: str = SECRET) -> dict[str, str]:
    """The headers by which Slack signs `body`."""
    timestamp = str(int(time.time() if at is None else at))
    return {
        "X_Slack_Request_Timestamp": timestamp,
        "X_Slack_Signature": signature(secret, timestamp, body),
    }


def form(**fields: str) -> bytes:
    """The body of a form as Slack encodes it."""
    return urlencode(fields).encode()


def command(text: str = "", **fields: str) -> bytes:
    """The body of `/prdigest text` as Slack sends it."""
    given = {
        "command": "/prdigest",
        "text": text,
        "team_id": "T0TEAM",
        "team_domain": "acme",
        "channel_id": "C0CHANNEL",
        "channel_name": "kernels",
        "user_id": "U0ASKER",
        "response_url": "http://127.0.0.1:9/none",
        "trigger_id": "1.2.3",
    }
    return form(**{**given, **fields})


def send(url: str, body: bytes, kind: str = "application/x-www-form-urlencoded") -> Response:
    """A signed request to the events address."""
    return ask(f"{url}/slack/events", body, Content_Type=kind, **signed(body))
