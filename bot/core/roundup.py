"""Roundup: which unseen Entries one Occurrence shows, in order, and how many it keeps back."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.core.entry import StoredEntry


class DeliveryState(StrEnum):
    """What became of one Occurrence."""

    CLAIMED = "claimed"
    POSTING = "posting"
    POSTED = "posted"
    QUIET = "quiet"
    FAILED = "failed"
    MISSED = "missed"
    UNCERTAIN = "uncertain"


class SeenState(StrEnum):
    """How an Entry belongs to a Channel's past."""

    PLANNED = "planned"
    SHOWN = "shown"
    MUTED = "muted"


@dataclass(frozen=True, slots=True)
class Roundup:
    """The chosen Entries, best first; `left` unseen ones wait for next time."""

    entries: tuple[StoredEntry, ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One Slack message of a Plan. `thread` says that it replies to the first one.

    `blocks` are Block Kit blocks as JSON-ready dicts; `metadata` is Slack's message metadata
    (`event_type`, `event_payload`), None in a message that is not part of a Delivery. `entries`
    are the row ids of the Entries it tells, so that after a refusal in the middle of a Plan just
    those that were shown count as Seen.
    """

    text: str
    blocks: tuple[dict[str, Any], ...] = ()
    thread: bool = False
    metadata: dict[str, Any] | None = field(default=None)
    entries: tuple[int, ...] = ()
