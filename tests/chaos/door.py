"""The way into the deadly Slack: each caller gets what its token says."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import ThreadingHTTPServer
from typing import Any

from tests.chaos.answering import Answering
from tests.chaos.deadly import Deadly
from tests.chaos.doom import Doom, Moment, doom_of
from tests.chaos.faults import Answer, Fault, Takes, answered
from tests.chaos.taken import Arguments, arguments_of

OVER, CALM = "/over", "/calm"
"""GET `/over/1/2` to hear when nobody is being served, and processes 1 and 2 will not be killed any
more; with the other, nothing fails from then on."""

_POLL_S = 0.01


class Door(Answering):
    """Does to each caller what its token says."""

    server: "Server"

    def do_GET(self) -> None:
        pids = map(int, self.path.split("/")[2:])
        self.server.deadly.over(pids, calm=self.path.startswith(CALM))
        self.give(answered("over", 200, {"ok": True}))

    def do_POST(self) -> None:
        if (body := self.body()) is None:
            return
        doom = doom_of(self.authorization)
        dies, fault = self.server.deadly.begin(self.method, doom)
        with suppress(OSError):  # its caller is dead
            if dies:
                self._kill(doom, arguments_of(body))
            else:
                self.give(self._answer(doom, arguments_of(body), fault))

    def _kill(self, doom: Doom, arguments: Arguments) -> None:
        deadly = self.server.deadly
        if doom.moment in {Moment.UNTAKEN, Moment.RECEIVED}:
            deadly.kill(doom)
        if doom.moment is Moment.UNTAKEN:
            return
        answer = self._answer(doom, arguments, None)
        if doom.moment is Moment.TAKEN:
            deadly.kill(doom)
        self.give(answer)
        deadly.kill(doom)

    def _answer(self, doom: Doom, arguments: Arguments, fault: Fault | None) -> Answer:
        if self.method == "chat.postMessage":
            time.sleep(self.server.deadly.thinks_s())
        if fault is None or fault.takes is Takes.AT_ONCE:
            given = self.server.deadly.answer(self.method, arguments, doom)
            answer = answered("as it is", 200, given)
        return fault.answer if fault and fault.answer else answer


class Server(ThreadingHTTPServer):
    """Counts who is served, in the order in which they came."""

    def __init__(self, deadly: Deadly) -> None:
        super().__init__(("127.0.0.1", 0), Door)
        self.deadly = deadly

    def process_request(self, request: Any, client_address: Any) -> None:
        self.deadly.connected(1)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.deadly.connected(-1)


@contextmanager
def serving(deadly: Deadly) -> Iterator[str]:
    """Its API URL, while it runs in a process of its own; forked, so needs a single thread."""
    port_from, port_to = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            server = Server(deadly)
            os.write(port_to, str(server.server_port).encode())
            os.close(port_to)
            server.serve_forever(_POLL_S)
        finally:
            os._exit(os.EX_SOFTWARE)
    os.close(port_to)
    try:
        with os.fdopen(port_from) as port:
            yield f"http://127.0.0.1:{int(port.read())}/api/"
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
