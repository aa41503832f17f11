# ruff: noqa: N999
"""How gunicorn runs the web process: threads, an orderly end."""

import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

READ_WITHIN_S = 7  # 5 of them may pass before the first byte; Slack gives up after 3


class Impatient(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Stops reading from whoever takes too long over a request, or stays when it is answered.

    gunicorn waits for headers and bodies for ever, with one thread each (its `timeout` is about
    other things), and up to 2 s with all of them for a peer to close its end.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._until: dict[Any, float] = {}

    def handle(self, conn: Any) -> Any:
        """Serve one request of a connection; false if it was the last."""
        self._until[conn] = time.monotonic() + READ_WITHIN_S
        try:
            stays = super().handle(conn)
        finally:
            del self._until[conn]
        if not stays:
            _stop_reading(conn.sock)
        return stays

    def notify(self) -> None:
        """Tell the master of our life: gunicorn calls this about every second."""
        super().notify()
        for conn, until in list(self._until.items()):
            if until < time.monotonic():
                _stop_reading(conn.sock)


def _stop_reading(connection: socket.socket) -> None:
    with suppress(OSError):  # it is closed already
        connection.shutdown(socket.SHUT_RD)


worker_class = Impatient
# `workers` is gunicorn's own: WEB_CONCURRENCY, else 1. More are safe; each has 150 MB.
threads = 8
timeout = 30
graceful_timeout = 20  # hosts kill after 30 s
keepalive = 75  # a router in front keeps its connections for about a minute
control_socket_disable = True  # nobody steers a web process from inside its host


def worker_exit(server: Any, worker: Any) -> None:
    """Stop the clock, and let answers that are under way go out."""
    if worker.booted:
        worker.wsgi.close()
