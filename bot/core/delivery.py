"""Delivery: the stored fact about one Occurrence, with the Parts of its Plan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.core.occasion import Fit
from bot.core.roundup import DeliveryState, Message, Roundup

LEASE = timedelta(seconds=120)
"""How long a claim holds without a sign of life; it begins anew before each call."""

METADATA_EVENT = "prdigest_roundup"
"""`event_type` of our metadata; its payload is `{"delivery": id, "part": n, "token": hex}`."""

OPEN = (DeliveryState.CLAIMED, DeliveryState.POSTING, DeliveryState.UNCERTAIN)
"""States of a Delivery that is not over."""


class Settled(StrEnum):
    """What a person found out about an uncertain Delivery."""

    POSTED = "posted"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Part:
    """One message of a Plan; `n` counts from 1.

    `calling_at` is when the call that posts it began, None before; `ts` is Slack's, None until
    the message is known to be posted.
    """

    n: int
    message: Message
    calling_at: datetime | None = None
    ts: str | None = None

    @property
    def unanswered(self) -> bool:
        """Whether it may be posted without our knowing."""
        return self.calling_at is not None and self.ts is None


@dataclass(frozen=True, slots=True)
class Delivery:
    """One Occurrence of a Subscription (its name) in a Channel (Slack's id).

    `claim` names who holds it. `claimed_at` is real time, also under `--now`, since Slack's
    history is asked by it; all other moments follow the clock the claimer was given. `token` is
    in the metadata of every Part. `entries` are the row ids of the Entries it shows; `left`
    and `of`: see `Roundup`. One without Parts is owed: it is still to be planned.
    """

    id: int
    subscription_id: int
    subscription: str
    channel: str
    channel_row: int
    workspace_row: int
    team: str | None
    due: datetime
    effective: datetime
    grace_until: datetime
    state: DeliveryState
    claim: str
    claimed_at: datetime
    token: str
    entries: tuple[int, ...] = ()
    left: int = 0
    of: int = 0
    fit: Fit = Fit.BLOCKS
    subscriber: str | None = None
    posted_at: datetime | None = None
    error: str | None = None
    parts: tuple[Part, ...] = ()

    @property
    def is_held(self) -> bool:
        """Whether it is open and somebody's."""
        return bool(self.claim) and self.state in OPEN

    @property
    def ts(self) -> str | None:
        """Slack's `ts` of the lead."""
        return self.parts[0].ts if self.parts else None

    @property
    def late(self) -> timedelta | None:
        """How long after it fell due it was posted."""
        return self.posted_at - self.effective if self.posted_at else None

    @property
    def is_unposted(self) -> bool:
        """Whether no call for any of its Parts was ever made, as far as it matters."""
        return all(part.ts is None and part.calling_at is None for part in self.parts)

    @property
    def next_part(self) -> Part | None:
        """The first Part that is not known to be posted; None when all are."""
        return next((part for part in self.parts if part.ts is None), None)

    @property
    def unanswered(self) -> Part | None:
        """The Part that may be posted without our knowing; None where all is known."""
        return next((part for part in self.parts if part.unanswered), None)


def refusal(part: int, code: str) -> str:
    """The `error` of a Delivery that failed since Slack refused a part, with Slack's code."""
    return f"part {part} was refused: {code}"


def plan(
    roundup: Roundup,
    messages: Sequence[Message],
    delivery: int | None,
    token: str | None,
    *,
    first: int = 1,
) -> tuple[Part, ...]:
    """The Parts of a Roundup's messages, each with the metadata by which it is looked up;
    they are numbered from `first` on.

    An Entry that no message says it tells counts with the last one.
    """
    told = {entry for message in messages for entry in message.entries}
    untold = tuple(stored.id for stored in roundup.entries if stored.id not in told)
    parts = []
    for n, message in enumerate(messages, first):
        payload = {"delivery": delivery, "part": n, "token": token}
        entries = message.entries + (untold if n == first + len(messages) - 1 else ())
        metadata = {"event_type": METADATA_EVENT, "event_payload": payload}
        parts.append(Part(n, replace(message, metadata=metadata, entries=entries)))
    return tuple(parts)
