"""Occasion: for what a Roundup is put into words, how late, and in which form."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from bot.core.schedule import Occurrence, Subscription

LATE_FROM = timedelta(minutes=15)
"""From when on a Roundup is told to be late: clocks of hosts wake up every ten minutes or so."""


class Fit(StrEnum):
    """The form of a Roundup's messages; each is for when Slack refused the one before."""

    BLOCKS = "blocks"
    SMALL = "small"  # blocks, and far fewer in a message
    PLAIN = "plain"  # text alone


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the words of a Roundup depend on, beside the Roundup itself.

    `late` is how long after it fell due it was claimed. If it `goes_on`, its first messages are
    posted already: what follows are replies in their thread, without a lead.
    """

    subscription: Subscription
    occurrence: Occurrence
    late: timedelta = timedelta(0)
    fit: Fit = Fit.BLOCKS
    goes_on: bool = False

    @property
    def is_late(self) -> bool:
        """Whether the readers are told."""
        return self.late >= LATE_FROM
