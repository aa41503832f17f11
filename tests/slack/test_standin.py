"""The stand-in answers as Slack does, as far as the bot asks."""

from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from bot.slack.standin import Standin
from tests.slack.knocking import CHANNEL

Call = Callable[[WebClient], Any]


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.auth_test(),
        lambda client: client.chat_postMessage(channel=CHANNEL, text="hi"),
        lambda client: client.conversations_history(channel=CHANNEL),
        lambda client: client.conversations_join(channel=CHANNEL),
    ],
)
def test_a_call_gets_what_the_emulator_gives_too(slack: str, call: Call) -> None:
    assert call(WebClient("xoxb-test", base_url=slack))["ok"] is True


def test_what_it_does_not_know_it_refuses(standin: Standin) -> None:
    with pytest.raises(SlackApiError, match="unknown_method"):
        WebClient("xoxb-test", base_url=standin.api_url).users_list()


def test_calls_are_recorded_in_order(standin: Standin) -> None:
    client = WebClient("xoxb-test", base_url=standin.api_url)
    client.chat_postMessage(channel=CHANNEL, text="one")
    WebhookClient(standin.response_url()).send_dict({"text": "two"})
    client.chat_postMessage(channel=CHANNEL, text="three")
    assert [(call.via, call.arguments["text"]) for call in standin.calls] == [
        ("chat.postMessage", "one"),
        ("response_url", "two"),
        ("chat.postMessage", "three"),
    ]


def test_messages_have_their_own_ts_and_replies_stay_in_their_thread(standin: Standin) -> None:
    client = WebClient("xoxb-test", base_url=standin.api_url)
    lead = client.chat_postMessage(channel=CHANNEL, text="lead")["ts"]
    reply = client.chat_postMessage(channel=CHANNEL, text="reply", thread_ts=lead)["ts"]
    history = client.conversations_history(channel=CHANNEL)["messages"]
    replies = client.conversations_replies(channel=CHANNEL, ts=lead)["messages"]
    assert [message["ts"] for message in history] == [lead]
    assert [message["ts"] for message in replies] == [lead, reply]
