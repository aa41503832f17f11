"""The door: everything that comes over HTTP is checked here before anything else sees it.

Order: path, method, size, signature, then encoding and shape. Nothing is run that is not signed,
and nothing waited for that does not look it.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from slack_bolt import App, BoltRequest, BoltResponse

from bot.errors import DatabaseError
from bot.slack.wire import envelope
from bot.slack.wire.body import read_body
from bot.slack.wire.refusal import Refusal
from bot.slack.wire.signing import is_fresh, is_signed

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

log = logging.getLogger(__name__)

EVENTS = "/slack/events"
HEALTH = "/healthz"
_WAIT_S = 3.0  # for a piece of a body; Slack itself gives up after 3

# What Bolt may see of the headers. Its own x-slack-bolt-* would let a stranger run lazy listeners.
_PASSED_ON = {
    "x-slack-retry-num": "HTTP_X_SLACK_RETRY_NUM",
    "x-slack-retry-reason": "HTTP_X_SLACK_RETRY_REASON",
}


class Door:
    """The WSGI app of the web process.

    `healthy` raises DatabaseError while the database cannot be used; `now` gives seconds since
    1970, against which signatures are checked.
    """

    def __init__(
        self,
        app: App,
        signing_secret: str,
        healthy: Callable[[], object],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._app = app
        self._secret = signing_secret
        self._healthy = healthy
        self._now = now

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        try:
            response = self._answer(environ)
        except Refusal as refusal:
            response = _plain(refusal.status, refusal.sentence)
        body: bytes = response.body.encode()
        headers = [(name, value) for name in response.headers for value in response.headers[name]]
        headers.append(("Content-Length", str(len(body))))
        start_response(f"{response.status} {HTTPStatus(response.status).phrase}", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

    def _answer(self, environ: "WSGIEnvironment") -> BoltResponse:
        path, method = environ.get("PATH_INFO", ""), environ["REQUEST_METHOD"]
        if path == EVENTS:
            return self._event(environ) if method == "POST" else _not_allowed("POST")
        if path == HEALTH:
            return self._health() if method in {"GET", "HEAD"} else _not_allowed("GET, HEAD")
        raise Refusal(404, "There is nothing here.")

    def _health(self) -> BoltResponse:
        try:
            self._healthy()
        except DatabaseError as error:
            log.warning("not healthy: %s", error)
            raise Refusal(503, "The database cannot be used.") from None
        return _plain(200, "ok")

    def _event(self, environ: "WSGIEnvironment") -> BoltResponse:
        timestamp = environ.get("HTTP_X_SLACK_REQUEST_TIMESTAMP", "")
        signed = environ.get("HTTP_X_SLACK_SIGNATURE", "")
        promising = bool(signed) and is_fresh(timestamp, self._now())
        try:
            body = read_body(environ, _WAIT_S if promising else 0)
        except Refusal as refusal:
            if promising or refusal.status != HTTPStatus.REQUEST_TIMEOUT:
                raise
            raise _not_signed() from None
        if _is_certificate_probe(body):
            return _plain(200, "")
        if not (promising and is_signed(self._secret, timestamp, signed, body)):
            raise _not_signed()
        return self._dispatch(envelope.read(body, environ.get("CONTENT_TYPE", "")), environ)

    def _dispatch(self, body: dict[str, Any], environ: "WSGIEnvironment") -> BoltResponse:
        headers: dict[str, str | Sequence[str]] = {
            name: environ[key] for name, key in _PASSED_ON.items() if key in environ
        }
        try:
            # The mode in which Bolt takes a dict as it is; it is not about sockets.
            request = BoltRequest(mode="socket_mode", body=body, headers=headers)
            response = self._app.dispatch(request)
        except Exception:  # of Bolt, at fields of another shape; ours end in the app's own handler
            log.exception("a signed request is not of a shape that Slack sends")
            raise Refusal(400, "The request is not of a shape that Slack sends.") from None
        if response.status == HTTPStatus.NOT_FOUND:
            log.warning("nothing answers a request of type %.50r", body.get("type", "command"))
            raise Refusal(404, "Nothing here answers such a request.")
        return response


def _not_signed() -> Refusal:
    return Refusal(401, "The request is not signed by Slack, or too long ago.")


def _is_certificate_probe(body: bytes) -> bool:
    """Slack's check of our certificate, which comes unsigned: the answer is empty."""
    return b"ssl_check=1" in body.split(b"&")


def _not_allowed(methods: str) -> BoltResponse:
    response = _plain(405, f"Use {methods}.")
    response.headers["allow"] = [methods]
    return response


def _plain(status: int, sentence: str) -> BoltResponse:
    response = BoltResponse(status=status, body=sentence)
    response.headers["content-type"] = ["text/plain; charset=utf-8"]
    return response
