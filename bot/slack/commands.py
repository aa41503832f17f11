"""The slash command: its verbs, everything else a search."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from slack_bolt import Ack, App

from bot.core.roundup import Message
from bot.slack.answering import answered
from bot.slack.help import help_text
from bot.slack.paging import Place
from bot.slack.text import clean
from bot.store.store import Store

COMMAND = "/prdigest"


def register(app: App, store: Store, now: Callable[[], datetime]) -> None:
    """Let `app` answer the command. The answer is the acknowledgement: nothing follows it."""

    @app.command(COMMAND)
    def prdigest(ack: Ack, command: dict[str, Any]) -> None:
        message = answer_to(store, command, now())
        ack(
            response_type="ephemeral",
            text=message.text,
            blocks=message.blocks,
            unfurl_links=False,
            unfurl_media=False,
        )


def answer_to(store: Store, command: dict[str, Any], now: datetime) -> Message:
    """What `/prdigest …` gets. Raises DatabaseError."""
    typed = clean(command.get("text", ""))
    if typed.casefold() == "help":
        return help_text()
    viewer = store.channels.viewer(command["channel_id"], command.get("team_id"))
    return answered(store, Place(searched(typed), 0), viewer=viewer, today=now.date())


def searched(typed: str) -> str:
    """The Query in what was typed: all of it, less the verb `search` before other words."""
    first, _, rest = typed.partition(" ")
    return rest if rest and first.casefold() == "search" else typed
