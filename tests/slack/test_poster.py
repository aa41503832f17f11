"""Posting and looking up, against the stand-in and an emulator written by others."""

import itertools
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler

import pytest

from bot.core.delivery import METADATA_EVENT
from bot.core.notice import Notice, Trouble
from bot.core.roundup import Message
from bot.core.schedule import Language
from bot.errors import SlackError
from bot.roundups.outside import Refused, Unanswered, Unreadable
from bot.slack.kit.blocks import paragraph, text
from bot.slack.posting.poster import Poster
from bot.slack.rehearsal.standin import Standin
from tests.slack.knocking import CHANNEL
from tests.slack.misbehaving import Answer, a_slack_that, drips, hangs_up, refuses, says

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


def a_notice() -> Notice:
    return Notice(
        id=1,
        trouble=Trouble.OBSTACLE,
        subscriber="U0SUBSCRIBER",
        subscription="weekly",
        channel="C1",
        language=Language.EN,
        timezone="UTC",
        reason="is_archived",
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


class Answers:
    """A Slack that answers each method by a list of its own, the last for good; it notes calls."""

    def __init__(self, **answers: list[Answer]) -> None:
        self._answers = {name.replace("_", "."): each for name, each in answers.items()}
        self.called: list[str] = []

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        method = handler.path.rpartition("/")[2]
        self.called.append(method)
        answers = self._answers.get(method) or [says(200, {"ok": True, "ts": "1.1"})]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        answer(handler)


class Stopwatch:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.seconds = 5.0

    def __call__(self) -> float:
        return self.seconds


POSTED = says(200, {"ok": True, "ts": "1.1"})
JOINED = says(200, {"ok": True})
NOTHING = says(200, {"ok": True, "messages": [], "has_more": False})
MORE = {"ok": True, "messages": [], "has_more": True}


def limits(seconds: str) -> Answer:
    return says(429, {"ok": False, "error": "ratelimited"}, Retry_After=seconds)


def test_a_channel_that_could_not_be_joined_is_tried_again_with_the_next_message() -> None:
    slack = Answers(conversations_join=[refuses("no_permission"), JOINED])
    with a_slack_that(slack) as api_url:
        poster = a_poster(api_url)
        for _ in range(3):
            poster.post("C1", part(1, "t"), None)
    joined_and_posted = ["conversations.join", "chat.postMessage"]
    assert slack.called == [*joined_and_posted, *joined_and_posted, "chat.postMessage"]


def test_while_joining_is_limited_nothing_is_joined_and_posting_goes_on() -> None:
    slack = Answers(conversations_join=[limits("30"), JOINED])
    clock = Stopwatch()
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=clock)
        for channel in ("C1", "C2", "C3"):
            poster.post(channel, part(1, "t"), None)
        clock.seconds += 31
        poster.post("C4", part(1, "t"), None)
    posted = "chat.postMessage"
    assert slack.called == ["conversations.join", *[posted] * 3, "conversations.join", posted]


def test_a_channel_we_were_put_out_of_is_joined_again() -> None:
    slack = Answers(chat_postMessage=[POSTED, refuses("not_in_channel"), POSTED])
    with a_slack_that(slack) as api_url:
        poster = a_poster(api_url)
        assert [poster.post("C1", part(1, "t"), ts) for ts in (None, "1.1")] == ["1.1", "1.1"]
    joined_and_posted = ["conversations.join", "chat.postMessage"]
    assert slack.called == [*joined_and_posted, "chat.postMessage", *joined_and_posted]


def test_a_channel_that_does_not_let_us_join_again_is_not_ours() -> None:
    slack = Answers(
        conversations_join=[refuses("method_not_supported_for_channel_type")],
        chat_postMessage=[refuses("not_in_channel")],
    )
    with a_slack_that(slack) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("C1", part(1, "t"), "1.1")
    assert raised.value.code == "not_in_channel"
    assert slack.called == ["chat.postMessage", "conversations.join"]


def test_a_message_is_tried_no_more_than_twice_where_joining_does_not_help() -> None:
    slack = Answers(chat_postMessage=[refuses("not_in_channel")])
    with a_slack_that(slack) as api_url, pytest.raises(Refused, match="not_in_channel"):
        a_poster(api_url).post("C1", part(1, "t"), "1.1")
    assert slack.called == ["chat.postMessage", "conversations.join", "chat.postMessage"]


def test_a_limit_of_joining_again_is_a_limit_and_no_reason_to_give_up() -> None:
    slack = Answers(conversations_join=[limits("17")], chat_postMessage=[refuses("not_in_channel")])
    with a_slack_that(slack) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("C1", part(1, "t"), "1.1")
    assert (raised.value.code, raised.value.retry_after) == ("ratelimited", 17)


def test_a_private_channel_has_to_invite() -> None:
    slack = Answers(chat_postMessage=[refuses("not_in_channel")])
    with a_slack_that(slack) as api_url, pytest.raises(Refused, match="not_in_channel"):
        a_poster(api_url).post("G1", part(1, "t"), None)
    assert slack.called == ["chat.postMessage"]


def test_eight_threads_may_post_at_once(standin: Standin) -> None:
    poster = a_poster(standin.api_url)
    channels = [f"C{n % 5}" for n in range(40)]
    with ThreadPoolExecutor(8) as threads:
        posted = list(threads.map(lambda id_: poster.post(id_, part(1, "t"), None), channels))
    assert len(set(posted)) == 40
    assert sum(len(kept) for kept in standin.messages.values()) == 40


def test_a_refused_token_is_asked_for_again_after_ten_minutes() -> None:
    slack = Answers(auth_test=[refuses("token_revoked"), JOINED])
    clock = Stopwatch()
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=clock)
        for _ in range(3):
            with pytest.raises(Refused, match="token_revoked"):
                poster.let_in()
            clock.seconds += 299
        assert slack.called == ["auth.test"]
        clock.seconds += 10
        poster.let_in()
        poster.let_in()
    assert slack.called == ["auth.test"] * 3


def test_a_slack_out_of_reach_says_nothing_of_the_token() -> None:
    slack = Answers(auth_test=[says(503, "busy"), JOINED])
    with a_slack_that(slack) as api_url:
        poster = a_poster(api_url)
        with pytest.raises(Unanswered):
            poster.let_in()
        poster.let_in()


def test_a_notice_goes_to_its_subscriber_and_does_not_unfurl(standin: Standin) -> None:
    a_poster(standin.api_url).tell(a_notice())
    (sent,) = standin.calls
    assert (sent.via, sent.arguments["channel"]) == ("chat.postMessage", "U0SUBSCRIBER")
    assert sent.arguments["unfurl_links"] is False
    assert "is archived" in sent.arguments["text"]


def test_a_notice_whose_blocks_are_refused_goes_out_as_text() -> None:
    slack = Answers(chat_postMessage=[refuses("invalid_blocks"), POSTED])
    with a_slack_that(slack) as api_url:
        a_poster(api_url).tell(a_notice())
    assert slack.called == ["chat.postMessage"] * 2


def test_a_notice_to_somebody_gone_is_refused() -> None:
    with a_slack_that(refuses("user_not_found")) as api_url, pytest.raises(Refused):
        a_poster(api_url).tell(a_notice())


def test_a_direct_message_needs_no_joining(standin: Standin) -> None:
    a_poster(standin.api_url).post("D012345", part(1, "aaa8"), None)
    assert [call.via for call in standin.calls] == ["chat.postMessage"]


def test_a_channel_that_does_not_exist_is_a_refusal_with_slacks_code(emulator: str) -> None:
    with pytest.raises(Refused) as raised:
        a_poster(emulator).post("C0NOWHERE", part(1, "aaa9"), None)
    assert raised.value.code == "channel_not_found"


@pytest.mark.parametrize("code", ["not_in_channel", "is_archived", "invalid_blocks"])
def test_an_error_of_slacks_is_a_refusal(code: str) -> None:
    with a_slack_that(refuses(code)) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert (raised.value.code, raised.value.retry_after) == (code, None)


@pytest.mark.parametrize(
    ("further", "details"),
    [
        (
            {"response_metadata": {"messages": ["[ERROR] must be less than 3001", "[ERROR] b\n"]}},
            "[ERROR] must be less than 3001; [ERROR] b",
        ),
        (
            {"needed": "channels:read", "provided": "chat:write,commands"},
            "needed: channels:read; provided: chat:write,commands",
        ),
        ({"response_metadata": {"messages": ["x" * 5000, "y"]}}, "x" * 300),
        ({"response_metadata": {"messages": {"a": 1}}}, None),
        ({"response_metadata": ["a"], "needed": ""}, None),
        ({}, None),
    ],
)
def test_slacks_further_words_come_with_a_refusal(
    further: dict[str, object], details: str | None
) -> None:
    refused = refuses("invalid_blocks", **further)
    with a_slack_that(refused) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert raised.value.details == details


def test_a_dead_token_is_told_by_its_code() -> None:
    with a_slack_that(refuses("token_revoked")) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert raised.value.code == "token_revoked"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("17", 17),
        ("0", 0),
        ("1.5", 1.5),
        ("", 30),
        ("-5", 30),
        ("nan", 30),
        ("soon", 30),
        ("9" * 400, 30),
        ("²", 30),
    ],
)
def test_a_rate_limit_says_how_long_to_wait(header: str, seconds: float) -> None:
    with a_slack_that(limits(header)) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert (raised.value.code, raised.value.retry_after) == ("ratelimited", seconds)


def test_a_rate_limit_may_not_say_how_long_to_wait() -> None:
    with a_slack_that(refuses("ratelimited")) as api_url, pytest.raises(Refused) as raised:
        a_poster(api_url).post("D1", part(1, "t"), None)
    assert (raised.value.code, raised.value.retry_after) == ("ratelimited", 30)


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
        says(200, "[" * 100_000),
        says(200, {"ok": False, "error": ["not_in_channel"]}),
        says(302, "", Location="/api/elsewhere"),
        drips(b"HTTP/1.0 200 OK\r\nContent-Type: a; charset=nope\r\n\r\n", b"", b'"\xff"'),
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


def test_an_answer_that_drips_is_unanswered_in_time() -> None:
    slowly = drips(b"HTTP/1.0 200 OK\r\n\r\n", b" " * 200, b'{"ok": true, "ts": "1.1"}')
    with a_slack_that(slowly) as api_url, pytest.raises(Unanswered, match="timed out"):
        Poster("xoxb-test", api_url, timeout_s=0.2).post("D1", part(1, "t"), None)


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
        says(200, MORE),
        says(200, {"ok": True, "messages": [7], "has_more": False}),
        says(200, {"ok": True, "messages": [{"text": "no ts"}], "has_more": False}),
        says(200, {"ok": True, "messages": [{"ts": "1\0.1"}], "has_more": False}),
        says(200, {**MORE, "response_metadata": ["a"]}),
        says(200, {**MORE, "response_metadata": "a"}),
        says(200, {**MORE, "response_metadata": {"next_cursor": 5}}),
        says(200, {**MORE, "response_metadata": {"next_cursor": ["a"]}}),
        hangs_up,
    ],
)
def test_a_history_that_cannot_be_read_whole_is_unreadable(answer: Answer) -> None:
    with a_slack_that(answer) as api_url, pytest.raises(Unreadable):
        a_poster(api_url).look_up("C1", "t", LONG_AGO)


def test_a_history_without_end_is_unreadable() -> None:
    endless = says(200, {**MORE, "response_metadata": {"next_cursor": "again"}})
    with a_slack_that(endless) as api_url, pytest.raises(Unreadable, match="3 pages"):
        Poster("xoxb-test", api_url, most_pages=3).look_up("C1", "t", LONG_AGO)


def test_a_history_that_is_not_read_in_time_is_unreadable() -> None:
    endless = says(200, {**MORE, "response_metadata": {"next_cursor": "again"}})
    seconds = itertools.count(0, 20)
    with a_slack_that(endless) as api_url, pytest.raises(Unreadable, match="60 seconds"):
        Poster("xoxb-test", api_url, clock=lambda: next(seconds)).look_up("C1", "t", LONG_AGO)


def test_a_history_that_is_limited_says_how_long_to_wait() -> None:
    with a_slack_that(limits("17")) as api_url, pytest.raises(Unreadable) as raised:
        a_poster(api_url).look_up("C1", "t", LONG_AGO)
    assert (raised.value.reason, raised.value.retry_after) == ("ratelimited", 17)


def test_while_reading_is_limited_nothing_is_read() -> None:
    slack = Answers(conversations_history=[limits("17"), NOTHING])
    clock = Stopwatch()
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=clock)
        for waited in (0, 10):
            clock.seconds += waited
            with pytest.raises(Unreadable) as raised:
                poster.look_up("C1", "t", LONG_AGO)
            assert raised.value.retry_after == 17 - waited
        clock.seconds += 8
        assert poster.look_up("C1", "t", LONG_AGO) == {}
    assert slack.called == ["conversations.history"] * 2


def test_many_look_ups_wait_a_little_and_then_say_for_how_long() -> None:
    slack = Answers(conversations_history=[NOTHING])
    slept: list[float] = []
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=Stopwatch(), sleep=slept.append)
        for _ in range(12):  # a burst, and the first two after it
            poster.look_up("C1", "t", LONG_AGO)
        for _ in range(2):
            with pytest.raises(Unreadable) as raised:
                poster.look_up("C1", "t", LONG_AGO)
            assert (raised.value.reason, raised.value.retry_after) == ("ratelimited", 4.5)
    assert slept == [1.5, 3]
    assert slack.called == ["conversations.history"] * 12


def test_a_look_up_that_began_waits_longer_for_its_next_page() -> None:
    more = says(200, {**MORE, "response_metadata": {"next_cursor": "again"}})
    slack = Answers(conversations_history=[*[more] * 12, NOTHING])
    slept: list[float] = []
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=Stopwatch(), sleep=slept.append)
        assert poster.look_up("C1", "t", LONG_AGO) == {}
    assert slept == [1.5, 3, 4.5]


def test_a_public_channel_we_were_put_out_of_is_joined_to_be_read() -> None:
    slack = Answers(conversations_history=[refuses("not_in_channel"), NOTHING])
    with a_slack_that(slack) as api_url:
        assert a_poster(api_url).look_up("C1", "t", LONG_AGO) == {}
    read = "conversations.history"
    assert slack.called == [read, "conversations.join", read]


@pytest.mark.parametrize(
    ("channel", "joining", "called"),
    [
        ("C1", JOINED, ["history", "join", "history"]),
        ("C1", refuses("no_permission"), ["history", "join"]),
        ("G1", JOINED, ["history"]),
    ],
)
def test_a_channel_that_cannot_be_joined_stays_unreadable(
    channel: str, joining: Answer, called: list[str]
) -> None:
    slack = Answers(conversations_history=[refuses("not_in_channel")], conversations_join=[joining])
    with a_slack_that(slack) as api_url, pytest.raises(Unreadable, match="not_in_channel"):
        a_poster(api_url).look_up(channel, "t", LONG_AGO)
    assert slack.called == [f"conversations.{each}" for each in called]


def test_a_limit_of_joining_to_read_says_how_long_to_wait() -> None:
    slack = Answers(
        conversations_history=[refuses("not_in_channel")], conversations_join=[limits("17")]
    )
    with a_slack_that(slack) as api_url, pytest.raises(Unreadable) as raised:
        a_poster(api_url).look_up("C1", "t", LONG_AGO)
    assert (raised.value.reason, raised.value.retry_after) == ("ratelimited", 17)


def test_more_channels_than_slack_lets_us_join_at_once_are_posted_in_all_the_same() -> None:
    slack = Answers()
    with a_slack_that(slack) as api_url:
        poster = Poster("xoxb-test", api_url, clock=Stopwatch())
        for n in range(12):
            poster.post(f"C{n}", part(1, "t"), None)
    assert slack.called.count("conversations.join") == 10
    assert slack.called.count("chat.postMessage") == 12


def test_replies_are_found_when_their_lead_was_deleted(standin: Standin) -> None:
    poster = a_poster(standin.api_url)
    lead = poster.post("C1", part(1, "t"), None)
    reply = poster.post("C1", part(2, "t"), lead)
    del standin.messages["C1"][0]["metadata"]  # which is how Slack leaves its place
    assert poster.look_up("C1", "t", LONG_AGO, lead) == {2: reply}


def test_a_thread_that_slack_does_not_know_leaves_its_replies_unknown() -> None:
    slack = Answers(
        conversations_history=[NOTHING], conversations_replies=[refuses("thread_not_found")]
    )
    with a_slack_that(slack) as api_url, pytest.raises(Unreadable, match="thread_not_found"):
        a_poster(api_url).look_up("C1", "t", LONG_AGO, "1.1")


def test_the_thread_of_a_lead_is_read_once(standin: Standin) -> None:
    poster = a_poster(standin.api_url)
    lead = poster.post("D1", part(1, "t"), None)
    assert poster.look_up("D1", "t", LONG_AGO, lead) == {1: lead}
    assert [call.via for call in standin.calls[1:]] == [
        "conversations.history",
        "conversations.replies",
    ]


@pytest.mark.parametrize("metadata", ["x", ["x"], 5, True, {"event_type": ["x"]}])
def test_metadata_of_any_shape_is_let_be(standin: Standin, metadata: object) -> None:
    standin.messages["C1"] = [{"ts": "1.1", "metadata": metadata}]
    assert a_poster(standin.api_url).look_up("C1", "t", LONG_AGO) == {}


@pytest.mark.parametrize("n", [True, 0, -1, 1.0, "1", 2**80, None, [1]])
def test_a_number_that_no_part_has_is_not_ours(standin: Standin, n: object) -> None:
    payload = {"token": "t", "part": n}
    marked = {"event_type": METADATA_EVENT, "event_payload": payload}
    standin.messages["C1"] = [{"ts": "1.1", "metadata": marked}]
    assert a_poster(standin.api_url).look_up("C1", "t", LONG_AGO) == {}


def test_metadata_of_others_is_not_ours(standin: Standin) -> None:
    standin.messages["C1"] = [
        {"ts": "1.1", "metadata": {"event_type": METADATA_EVENT, "event_payload": [1]}},
        {"ts": "1.2", "metadata": {"event_type": "else", "event_payload": {"token": "t"}}},
        {"ts": "1.3", "metadata": {"event_type": METADATA_EVENT, "event_payload": {"token": "t"}}},
        {"ts": "1.4"},
    ]
    assert a_poster(standin.api_url).look_up("C1", "t", LONG_AGO) == {}
