"""Slack's views as the Web API keeps them: opened, pushed, updated, published."""

from typing import Any

from slack_sdk import WebClient

from bot.core.roundup import Message
from bot.slack.outcomes import View
from bot.slack.wire.calls import called


class Surfaces:
    """Calls with which an interaction goes on. Each raises Refused, Unanswered and SlackError."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    def open(self, trigger_id: str, view: View) -> str:
        """Open a modal, and give its id."""
        return _id(called(lambda: self._client.views_open(trigger_id=trigger_id, view=view)))

    def push(self, trigger_id: str, view: View) -> str:
        """Open a modal above the one that is open, and give its id."""
        return _id(called(lambda: self._client.views_push(trigger_id=trigger_id, view=view)))

    def update(self, view_id: str, view: View, hash_: str | None = None) -> None:
        """Change a modal; with a `hash_` just if nothing changed it since."""
        called(lambda: self._client.views_update(view_id=view_id, view=view, hash=hash_))

    def publish(self, user: str, view: View, hash_: str | None = None) -> None:
        """Show a Home tab to a person."""
        called(lambda: self._client.views_publish(user_id=user, view=view, hash=hash_))

    def tell(self, channel: str, message: Message) -> None:
        """Post a message to a channel."""
        called(
            lambda: self._client.chat_postMessage(
                channel=channel,
                text=message.text,
                blocks=message.blocks or None,
                unfurl_links=False,
                unfurl_media=False,
            )
        )

    def person(self, user: str) -> dict[str, Any]:
        """What Slack says of a person, with their locale; needs `users:read`."""
        found = called(lambda: self._client.users_info(user=user, include_locale=True)).get("user")
        return found if isinstance(found, dict) else {}


def _id(answer: dict[str, Any]) -> str:
    view = answer.get("view")
    return str(view.get("id", "")) if isinstance(view, dict) else ""
