"""The app manifest: what Slack must know of us, as JSON to paste at api.slack.com/apps."""

from typing import Any

from bot.slack.commands import COMMAND
from bot.slack.events import LISTENERS
from bot.slack.views.found import FOUND
from bot.slack.wire.door import EVENTS

SCOPES = {
    "commands": "answer /prdigest",
    "chat:write": "post roundups",
    "chat:write.public": "post to a public channel that could not be joined",
    "channels:join": "join a public channel before its first roundup",
    "channels:read": "hear that a public channel was archived, deleted or moved, or joined",
    "groups:read": "the same of private channels, where invited",
    "channels:history": "find out whether a message arrived that Slack did not confirm",
    "groups:history": "the same in private channels, where invited",
    "users:read": "know a person's language, and the timezone that a subscription begins with",
}
"""The bot's scopes, and what each is for."""

OPTIONAL = ("users:read",)
"""Those of them that whoever installs the app may leave out: people are asked instead."""

_COMMAND: dict[str, Any] = {
    "command": COMMAND,
    "description": "Search pull-request digests",
    "usage_hint": "[words | filters | help]",
    "should_escape": False,
}
_SHORTCUT = {
    "name": "PR verdicts",
    "type": "message",
    "callback_id": FOUND,
    "description": "Shows what digests say of the pull requests in a message",
}
# Its Messages Tab is where a subscriber is told of trouble, and where a person types the command
# for a Roundup of their own; what else is written there is not read.
_APP_HOME = {
    "home_tab_enabled": True,
    "messages_tab_enabled": True,
    "messages_tab_read_only_enabled": False,
}


def manifest(public_url: str | None) -> dict[str, Any]:
    """The manifest for HTTP at `public_url` (without a slash at its end), else for Socket Mode."""
    command = _COMMAND.copy()
    interactivity: dict[str, Any] = {"is_enabled": True}
    events: dict[str, Any] = {"bot_events": list(LISTENERS)}
    if public_url:
        address = public_url + EVENTS
        command["url"] = interactivity["request_url"] = events["request_url"] = address
        interactivity["message_menu_options_url"] = address  # what a menu suggests while one types
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": "prdigest",
            "description": "Searches pull-request digests, and posts the must-reads once",
            "background_color": "#1f2937",
        },
        "features": {
            "app_home": _APP_HOME,
            "bot_user": {"display_name": "prdigest", "always_online": True},
            "slash_commands": [command],
            "shortcuts": [_SHORTCUT],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES), "bot_optional": list(OPTIONAL)}},
        "settings": {
            "event_subscriptions": events,
            "interactivity": interactivity,
            "org_deploy_enabled": False,
            "socket_mode_enabled": not public_url,
            "token_rotation_enabled": False,
        },
    }
