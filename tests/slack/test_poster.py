"""Posting and looking up, against the stand-in and an emulator written by others."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from bot.core.delivery import METADATA_EVENT
from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered, Unreadable
from bot.slack.blocks import paragraph, text
from bot.slack.poster import Poster
from bot.slack.standin import Standin
from tests.slack.knocking import CHANNEL

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def part(n: int, token: str, words: str = "three must-reads") -> Message:
    return Message(
        text=words,
        blocks=(paragraph(text(words)),),
        thread=n > 1,
        metadata={
            "event_type": METADATA_EVENT,
            "event_payload": {"delivery": 7, "part": n, "token": token},
        },
    )


def a_poster(api_url: str) -> Poster:
    return Poster("xoxb-test", api_url)


def test_a_posted_message_is_found_again_by_its_token(slack: str) -> None:
    poster = a_poster(slack)
    ts = poster.post(CHANNEL, part(1, "aaa1"), None)
    poster.post(CHANNEL, part(1, "bbb1"), None)
    assert poster.look_up(CHANNEL, "aaa1", LONG_AGO) == {1: ts}


def test_thread_replies_are_found_under_their_lead(slack: str) -> None:
    poster = a_poster(slack)
    lead = poster.post(CHANNEL, part(1, "aaa2"), None)
    reply = poster.post(CHANNEL, part(2, "aaa2"), lead)
    assert poster.look_up(CHANNEL, "aaa2", LONG_AGO) == {1: lead, 2: reply}


def test_what_was_never_posted_is_absent(slack: str) -> None:
    assert a_poster(slack).look_up(CHANNEL, "aaa3", LONG_AGO) == {}


def test_a_message_of_before_the_moment_asked_for_is_not_found(
    standin: Standin,
) -> None:
    poster = a_poster(standin.api_url)
    poster.post(CHANNEL, part(1, "aaa4"), None)
    later = datetime.now(UTC) + timedelta(hours=1)
    assert poster.look_up(CHANNEL, "aaa4", later) == {}


def test_every_page_of_the_history_is_read(emulator: str) -> None:
    poster = Poster("xoxb-test", emulator, page=2)
    ts = poster.post(CHANNEL, part(1, "aaa5"), None)
    for _ in range(5):
        poster.post(CHANNEL, part(1, "other"), None)
    assert poster.look_up(CHANNEL, "aaa5", LONG_AGO) == {1: ts}


def test_a_message_does_not_unfurl_and_carries_text_blocks_and_metadata(standin: Standin) -> None:
    a_poster(standin.api_url).post(CHANNEL, part(1, "aaa6"), None)
    sent = standin.calls[-1]
    assert sent.via == "chat.postMessage"
    assert sent.arguments["unfurl_links"] is False
    assert sent.arguments["unfurl_media"] is False
    assert sent.arguments["text"] == "three must-reads"
    assert sent.arguments["blocks"][0]["type"] == "rich_text"
    assert sent.arguments["metadata"]["event_payload"]["token"] == "aaa6"


def test_a_public_channel_is_joined_once_before_the_first_message(standin: Standin) -> None:
    poster = a_poster(standin.api_url)
    poster.post(CHANNEL, part(1, "aaa7"), None)
    poster.post(CHANNEL, part(1, "aaa7"), None)
    assert [call.via for call in standin.calls] == [
        "conversations.join",
        "chat.postMessage",
        "chat.postMessage",
    ]


def test_a_channel_that_could_not_be_joined_is_tried_again_with_the_next_message() -> None:
    called = []

    def limits_joining(handler: BaseHTTPRequestHandler) -> None:
        called.append(handler.path.rpartition("/")[2])
        joining, first = called[-1] == "conversations.join", len(called) == 1
        answer = refuses("ratelimited") if joining and first else says(200, {"ok": True, "ts": "1"})
        answer(handler)

    with a_slack_that(limits_joining) as api_url:
        poster = a_poster(api_url)
        for _ in range(3):
            poster.post("C1", part(1, "t"), None)
    joined_and_posted = ["conversations.join", "chat.postMessage"]
    assert called == [*joined_and_posted, *joined_and_posted, "chat.postMessage"]


def test_a_direct_message_needs_no_joining(standin: Standin) -> None:
    a_poster(standin.api_url).post("D012345", part(1, "aaa8"), None)
    assert [call.via for call in standin.calls] == ["chat.postMessage"]


def test_a_channel_that_does_not_exist_is_a_refusal_with_slacks_code(emulator: str) -> None:
    with pytest.raises(Refused) as raised:
        a_poster(emulator).post("C0NOWHERE", part(1, "aaa9"), None)
    assert raised.value.code == "channel_not_found"


Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def a_slack_that(answer: Answer) -> Iterator[str]:
    """A server at the edge that misbehaves in one way."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            answer(self)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/"
        server.shutdown()


def says(status: int, body: object, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        sent = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(sent)))
        handler.end_headers()
        handler.wfile.write(sent)

    return answer


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def refuses(code: str) -> Answer:
    return says(200, {"ok": False, "error": code})


@pytest.mark.parametrize("code", ["not_in_channel", "is_archived", "invalid_blocks"])
def test_an_error_of_slacks_is_a_refusal(code: str) -> None:
    with a_slack_that(refuses(code)) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert (raised.value.code, raised.value.retry_after) == (code, None)


def test_a_dead_token_is_told_by_its_code() -> None:
    with a_slack_that(refuses("token_revoked")) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert raised.value.code == "token_revoked"


def test_a_rate_limit_says_how_long_to_wait() -> None:
    limited = says(429, {"ok": False, "error": "ratelimited"}, Retry_After="17")
    with a_slack_that(limited) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert (raised.value.code, raised.value.retry_after) == ("ratelimited", 17)


@pytest.mark.parametrize(
    "answer",
    [
        refuses("fatal_error"),
        refuses("internal_error"),
        refuses("service_unavailable"),
        refuses("request_timeout"),
        says(503, "no healthy upstream"),
        says(500, {"ok": False, "error": "not_in_channel"}),
        says(200, "<html>a captive portal</html>"),
        says(200, ""),
        says(200, [1, 2]),
        says(200, "nul"),
        says(200, {"ok": True}),
        hangs_up,
    ],
)
def test_no_answer_that_can_be_trusted_is_unanswered(answer: Answer) -> None:
    with a_slack_that(answer) as api_url, pytest.raises(Unanswered):
        a_poster(api_url).post("D1", part(1, "t"), None)


def test_a_dropped_connection_is_not_tried_again() -> None:
    seen = []

    def drop(handler: BaseHTTPRequestHandler) -> None:
        seen.append(handler.path)
        hangs_up(handler)

    with a_slack_that(drop) as api_url, pytest.raises(Unanswered):
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert seen == ["/api/chat.postMessage"]


def test_a_slow_answer_is_unanswered() -> None:
    given_up = threading.Event()

    def wait(handler: BaseHTTPRequestHandler) -> None:
        given_up.wait(5)

    with a_slack_that(wait) as api_url:
        with pytest.raises(Unanswered):
            Poster("xoxb-test", api_url, timeout_s=0.2).post("D1", part(1, "t"), None)
        given_up.set()


def test_without_a_connection_nothing_was_posted(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # bound and not listening: refused at once
        api_url = f"http://127.0.0.1:{bound.getsockname()[1]}/api/"
        with pytest.raises(SlackError, match="cannot be reached"):
            a_poster(api_url).post("D1", part(1, "t"), None)
    assert caplog.records == []  # slack_sdk's own words would stand beside ours


@pytest.mark.parametrize(
    "answer",
    [
        refuses("not_in_channel"),
        refuses("missing_scope"),
        says(429, {"ok": False, "error": "ratelimited"}, Retry_After="17"),
        says(502, "bad gateway"),
        says(200, {"ok": True}),
        says(200, {"ok": True, "messages": [], "has_more": True}),
        says(200, {"ok": True, "messages": [7], "has_more": False}),
        says(200, {"ok": True, "messages": [{"text": "no ts"}], "has_more": False}),
        hangs_up,
    ],
)
def test_a_history_that_cannot_be_read_whole_is_unreadable(answer: Answer) -> None:
    with a_slack_that(answer) as api_url, pytest.raises(Unreadable):
        a_poster(api_url).look_up("C1", "t", LONG_AGO)


def test_a_history_without_end_is_unreadable() -> None:
    more = {"ok": True, "messages": [], "has_more": True}
    endless = says(200, {**more, "response_metadata": {"next_cursor": "again"}})
    with a_slack_that(endless) as api_url, pytest.raises(Unreadable, match="3 pages"):
        Poster("xoxb-test", api_url, most_pages=3).look_up("C1", "t", LONG_AGO)


def test_metadata_of_others_is_not_ours(standin: Standin) -> None:
    standin.messages["C1"] = [
        {"ts": "1.1", "metadata": {"event_type": METADATA_EVENT, "event_payload": [1]}},
        {"ts": "1.2", "metadata": {"event_type": "else", "event_payload": {"token": "t"}}},
        {"ts": "1.3", "metadata": {"event_type": METADATA_EVENT, "event_payload": {"token": "t"}}},
        {"ts": "1.4"},
    ]
    assert a_poster(standin.api_url).look_up("C1", "t", LONG_AGO) == {}
