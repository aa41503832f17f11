"""The slash command: its verbs, everything else a search."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from slack_bolt import Ack, App

from bot.core.roundup import Message
from bot.slack.answering import answered
from bot.slack.help import help_text
from bot.slack.paging import Page
from bot.slack.text import one_line
from bot.store.store import Store

COMMAND = "/prdigest"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed (`words`: what follows the verb), where, and when."""

    store: Store
    words: str
    channel: str
    team: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Verb:
    """A first word that is a verb if what follows it `fits`, and the Message it then gets."""

    fits: re.Pattern[str]
    answer: Callable[[Asked], Message]


def search(asked: Asked) -> Message:
    """The first Page of the Answer to the words. Raises DatabaseError."""
    viewer = asked.store.channels.viewer(asked.channel, asked.team)
    return answered(asked.store, Page(asked.words, 0), viewer=viewer, today=asked.now.date())


_NOTHING = re.compile("")
_SOMETHING = re.compile(".+")

VERBS = {
    "help": Verb(_NOTHING, lambda _: help_text()),
    "search": Verb(_SOMETHING, search),
}
"""The verbs, by the word that is typed."""


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
    answer, words = chosen(one_line(command.get("text", "")))
    return answer(Asked(store, words, command["channel_id"], command.get("team_id"), now))


def chosen(typed: str) -> tuple[Callable[[Asked], Message], str]:
    """What answers, and the words it gets: those after a verb that they fit, else all."""
    first, _, rest = typed.partition(" ")
    verb = VERBS.get(first.casefold())
    return (verb.answer, rest) if verb and verb.fits.fullmatch(rest) else (search, typed)
