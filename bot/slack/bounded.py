"""HTTP requests of ours: bounded in time and in size, and following no redirect.

urllib alone bounds each wait for a piece of an answer, so that one which drips lasts for hours, and
it takes a token along to wherever it is redirected.
"""

import functools
import io
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any
from urllib.error import URLError
from urllib.request import (
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

MOST_BYTES = 32_000_000
"""Of a body: a page of 999 of the longest messages stays below it."""


class NotConnected(OSError):  # noqa: N818 (named for what happened)
    """No connection came about, so nothing was sent."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request got, whatever its status."""

    status: int
    headers: dict[str, str]
    body: str


def send(request: Request, timeout_s: float) -> Answer:
    """Send a request and read its answer, all of it within `timeout_s`.

    Only the system's own look-up of the host's name is not counted; if it lasts longer, nothing is
    sent. Proxies are those of the environment. Raises NotConnected if nothing was sent, another
    OSError, HTTPException or ValueError if there is no whole answer in UTF-8.
    """
    try:
        with _opener().open(request, timeout=timeout_s) as response:
            body: bytes = response.read(MOST_BYTES + 1)
            if len(body) > MOST_BYTES:
                raise OSError(f"an answer of more than {MOST_BYTES} bytes")
            if response.length:  # bytes that were told and did not come
                raise IncompleteRead(body, response.length)
            return Answer(response.status, dict(response.headers.items()), body.decode())
    except URLError as error:
        raise error.reason if isinstance(error.reason, OSError) else error from None


@functools.cache  # to read the certificates takes 20 ms
def _opener() -> OpenerDirector:
    opener = OpenerDirector()
    for handler in (ProxyHandler(), _Http(), _Https(), UnknownHandler()):
        opener.add_handler(handler)
    return opener


class _Connection(HTTPConnection):
    """Comes to its end within its timeout, counted from its making to the answer's last byte."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._until = time.monotonic() + (self.timeout or 0)
        self._create_connection = partial(_connected, self._until)
        self.response_class = self._response  # type: ignore[assignment]  # it is only called

    def connect(self) -> None:
        with _connecting():
            super().connect()
            self.sock.settimeout(_left(self._until))  # for the handshake of TLS

    def send(self, data: Any) -> None:
        if self.sock is not None:
            self.sock.settimeout(_left(self._until))
        super().send(data)

    def _response(self, sock: socket.socket, *given: Any, **named: Any) -> HTTPResponse:
        return HTTPResponse(_Incoming(sock, self._until), *given, **named)  # type: ignore[arg-type]


class _TlsConnection(HTTPSConnection, _Connection):
    def connect(self) -> None:
        with _connecting():
            super().connect()


class _Http(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_Connection, req)


class _Https(HTTPSHandler):
    def __init__(self) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(context=self._tls)

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_TlsConnection, req, context=self._tls)


class _Incoming(io.RawIOBase):
    """What comes on a socket, until a moment; as much of a socket as HTTPResponse asks for."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock, self._until = sock, until
        self._raw = sock.makefile("rb", buffering=0)

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_left(self._until))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _connected(until: float, address: tuple[str, int], *_: object) -> socket.socket:
    """A connection to the first of a host's addresses that takes one."""
    failure = OSError("the host has no address")
    for found in socket.getaddrinfo(*address, type=socket.SOCK_STREAM):
        try:
            return socket.create_connection((str(found[4][0]), address[1]), _left(until))
        except OSError as error:
            failure = error
    raise failure


@contextmanager
def _connecting() -> Iterator[None]:
    try:
        yield
    except NotConnected:
        raise
    except OSError as error:
        raise NotConnected(str(error)) from error


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left
