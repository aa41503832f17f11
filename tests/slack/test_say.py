"""Commands said without Slack."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.errors import QueryError
from bot.slack.rehearsal.say import Conversation, conversation, say
from bot.store.store import Store
from tests.slack.test_app import fill

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_a_search_is_answered_by_the_acknowledgement_alone(store: Store) -> None:
    fill(store, 3)
    (reply,) = say(store, "/prdigest kernel", channel="C1", user="U1", now=lambda: NOW)
    assert reply.via == "ack"
    assert reply.text is not None
    assert reply.text.startswith("3 pull requests for kernel")
    assert set(reply.as_json()) == {"via", "text", "blocks"}


def test_saying_something_teaches_the_database_no_team(store: Store) -> None:
    say(store, "/prdigest help", channel="C1", user="U1", now=lambda: NOW)
    assert store.channels.viewer("C1").team is None


def test_a_command_that_is_not_ours_gets_no_reply(store: Store) -> None:
    assert say(store, "/other thing", channel="C1", user="U1", now=lambda: NOW) == []


@pytest.fixture
def talk(store: Store) -> Iterator[Conversation]:
    fill(store, 7)
    with conversation(store, channel="C1", user="U1", now=lambda: NOW) as talk:
        yield talk


def test_a_click_changes_the_message_it_was_made_in(talk: Conversation) -> None:
    talk.command("/prdigest kernel")
    (turned,) = talk.click("page_next")
    assert turned.via == "response_url"
    assert turned.text is not None
    assert "Kernel number 2" in turned.text
    with pytest.raises(QueryError, match="`share` number 3 cannot be pressed here"):
        talk.click("share", 3)
    (shared,) = talk.click("entry_menu/share", 2)
    assert "acme/engine #1" in str(shared.blocks)
    (back,) = talk.click("page_previous")
    assert "acme/engine #7" in str(back.blocks)


def test_a_modal_is_in_front_until_something_behind_it_is_pressed(talk: Conversation) -> None:
    talk.command("/prdigest kernel")
    opened, shown = talk.click("verdict")
    assert (opened.via, shown.via) == ("views.open", "views.update")
    (kept,) = talk.click("save")
    assert kept.via == "views.update"
    assert [reply.via for reply in talk.click("page_next")] == ["response_url"]
    assert [reply.via for reply in talk.click("save")] == ["response_url"]


def test_what_is_typed_into_the_home_tab_is_sent_at_once(talk: Conversation) -> None:
    (shown,) = talk.home()
    assert shown.via == "views.publish"
    (found,) = talk.fill("home_search", "kernel 3")
    assert "acme/engine #3" in str(found.view)
    assert talk.home()[0].view == found.view


def test_a_message_is_looked_through_by_its_shortcut(talk: Conversation) -> None:
    *_, shown = talk.shortcut("see acme/engine#5")
    assert "acme/engine #5" in str(shown.view)
    with pytest.raises(QueryError, match="no modal that can be submitted is open"):
        talk.submit()
