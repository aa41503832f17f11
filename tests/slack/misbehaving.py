"""Slacks at the edge that misbehave in one way each."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def a_slack_that(answer: Answer) -> Iterator[str]:
    """A server that answers every call so; gives its API URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            answer(self)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/"
        server.shutdown()


def says(status: int, body: object, **headers: str) -> Answer:
    """Answers with this body, as JSON unless it is a string."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        sent = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(sent)))
        handler.end_headers()
        handler.wfile.write(sent)

    return answer


def refuses(code: str, **further: object) -> Answer:
    return says(200, {"ok": False, "error": code, **further})


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def drips(at_once: bytes, slowly: bytes, end: bytes) -> Answer:
    """Sends its answer so slowly that it takes seconds, and never pauses for long."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        with suppress(OSError):  # the caller has gone
            handler.wfile.write(at_once)
            for byte in slowly:
                handler.wfile.write(bytes([byte]))
                time.sleep(0.02)
            handler.wfile.write(end)
        handler.close_connection = True

    return answer
