"""A proxy before a Slack that lets chosen calls go wrong, and keeps what Slack really took."""

import json
import threading
import urllib.error
import urllib.request
import uuid
from collections import Counter, defaultdict, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import ThreadingHTTPServer
from typing import Self

from tests.chaos.answering import Answering
from tests.chaos.faults import Answer, Fault, Takes, answered
from tests.chaos.taken import Arguments, Taken, arguments_of, taken

_POLL_S = 0.01
_LONGEST_S = 10


@dataclass(frozen=True, slots=True)
class Call:
    """A request that came in: the method, what it is about, and its fault if it met one."""

    method: str
    arguments: Arguments = field(repr=False)
    body: bytes = field(repr=False)
    fault: Fault | None = None

    @property
    def channel(self) -> str:
        return str(self.arguments.get("channel", ""))

    @property
    def step(self) -> str:
        """The method; a reply in a thread is a step of its own."""
        return "reply" if self.arguments.get("thread_ts") else self.method


class Proxy:
    """Use it as a context manager. `slack` is the API URL of the Slack behind it.

    A direct message by a member's id is taken here: the emulator knows none.
    """

    def __init__(self, slack: str) -> None:
        self._slack, self._name = slack, uuid.uuid4().hex
        self._script: dict[tuple[str, str], deque[Fault | None]] = defaultdict(deque)
        self._lock = threading.Lock()
        self._late: list[Call] = []
        self._server: ThreadingHTTPServer | None = None
        self._port = 0
        self.calls: list[Call] = []
        self.taken: list[Taken] = []
        self.told: list[Arguments] = []

    def __enter__(self) -> Self:
        self.come()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/api/"

    def meet(self, step: str, channel: str, *faults: Fault | None) -> None:
        """The next calls of `step` (a method, or `reply`) in this channel meet these in turn."""
        with self._lock:
            self._script[step, channel].extend(faults)

    def calm(self) -> None:
        """Nothing goes wrong from now on."""
        with self._lock:
            self._script.clear()

    def come(self) -> None:
        """Listen, on the same port as ever."""
        if self._server:
            return
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), _handler_of(self))
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=[_POLL_S], daemon=True).start()

    def leave(self) -> None:
        """Listen no more: connections are refused."""
        server, self._server = self._server, None
        if server:
            server.shutdown()
            server.server_close()

    def land(self) -> None:
        """Let Slack take what its callers have given up."""
        with self._lock:
            late, self._late = self._late, []
        for call in late:
            self._forward(call)

    def tries(self, step: str) -> Counter[str]:
        """How often a step was called, by channel."""
        with self._lock:
            return Counter(call.channel for call in self.calls if call.step == step)

    def answer(self, method: str, body: bytes) -> Answer:
        """What a caller gets; Slack takes what it takes before."""
        call = Call(method, arguments_of(body), body)
        with self._lock:
            faults = self._script[call.step, call.channel]
            fault = faults.popleft() if faults else None
            self.calls.append(replace(call, fault=fault))
            if fault and fault.takes is Takes.LATE:
                self._late.append(call)
        if fault is None:
            return self._forward(call)
        given = self._forward(call) if fault.takes is Takes.AT_ONCE else None
        if fault.held:
            fault.held.taken.set()
            fault.held.released.wait(_LONGEST_S)
        if fault.leaves:
            self.leave()
        answer = fault.answer or given
        assert answer
        return answer

    def _forward(self, call: Call) -> Answer:
        if call.method == "chat.postMessage" and call.channel[:1] in "UW":
            with self._lock:
                self.told.append(call.arguments)
            return answered("told", 200, {"ok": True, "channel": "D1", "ts": "1.1"})
        answer = _asked(self._slack + call.method, call, self._token())
        if call.method == "chat.postMessage" and (ts := _ts(answer)):
            with self._lock:
                self.taken.append(taken(call.arguments, ts))
        return answer

    def _token(self) -> str:
        """The emulator takes any, each for 5,000 calls."""
        return f"Bearer xoxb-{self._name}-{len(self.calls) // 1000}"


def _asked(url: str, call: Call, token: str) -> Answer:
    kind = "application/json" if call.body[:1] == b"{" else "application/x-www-form-urlencoded"
    headers = {"Authorization": token, "Content-Type": f"{kind}; charset=utf-8"}
    request = urllib.request.Request(url, call.body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as given:
            return Answer("as it is", given.status, given.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer("as it is", error.code, error.read())


def _ts(answer: Answer) -> str | None:
    read = json.loads(answer.body)
    return str(read["ts"]) if read.get("ok") else None


def _handler_of(proxy: Proxy) -> type[Answering]:
    class Handler(Answering):
        def do_POST(self) -> None:
            body = self.body()
            if body is not None:
                with suppress(OSError):  # a caller that gave up
                    self.give(proxy.answer(self.method, body))

    return Handler
