"""HTTP connections that come to their end within their timeout, however slow the peer."""

import io
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any


class NotConnected(OSError):  # noqa: N818 (named for what happened)
    """No connection came about, so nothing was sent."""


class Connection(HTTPConnection):
    """Its timeout is of all that it does, from its making to the answer's last byte.

    Raises NotConnected before anything was sent, TimeoutError after.
    """

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


class TlsConnection(HTTPSConnection, Connection):
    """The same by TLS."""

    def connect(self) -> None:
        with _connecting():
            super().connect()


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
    found = socket.getaddrinfo(*address, type=socket.SOCK_STREAM)
    return connected_to([(str(each[4][0]), address[1]) for each in found], until)


def connected_to(addresses: Sequence[tuple[str, int]], until: float) -> socket.socket:
    """A connection to the first of these addresses that takes one, before a `monotonic` moment.

    Each has an equal share of the time that is left. Raises OSError if none does.
    """
    failure = OSError("the host has no address")
    for n, address in enumerate(addresses):
        try:
            return socket.create_connection(address, _left(until) / (len(addresses) - n))
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
