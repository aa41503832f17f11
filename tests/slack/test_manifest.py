"""The manifest."""

import json
import re
from pathlib import Path

from bot.slack.events import LISTENERS
from bot.slack.manifest import manifest
from bot.slack.shortcuts import SHORTCUTS


def test_over_http_every_address_leads_to_our_door() -> None:
    made = manifest("https://digest.example.com")
    address = "https://digest.example.com/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == address
    assert made["settings"]["interactivity"] == {
        "is_enabled": True,
        "request_url": address,
        "message_menu_options_url": address,
    }
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


def test_just_what_people_are_asked_for_instead_is_optional() -> None:
    scopes = manifest(None)["oauth_config"]["scopes"]
    assert scopes["bot_optional"] == ["users:read"]
    assert set(scopes["bot_optional"]) <= set(scopes["bot"])


def test_it_asks_for_just_the_shortcuts_that_something_answers() -> None:
    (shortcut,) = manifest(None)["features"]["shortcuts"]
    assert [shortcut["callback_id"]] == list(SHORTCUTS)
    assert shortcut["type"] == "message"
    assert len(shortcut["name"]) <= 24


def test_a_subscriber_can_be_told_of_trouble_by_direct_message() -> None:
    assert manifest(None)["features"]["app_home"] == {
        "home_tab_enabled": True,
        "messages_tab_enabled": True,
        "messages_tab_read_only_enabled": False,  # the command is typed there
    }


def test_it_keeps_within_slacks_limits() -> None:
    made = manifest(None)
    assert len(made["display_information"]["name"]) <= 35
    assert len(made["display_information"]["description"]) <= 140
