"""The manifest."""

import json
import re
from pathlib import Path

from bot.slack.events import LISTENERS
from bot.slack.manifest import manifest


def test_over_http_every_address_leads_to_our_door() -> None:
    made = manifest("https://digest.example.com")
    address = "https://digest.example.com/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == address
    assert made["settings"]["interactivity"]["request_url"] == address
    assert made["settings"]["event_subscriptions"]["request_url"] == address
    assert made["settings"]["socket_mode_enabled"] is False


def test_socket_mode_needs_no_address() -> None:
    made = manifest(None)
    assert "http" not in json.dumps(made)
    assert made["settings"]["socket_mode_enabled"] is True


def test_it_asks_for_just_the_scopes_that_the_readme_gives_reasons_for() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    table = readme.partition("\n### Scopes")[2].partition("\n#")[0]
    explained = re.findall(r"`([a-z:.]+)`", "".join(re.findall(r"(?m)^\|[^|]+\|", table)))
    assert sorted(manifest(None)["oauth_config"]["scopes"]["bot"]) == sorted(explained)


def test_it_asks_for_just_the_events_that_something_listens_for() -> None:
    for made in (manifest(None), manifest("https://digest.example.com")):
        asked = made["settings"]["event_subscriptions"]["bot_events"]
        assert sorted(asked) == sorted(LISTENERS)


def test_it_asks_for_the_scopes_that_its_events_need() -> None:
    kinds = {name.partition("_")[0] for name in LISTENERS}
    scopes = manifest(None)["oauth_config"]["scopes"]["bot"]
    assert {"channel", "group", "member"} <= kinds
    assert {"channels:read", "groups:read"} <= set(scopes)


def test_a_subscriber_can_be_told_of_trouble_by_direct_message() -> None:
    assert manifest(None)["features"]["app_home"]["messages_tab_enabled"] is True


def test_it_keeps_within_slacks_limits() -> None:
    made = manifest(None)
    assert len(made["display_information"]["name"]) <= 35
    assert len(made["display_information"]["description"]) <= 140
