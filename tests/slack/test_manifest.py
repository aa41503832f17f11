"""The manifest."""

import json
import re
from pathlib import Path

from bot.slack.manifest import manifest


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


def test_it_asks_for_just_the_scopes_that_the_readme_gives_reasons_for() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    table = readme.partition("\n### Scopes")[2].partition("\n#")[0]
    explained = re.findall(r"`([a-z:.]+)`", "".join(re.findall(r"(?m)^\|[^|]+\|", table)))
    assert sorted(manifest(None)["oauth_config"]["scopes"]["bot"]) == sorted(explained)


def test_it_keeps_within_slacks_limits() -> None:
    made = manifest(None)
    assert len(made["display_information"]["name"]) <= 35
    assert len(made["display_information"]["description"]) <= 140
