"""Commands said without Slack."""

from datetime import UTC, datetime

from bot.slack.say import say
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
