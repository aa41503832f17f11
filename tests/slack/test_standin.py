"""The stand-in answers as Slack does, as far as the bot asks."""

from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from bot.slack.rehearsal.standin import Standin
from tests.slack.knocking import CHANNEL

Call = Callable[[WebClient], Any]

PLAIN = {"type": "plain_text", "text": "x"}
BLOCKS = [{"type": "section", "text": PLAIN}]
HOME = {"type": "home", "blocks": BLOCKS}
MODAL = {"type": "modal", "title": PLAIN, "blocks": BLOCKS}


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.auth_test(),
        lambda client: client.chat_postMessage(channel=CHANNEL, text="hi"),
        lambda client: client.conversations_history(channel=CHANNEL),
        lambda client: client.conversations_join(channel=CHANNEL),
        lambda client: client.conversations_info(channel=CHANNEL),
        lambda client: client.views_publish(user_id="U000000001", view=HOME),
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


def test_a_message_is_changed_where_it_stands(standin: Standin) -> None:
    client = WebClient("xoxb-test", base_url=standin.api_url)
    ts = client.chat_postMessage(channel=CHANNEL, text="one")["ts"]
    client.chat_update(channel=CHANNEL, ts=ts, text="two")
    assert [message["text"] for message in standin.messages[CHANNEL]] == ["two"]
    with pytest.raises(SlackApiError, match="message_not_found"):
        client.chat_update(channel=CHANNEL, ts="1.1", text="three")


def test_a_trigger_opens_one_modal_in_its_time(standin: Standin) -> None:
    client = WebClient("xoxb-test", base_url=standin.api_url)
    trigger = standin.trigger_id("U1")
    client.views_open(trigger_id=trigger, view=MODAL)
    with pytest.raises(SlackApiError, match="exchanged_trigger_id"):
        client.views_open(trigger_id=trigger, view=MODAL)
    late = standin.trigger_id("U1")
    standin.views.expire()
    with pytest.raises(SlackApiError, match="expired_trigger_id"):
        client.views_open(trigger_id=late, view=MODAL)


def test_modals_stand_three_high_and_change_by_id_and_hash(standin: Standin) -> None:
    client = WebClient("xoxb-test", base_url=standin.api_url)
    first = client.views_open(trigger_id=standin.trigger_id("U1"), view=MODAL)["view"]
    for _ in range(2):
        client.views_push(trigger_id=standin.trigger_id("U1"), view=MODAL)
    with pytest.raises(SlackApiError, match="push_limit_reached"):
        client.views_push(trigger_id=standin.trigger_id("U1"), view=MODAL)
    client.views_update(view_id=first["id"], hash=first["hash"], view={**MODAL, "callback_id": "x"})
    assert [view.get("callback_id") for view in standin.views.modals("U1")] == ["x", None, None]
    with pytest.raises(SlackApiError, match="hash_conflict"):
        client.views_update(view_id=first["id"], hash=first["hash"], view=MODAL)
    standin.views.close("U1", all_=True)
    with pytest.raises(SlackApiError, match="not_found"):
        client.views_update(view_id=first["id"], view=MODAL)


def test_a_response_url_takes_five_answers_and_posts_what_all_shall_see(standin: Standin) -> None:
    hook = WebhookClient(standin.response_url(CHANNEL))
    said = [hook.send(text=str(n), response_type="in_channel").status_code for n in range(6)]
    assert said == [200] * 5 + [404]
    assert [message["text"] for message in standin.messages[CHANNEL]] == list("01234")


def test_it_knows_the_people_it_was_told_of(standin: Standin) -> None:
    standin.people["U1"] = {"tz": "Asia/Shanghai", "locale": "zh-CN"}
    client = WebClient("xoxb-test", base_url=standin.api_url)
    assert client.users_info(user="U1")["user"]["tz"] == "Asia/Shanghai"
    with pytest.raises(SlackApiError, match="user_not_found"):
        client.users_info(user="U2")
