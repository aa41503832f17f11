"""The row of buttons below a Roundup, and what it says once somebody had the Roundup wait."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.core.roundup import Message
from bot.slack.kit.blocks import Block, Element, actions, button, paragraph, phrased, text, user
from bot.slack.language.words import Words

SHOW_REST = "roundup_rest"
SNOOZE = "roundup_snooze"
RESUME = "roundup_resume"
SETTINGS = "roundup_settings"

_VALUE = re.compile(r"([0-9]{1,12}):(.{1,200})", re.DOTALL)
_LATEST = int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class OfRoundup:
    """What a button of a Roundup brings back: the name of its Subscription, and when it was due."""

    name: str
    due: datetime

    @property
    def value(self) -> str:
        return f"{int(self.due.timestamp())}:{self.name}"


def of_roundup(value: str) -> OfRoundup | None:
    """The Roundup in a button's value; None if it is none of ours."""
    found = _VALUE.fullmatch(value)
    if found is None or int(found[1]) > _LATEST:
        return None
    return OfRoundup(found[2], datetime.fromtimestamp(int(found[1]), UTC))


def row(of: OfRoundup, left: int, words: Words) -> Block:
    """The buttons of a Roundup that kept `left` Entries back."""
    buttons = [
        button(words("Snooze a week"), SNOOZE, of.value),
        button(words("Settings"), SETTINGS, of.value),
    ]
    if left:
        rest = words("Show the rest ({n})", n=words.number(left))
        buttons.insert(0, button(rest, SHOW_REST, of.value))
    return actions(*buttons)


def snoozed(message: Message, of: OfRoundup, line: Sequence[Element], words: Words) -> Message:
    """The message of a Roundup, its row saying who had the next ones wait, and until when."""
    buttons = [
        button(words("Resume"), RESUME, of.value),
        button(words("Settings"), SETTINGS, of.value),
    ]
    return _with_row(message, [paragraph(*line), actions(*buttons)])


def resumed(message: Message, line: Sequence[Element]) -> Message:
    """The message of a Roundup as it was posted, and who had the next ones come again."""
    return _with_row(message, [paragraph(*line), message.blocks[-1]])


def has_row(message: Message) -> bool:
    """Whether it ends with a row of buttons: a text has none."""
    return bool(message.blocks) and message.blocks[-1]["type"] == "actions"


def snooze_line(who: str, until: str, following: str, words: Words) -> list[Element]:
    """Who (Slack's id) had it wait until which day, and when the next one comes."""
    named = {"who": user(who), "day": text(until)}
    told = phrased(words.template("Snoozed by {who} until {day}"), **named)
    return [*told, *_next(following, words)]


def resume_line(who: str, following: str, words: Words) -> list[Element]:
    """Who had it come again, and when the next one comes."""
    told = phrased(words.template("Resumed by {who}"), who=user(who))
    return [*told, *_next(following, words)]


def _next(following: str, words: Words) -> list[Element]:
    return [text(" · " + words("next: {moment}", moment=following))] if following else []


def _with_row(message: Message, blocks: Sequence[Block]) -> Message:
    return replace(message, blocks=(*message.blocks[:-1], *blocks))
