"""The slash command: its verbs, everything else a search."""

import re
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from slack_bolt import Ack, App, BoltContext

from bot.core import duration
from bot.core.roundup import Message
from bot.errors import DatabaseError, PrdigestError
from bot.slack.acts import listing, pausing, saving, subscribing
from bot.slack.answer.answering import answered
from bot.slack.answer.help import help_text
from bot.slack.answer.paging import Page
from bot.slack.here import Body, Here, Setting, channel_of, here
from bot.slack.kit.text import one_line
from bot.slack.outcomes import Outcomes
from bot.slack.performing import Performer, Way, message_of
from bot.slack.roundup.previewing import previewed
from bot.slack.subscription import whys
from bot.slack.subscription.status import status

COMMAND = "/prdigest"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed (`words`: what follows the verb), by whom and where."""

    here: Here
    words: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The Message that answers in the acknowledgement, and what is shown after it."""

    message: Message
    then: Outcomes = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """A first word that is a verb if what follows it `fits`: what it answers, or the modal it
    `opens` in place of an answer."""

    fits: re.Pattern[str]
    answer: Callable[[Asked], Message | Answer] | None = None
    opens: Callable[[Asked], Outcomes] | None = None


def search(asked: Asked) -> Message:
    """The first Page of the Answer to the words. Raises DatabaseError."""
    return answered(asked.here, Page(asked.words, 0))


_NOTHING = re.compile("")
_SOMETHING = re.compile(".+")
_ANYTHING = re.compile(".*")

SEARCH = Verb(_SOMETHING, search)
VERBS = {
    "help": Verb(_NOTHING, lambda asked: help_text(asked.here.words)),
    "pause": Verb(duration.FITS, lambda asked: Answer(*pausing.pause(asked.here, asked.words))),
    "preview": Verb(_NOTHING, lambda asked: previewed(asked.here)),
    "resume": Verb(_NOTHING, lambda asked: Answer(*pausing.resume(asked.here))),
    "saved": Verb(_NOTHING, lambda asked: saving.listed(asked.here)),
    "search": SEARCH,
    "status": Verb(_NOTHING, lambda asked: status(asked.here)),
    "subscriptions": Verb(_NOTHING, lambda asked: listing.listed(asked.here)),
    "subscribe": Verb(_ANYTHING, opens=lambda asked: subscribing.asked(asked.here, asked.words)),
    "why": Verb(whys.FITS, lambda asked: whys.whys(asked.here, asked.words)),
}
"""The verbs, by the word that is typed."""


def register(
    app: App,
    setting: Setting,
    performer: Performer,
    executor: Executor,
    meet: Callable[[str], None],
) -> None:
    """Let `app` answer the command. The answer is the acknowledgement; what follows it, if
    anything, runs on `executor`. Then it `meet`s who asked (Slack's id)."""

    @app.command(COMMAND)
    def prdigest(ack: Ack, command: dict[str, Any], context: BoltContext) -> None:
        verb, words = chosen(one_line(command.get("text", "")))
        way = _way(command)
        if verb.opens:
            asked, opens = Asked(here(setting, command, context.team_id), words), verb.opens
            ack()
            executor.submit(performer.open, lambda: opens(asked), way)
            meet(asked.here.user)
            return
        with setting.turn:
            asked = Asked(here(setting, command, context.team_id), words)
            answer = _answer(verb, asked)
        ack(
            response_type="ephemeral",
            text=answer.message.text,
            blocks=answer.message.blocks,
            unfurl_links=False,
            unfurl_media=False,
        )
        if answer.then:
            executor.submit(performer.perform, lambda: answer.then, way)
        meet(asked.here.user)


def _answer(verb: Verb, asked: Asked) -> Answer:
    """An error of what was asked is its answer. Raises DatabaseError."""
    try:
        given = verb.answer(asked) if verb.answer else search(asked)
    except DatabaseError:
        raise
    except PrdigestError as error:
        given = message_of(error, asked.here.words)
    return given if isinstance(given, Answer) else Answer(given)


def chosen(typed: str) -> tuple[Verb, str]:
    """What answers, and the words it gets: those after a verb that they fit, else all."""
    first, _, rest = typed.partition(" ")
    verb = VERBS.get(first.casefold())
    return (verb, rest) if verb and verb.fits.fullmatch(rest) else (SEARCH, typed)


def _way(command: Body) -> Way:
    return Way(
        user=str(command.get("user_id", "")),
        response_url=str(command.get("response_url", "")),
        trigger_id=str(command.get("trigger_id", "")),
        channel=channel_of(command),
    )
