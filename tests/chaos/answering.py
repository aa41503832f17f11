"""What the Slacks of these tests have in common: how an answer, or none, goes over the wire."""

import socket
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.chaos.faults import Answer


class Answering(BaseHTTPRequestHandler):
    """One call a connection."""

    @property
    def method(self) -> str:
        """The method of Slack's that is called."""
        return self.path.removeprefix("/api/")

    @property
    def authorization(self) -> str:
        return self.headers.get("Authorization", "")

    def body(self) -> bytes | None:
        """The whole body; None if its caller died while it wrote."""
        length = int(self.headers.get("Content-Length") or 0)
        read = self.rfile.read(length)
        return read if len(read) == length else None

    def give(self, answer: Answer) -> None:
        """Answer; without a status end the connection. Raises OSError if nobody is there."""
        if answer.status is None:
            time.sleep(answer.stalls_s)
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.retry_after is not None:
            self.send_header("Retry-After", answer.retry_after)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing on standard error."""
