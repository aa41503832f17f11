"""Reads the body of a request, bounded in size and in time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from bot.slack.wire.refusal import Refusal

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

MOST_BYTES = 1_000_000
_DRAINED = 64_000_000  # bytes of a body too big that are read away
_DRAIN_S = 3.0
_PIECE_S = 0.5


def read_body(environ: "WSGIEnvironment", wait_s: float) -> bytes:
    """The whole body; under gunicorn each piece of it must come within `wait_s` (0: be there).

    Raises Refusal: 411 or 400 for an unknown length, 413 over MOST_BYTES, 408 if it does not come.
    """
    length = _length(environ)
    if length is not None and length > MOST_BYTES:
        _drain(environ, min(length, _DRAINED))
        raise _too_big()
    try:
        with _waiting(environ, wait_s):
            # A chunked body has no length: one byte more than allowed tells whether it is too big.
            body: bytes = environ["wsgi.input"].read(MOST_BYTES + 1 if length is None else length)
    except (TimeoutError, BlockingIOError):
        raise _late() from None
    except (OSError, ValueError):
        raise Refusal(400, "The body cannot be read.") from None
    if len(body) > MOST_BYTES:
        raise _too_big()
    if length is not None and len(body) < length:
        raise _late()
    return body


def _length(environ: "WSGIEnvironment") -> int | None:
    """The length that was told; None for a body that says itself where it ends."""
    told = environ.get("CONTENT_LENGTH") or ""
    if not told:
        if not environ.get("wsgi.input_terminated"):
            raise Refusal(411, "Say how long the body is: send Content-Length.")
        return None
    if not (told.isascii() and told.isdigit()):
        raise Refusal(400, "Content-Length is not a number.")
    return int(told[:12])


def _drain(environ: "WSGIEnvironment", length: int) -> None:
    """Read a body away, for as long as it keeps coming: a sender still busy hears no answer."""
    if "gunicorn.socket" not in environ:
        return  # nothing bounds how long a read waits
    until = time.monotonic() + _DRAIN_S
    with suppress(OSError, ValueError), _waiting(environ, _PIECE_S):
        while length > 0 and time.monotonic() < until:
            piece = environ["wsgi.input"].read(min(length, MOST_BYTES))
            if not piece:
                return
            length -= len(piece)


@contextmanager
def _waiting(environ: "WSGIEnvironment", wait_s: float) -> Iterator[None]:
    """Let reads of the connection wait no longer than `wait_s`, where the server shows it."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        yield
        return
    before = connection.gettimeout()
    connection.settimeout(wait_s)
    try:
        yield
    finally:
        connection.settimeout(before)


def _too_big() -> Refusal:
    return Refusal(413, f"The body is over {MOST_BYTES} bytes.")


def _late() -> Refusal:
    return Refusal(408, "The body did not come.")
