"""The door, knocked at over a real socket: what is let in, and what hostile requests get."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bot.slack.assembly import assemble
from bot.slack.wire.body import MOST_BYTES
from bot.slack.wire.door import Door
from bot.slack.wire.signing import signature
from bot.store.database import connect
from bot.store.store import Store
from tests.slack.knocking import SECRET, ask, command, form, send, serving, signed

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    """A running bot with an empty store."""
    bot = assemble(store, token="xoxb-test", api_url="http://127.0.0.1:9/api/")
    with serving(Door(bot.app, SECRET, store.database.ping)) as base:
        yield base
    bot.close()


def test_a_signed_command_is_answered_to_the_asker_only(url: str) -> None:
    response = send(url, command("help"))
    assert response.status == 200
    assert response.json()["response_type"] == "ephemeral"


def test_health_is_200_while_the_database_answers(url: str) -> None:
    assert ask(f"{url}/healthz", method="GET").status == 200
    assert ask(f"{url}/healthz", method="HEAD").body == ""


def test_health_is_503_without_a_database(store: Store) -> None:
    bot = assemble(store, token="xoxb-test", api_url="http://127.0.0.1:9/api/")
    gone = connect("postgres://nobody@127.0.0.1:9/none")
    with serving(Door(bot.app, SECRET, gone.ping)) as base:
        assert ask(f"{base}/healthz", method="GET").status == 503
    bot.close()


@pytest.mark.parametrize("path", ["/", "/slack", "/slack/events/", "/metrics", "/slack/install"])
def test_everything_else_is_404(url: str, path: str) -> None:
    assert ask(url + path, method="GET").status == 404
    assert ask(url + path, b"x").status == 404


@pytest.mark.parametrize(
    ("path", "method", "allowed"),
    [
        ("/slack/events", "GET", "POST"),
        ("/slack/events", "PUT", "POST"),
        ("/healthz", "POST", "GET, HEAD"),
        ("/healthz", "DELETE", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_405(url: str, path: str, method: str, allowed: str) -> None:
    response = ask(url + path, method=method)
    assert (response.status, response.headers["allow"]) == (405, allowed)


BODY = command("help")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X_Slack_Signature": signed(BODY)["X_Slack_Signature"]},
        {"X_Slack_Request_Timestamp": str(int(time.time()))},
        {**signed(BODY), "X_Slack_Signature": "v0=" + "0" * 64},
        {**signed(BODY), "X_Slack_Signature": "v0=é"},
        {**signed(BODY), "X_Slack_Signature": ""},
        signed(BODY, secret="another secret"),
        signed(b"another body"),
        {**signed(BODY), "X_Slack_Request_Timestamp": "now"},
        {**signed(BODY), "X_Slack_Request_Timestamp": "1e9"},
        {**signed(BODY), "X_Slack_Request_Timestamp": "-1"},
        {**signed(BODY), "X_Slack_Request_Timestamp": "9" * 5000},
        {**signed(BODY), "X_Slack_Request_Timestamp": "²³"},
    ],
)
def test_what_slack_did_not_sign_is_401_and_not_run(
    url: str, store: Store, headers: dict[str, str]
) -> None:
    response = ask(f"{url}/slack/events", BODY, Content_Type=FORM, **headers)
    assert response.status == 401
    assert "not signed" in response.body
    assert store.channels.viewer("C0CHANNEL").team is None  # a run command makes the team known


@pytest.mark.parametrize("seconds", [-86_400, -302, 305, 86_400])
def test_what_was_signed_over_five_minutes_from_now_is_401(url: str, seconds: int) -> None:
    headers = signed(BODY, at=time.time() + seconds)
    assert ask(f"{url}/slack/events", BODY, Content_Type=FORM, **headers).status == 401


@pytest.mark.parametrize("seconds", [-295, 290])
def test_what_was_signed_within_five_minutes_gets_in(url: str, seconds: int) -> None:
    headers = signed(BODY, at=time.time() + seconds)
    assert ask(f"{url}/slack/events", BODY, Content_Type=FORM, **headers).status == 200


def test_a_timestamp_that_is_signed_and_no_number_is_401(url: str) -> None:
    headers = {
        "X_Slack_Request_Timestamp": "soon",
        "X_Slack_Signature": signature(SECRET, "soon", BODY),
    }
    assert ask(f"{url}/slack/events", BODY, Content_Type=FORM, **headers).status == 401


@pytest.mark.parametrize("body", [b"\xff\xfe", b"{", b"payload=[", b"text=%ff"])
def test_an_unsigned_body_is_refused_before_it_is_read(url: str, body: bytes) -> None:
    assert ask(f"{url}/slack/events", body, Content_Type=JSON).status == 401


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (None, 411),
        ("ten", 400),
        ("-1", 400),
        ("1_0", 400),
        ("9" * 30, 413),
        (str(MOST_BYTES + 1), 413),
    ],
)
def test_an_odd_length_or_too_much_is_refused_unread(
    url: str, length: str | None, status: int
) -> None:
    line = "" if length is None else f"Content-Length: {length}\r\n"
    request = f"POST /slack/events HTTP/1.0\r\nContent-Type: {FORM}\r\n{line}\r\n"
    where = urlsplit(url)
    with socket.create_connection((where.hostname, where.port), timeout=10) as connection:
        connection.sendall(request.encode())
        answer = connection.makefile("rb").readline()
    assert int(answer.split()[1]) == status


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"command=/prdigest", "text/plain", 415),
        (b"command=/prdigest", "", 415),
        (b"\xff\xfe=1", FORM, 400),
        (b"command=/prdigest&text=%ff%fe", FORM, 400),
        (b"", FORM, 400),
        (b"text=moe", FORM, 400),
        (b"command=prdigest", FORM, 400),
        (b"&".join([b"a=1"] * 200), FORM, 400),
        (form(command="/prdigest", payload='{"type": "block_actions"}'), FORM, 400),
        (form(payload="{"), FORM, 400),
        (form(payload="[]"), FORM, 400),
        (form(payload='{"type": 7}'), FORM, 400),
        (b"", JSON, 400),
        (b"{", JSON, 400),
        (b"[1]", JSON, 400),
        (b"null", JSON, 400),
        (b'"text"', JSON, 400),
        (b"9" * 5000, JSON, 400),
        (b"{}", JSON, 400),
        (b"[" * 100_000, JSON, 400),
        (b'{"type": "event_callback", "authorizations": 5}', JSON, 400),
        (b'{"type": "event_callback", "event": {"type": "x"}, "team_id": 5}', JSON, 400),
        (b'{"type": "event_callback", "event": {"type": "x"}, "team_id": "\\u0000"}', JSON, 400),
        (b'{"type": "no_such_thing"}', JSON, 404),
        (form(command="/another"), FORM, 404),
    ],
)
def test_a_signed_request_of_an_odd_shape_is_4xx_in_plain_words(
    url: str, body: bytes, kind: str, status: int
) -> None:
    response = send(url, body, kind)
    assert response.status == status
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.body.endswith(".")


def test_the_probe_of_our_certificate_is_answered_empty(url: str) -> None:
    response = ask(f"{url}/slack/events", b"ssl_check=1&token=x", Content_Type=FORM)
    assert (response.status, response.body) == (200, "")


def test_the_challenge_of_slacks_set_up_is_answered(url: str) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "x"}).encode()
    assert send(url, body, JSON).json() == {"challenge": "abc"}


def test_a_command_with_the_letters_payload_in_it_searches(url: str) -> None:
    response = send(url, command("payload size", channel_name="payloads"))
    assert response.status == 200
    assert "digests" in response.json()["text"]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "量" * 10_000,
        "a " * 5_000,
        '"' * 999,
        "moe\x00kimi",
        "'; DROP TABLE entries; --",
        'headline:moe* NEAR(a b) ^c {x}: "',
        "a & b | !c <-> d:* \\",
        "((((((((((",
        "-",
        "OR OR OR",
        "level: repo: since: #",
        "since:99999999999999999999d #99999999999999999999999",
        "\ufffe\U0010ffff\u202e",
    ],
)
def test_a_hostile_query_gets_an_answer_in_words(url: str, text: str) -> None:
    response = send(url, command(text))
    assert response.status == 200
    assert response.json()["response_type"] == "ephemeral"
    assert "the log says why" not in response.json()["text"]


def test_headers_by_which_bolt_runs_parts_of_itself_do_not_pass(url: str) -> None:
    body = command("help")
    headers = {"X_Slack_Bolt_Lazy_Only": "1", "X_Slack_Bolt_Lazy_Function_Name": "turn"}
    response = ask(f"{url}/slack/events", body, Content_Type=FORM, **signed(body), **headers)
    assert response.json()["response_type"] == "ephemeral"


SOCKETS = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SLACKS_NAMES = st.sampled_from(
    [
        "actions",
        "authorizations",
        "channel",
        "command",
        "container",
        "enterprise",
        "event",
        "message",
        "response_url",
        "team",
        "team_id",
        "text",
        "user",
        "view",
        "payload",
    ]
)
TYPES = st.sampled_from(
    [
        "block_actions",
        "block_suggestion",
        "event_callback",
        "message_action",
        "shortcut",
        "url_verification",
        "view_submission",
        "view_closed",
        "workflow_step_edit",
        "?",
    ]
)


@SOCKETS
@given(st.binary(max_size=300), st.sampled_from([FORM, JSON, "text/plain"]))
def test_no_unsigned_bytes_get_in(url: str, body: bytes, kind: str) -> None:
    assume(b"ssl_check=1" not in body)
    assert ask(f"{url}/slack/events", body, Content_Type=kind).status == 401


@SOCKETS
@given(
    st.binary(max_size=300) | st.text(max_size=300).map(lambda text: b"command=/" + text.encode()),
    st.sampled_from([FORM, JSON]),
)
def test_no_signed_bytes_bring_the_bot_down(url: str, body: bytes, kind: str) -> None:
    assert send(url, body, kind).status < 500


@SOCKETS
@given(st.dictionaries(SLACKS_NAMES, ANY_JSON), TYPES, st.booleans())
def test_no_signed_json_brings_the_bot_down(
    url: str, value: dict[str, Any], kind: str, as_form: bool
) -> None:
    text = json.dumps({**value, "type": kind})
    body = form(payload=text) if as_form else text.encode()
    assert send(url, body, FORM if as_form else JSON).status < 500


@SOCKETS
@given(st.text(max_size=300))
def test_every_query_gets_an_answer(url: str, text: str) -> None:
    response = send(url, command(text))
    assert response.status == 200
    assert "the log says why" not in response.json()["text"]
