"""The manifest."""

import json

from bot.slack.manifest import SCOPES, manifest


def test_over_http_every_address_leads_to_our_door() -> None:
    made = manifest("https://digest.example.com")
    address = "https://digest.example.com/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == address
    assert made["settings"]["interactivity"]["request_url"] == address
    assert made["settings"]["socket_mode_enabled"] is False


def test_socket_mode_needs_no_address() -> None:
    made = manifest(None)
    assert "http" not in json.dumps(made)
    assert made["settings"]["socket_mode_enabled"] is True


def test_it_asks_for_just_the_scopes_that_are_explained() -> None:
    assert manifest(None)["oauth_config"]["scopes"]["bot"] == list(SCOPES)


def test_it_keeps_within_slacks_limits() -> None:
    made = manifest(None)
    assert len(made["display_information"]["name"]) <= 35
    assert len(made["display_information"]["description"]) <= 140
