"""Who our token makes us."""

import socket

import pytest

from bot.errors import ConfigError, SlackError
from bot.slack.wire.identity import identify
from tests.slack.misbehaving import a_slack_that, refuses, says


def test_slack_says_whose_token_it_is(slack: str) -> None:
    who = identify("xoxb-test", slack)
    assert who.team_id.startswith("T")


def test_a_refused_token_is_a_matter_of_configuration() -> None:
    refused = pytest.raises(ConfigError, match="SLACK_BOT_TOKEN")
    with a_slack_that(refuses("invalid_auth")) as api_url, refused as raised:
        identify("xoxb-secret", api_url)
    assert "xoxb-secret" not in str(raised.value)


def test_an_answer_that_is_none_is_slacks_trouble() -> None:
    with a_slack_that(says(200, {"ok": True})) as api_url, pytest.raises(SlackError):
        identify("xoxb-test", api_url)


def test_no_connection_is_told() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # bound and not listening: refused at once
        api_url = f"http://127.0.0.1:{bound.getsockname()[1]}/api/"
        with pytest.raises(SlackError, match="cannot be reached"):
            identify("xoxb-test", api_url)
