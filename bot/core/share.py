"""Share: an Entry that a person put into a Channel by hand, and whether that may be done again."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

ANSWERED_WITHIN = timedelta(minutes=1)
"""A call that shares is over long before this; an older one ended with its process, unanswered."""

TOLD_FOR = timedelta(days=1)
"""How long an Entry is not shared into a Channel again, but who shared it is told."""


class ShareState(StrEnum):
    """What became of a Share."""

    CALLING = "calling"
    SHARED = "shared"
    UNCERTAIN = "uncertain"  # no answer: it may be in the channel


@dataclass(frozen=True, slots=True)
class Share:
    """The newest share of an Entry into a Channel: by whom (Slack's id), and `at` what moment.

    `first` says that the Entry was unseen there before.
    """

    user: str
    state: ShareState
    at: datetime
    first: bool


def standing(share: Share | None, now: datetime) -> ShareState | None:
    """What stands in the way of sharing an Entry; None if nothing does.

    One that lies as far ahead is of a clock that was wrong, and counts as little.
    """
    if share is None or abs(now - share.at) > TOLD_FOR:
        return None
    return ShareState.UNCERTAIN if is_uncertain(share, now) else share.state


def is_uncertain(share: Share, now: datetime) -> bool:
    """Whether nobody knows if it is in the channel, however long ago it was."""
    if share.state is ShareState.CALLING:
        return abs(now - share.at) > ANSWERED_WITHIN
    return share.state is ShareState.UNCERTAIN


def may_share(share: Share | None, now: datetime, *, again: bool) -> bool:
    """Whether an Entry may be shared now; `again`: by somebody who was told that it is uncertain"""
    stands = standing(share, now)
    return stands is None or (again and stands is ShareState.UNCERTAIN)
