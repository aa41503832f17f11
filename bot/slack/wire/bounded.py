"""HTTP requests of ours: bounded in time and in size, and following no redirect.

urllib alone bounds each wait for a piece of an answer, so that one which drips lasts for hours, and
it takes a token along to wherever it is redirected.
"""

import functools
import ssl
from dataclasses import dataclass
from http.client import HTTPResponse, IncompleteRead
from urllib.error import URLError
from urllib.request import (
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from bot.slack.wire.deadline import Connection, TlsConnection

MOST_BYTES = 32_000_000
"""Of a body; a page of 999 messages of 30 kB each still fits."""


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


class _Http(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(Connection, req)


class _Https(HTTPSHandler):
    def __init__(self) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(context=self._tls)

    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(TlsConnection, req, context=self._tls)
