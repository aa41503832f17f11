"""What is to be shown after somebody typed, pressed or submitted something. Values; no call."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.core.roundup import Message

View = dict[str, Any]
"""A modal or a Home tab as Slack's JSON."""


class Arrived(StrEnum):
    """What is known of a message after the attempt to show it."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"  # no answer: it may have arrived


@dataclass(frozen=True, slots=True)
class Whispered:
    """To who asked alone; what was pressed stays as it is."""

    message: Message


@dataclass(frozen=True, slots=True)
class Replaced:
    """In place of the message that was pressed, for those who saw it."""

    message: Message


@dataclass(frozen=True, slots=True)
class Announced:
    """To everybody in the channel, by the response_url: also where the bot is no member.

    `then` is told what became of it; what it gives, if anything, is shown next.
    """

    message: Message
    then: Callable[[Arrived], "Outcomes"] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A line to a channel (Slack's id), or to a person: posted, else by the response_url.

    `refused` is told Slack's error code where it lets nothing be posted; what it gives, if
    anything, is shown in place of the line.
    """

    channel: str
    message: Message
    refused: Callable[[str], "Outcomes | None"] | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The modal from now on: the one opened for this, or in which something was pressed."""

    view: View


@dataclass(frozen=True, slots=True)
class Homed:
    """The Home tab of who asked, from now on."""

    view: View


Outcome = Whispered | Replaced | Announced | Told | Shown | Homed
Outcomes = tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What a modal becomes that was submitted: `errors` by block_id keep it open; else the `view`,
    else it closes. `then` is shown after that.
    """

    errors: dict[str, str] = field(default_factory=dict)
    view: View | None = None
    then: Outcomes = ()
