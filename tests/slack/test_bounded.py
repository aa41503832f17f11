"""Requests end in time and in size, whatever the peer does."""

import socket
import threading
import time
from contextlib import ExitStack
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler
from urllib.request import Request

import pytest

from bot.slack.wire.bounded import MOST_BYTES, send
from bot.slack.wire.deadline import NotConnected, connected_to
from tests.slack.misbehaving import Answer, a_slack_that, drips, hangs_up, says

OK = b"HTTP/1.0 200 OK\r\n"
SLOWLY = b"x" * 200  # 4 seconds of it
SHORT_S = 0.3


def a_request(url: str) -> Request:
    return Request(url, b"{}", {"Authorization": "Bearer xoxb-secret"})


def test_an_answer_is_given_whatever_its_status() -> None:
    with a_slack_that(says(503, "busy", Retry_After="7")) as url:
        answer = send(a_request(url), 5)
    assert (answer.status, answer.body, answer.headers["Retry-After"]) == (503, "busy", "7")


@pytest.mark.parametrize(
    "answer",
    [
        drips(b"HTTP/1.0 200 ", SLOWLY, b"\r\n\r\n"),
        drips(OK + b"X-Slow: ", SLOWLY, b"\r\n\r\n"),
        drips(OK + b"Content-Length: 200\r\n\r\n", SLOWLY, b""),
        drips(OK + b"\r\n", SLOWLY, b""),
        drips(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nc8\r\n", SLOWLY, b"\r\n0\r\n\r\n"
        ),
    ],
    ids=["status", "header", "body", "body to its end", "chunk"],
)
def test_an_answer_that_drips_ends_in_time(answer: Answer) -> None:
    with a_slack_that(answer) as url, pytest.raises(TimeoutError):
        send(a_request(url), SHORT_S)


def test_a_handshake_that_does_not_end_sends_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(NotConnected, match="timed out"):
            send(a_request(url), SHORT_S)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "https://127.0.0.1:9/"])
def test_without_a_connection_nothing_was_sent(url: str) -> None:
    with pytest.raises(NotConnected):
        send(a_request(url), 5)


def test_an_address_that_says_nothing_leaves_time_for_the_next() -> None:
    with socket.socket() as silent, socket.create_server(("127.0.0.1", 0)) as open_:
        silent.bind(("127.0.0.1", 0))
        silent.listen(0)
        with ExitStack() as callers:
            for _ in range(3):  # nobody takes them in: further ones get no answer
                caller = callers.enter_context(socket.socket())
                caller.setblocking(False)
                caller.connect_ex(silent.getsockname())
            addresses = [silent.getsockname(), open_.getsockname()]
            with connected_to(addresses, time.monotonic() + SHORT_S) as connection:
                assert connection.getpeername() == open_.getsockname()
            with pytest.raises(TimeoutError):
                connected_to(addresses[:1], time.monotonic() + SHORT_S)


def test_a_host_without_an_address_is_no_host() -> None:
    with pytest.raises(OSError, match="no address"):
        connected_to([], time.monotonic() + SHORT_S)


def test_a_token_is_not_taken_to_another_place() -> None:
    seen = []

    def redirects(handler: BaseHTTPRequestHandler) -> None:
        seen.append(handler.path)
        says(302, "", Location="/elsewhere")(handler)

    with a_slack_that(redirects) as url:
        assert send(a_request(url), 5).status == 302
    assert seen == ["/api/"]


def test_only_http_is_spoken() -> None:
    with pytest.raises(OSError, match="unknown url type"):
        send(Request("file:///etc/hostname", b""), 5)


def test_an_answer_without_end_is_cut_off() -> None:
    gone = threading.Event()

    def floods(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(OK + b"\r\n")
        try:
            while not gone.is_set():
                handler.wfile.write(b"x" * 1_000_000)
        except OSError:
            handler.close_connection = True

    with a_slack_that(floods) as url, pytest.raises(OSError, match=str(MOST_BYTES)):
        send(a_request(url), 30)
    gone.set()


@pytest.mark.parametrize(
    "answer",
    [
        drips(OK + b"Content-Length: 500\r\n\r\n", b"", b"half"),
        drips(OK + b"\r\n", b"", b"\xff"),
        drips(b"SMTP ready\r\n", b"", b""),
        hangs_up,
    ],
    ids=["half", "not UTF-8", "not HTTP", "nothing"],
)
def test_what_is_no_whole_answer_is_an_error(answer: Answer) -> None:
    with (
        a_slack_that(answer) as url,
        pytest.raises((OSError, HTTPException, ValueError)) as raised,
    ):
        send(a_request(url), 5)
    assert not isinstance(raised.value, NotConnected)
