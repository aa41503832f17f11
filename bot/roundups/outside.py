"""What a Delivery needs of the outside world: words for a Roundup, calls to Slack."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from bot.core.notice import Notice
from bot.core.occasion import Occasion
from bot.core.roundup import Message, Roundup

_LONGEST = 300  # characters of a reason that come from outside


class Refused(Exception):  # noqa: N818 (named for what happened)
    """Slack answered with an error: what was asked for was certainly not done.

    `code` is Slack's own; `retry_after` is in seconds, given with a rate limit; `details` are
    Slack's further words for whoever mends it (messages about blocks, the scope it needs).
    """

    def __init__(
        self, code: str, retry_after: float | None = None, details: str | None = None
    ) -> None:
        super().__init__(code)
        self.code = code[:_LONGEST]
        self.retry_after = retry_after
        self.details = details and details[:_LONGEST]


class Unanswered(Exception):  # noqa: N818
    """No answer that can be trusted (time-out, reset, 5xx, garbage): it may have been posted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason[:_LONGEST]


class Unreadable(Exception):  # noqa: N818
    """The channel's history could not be read whole, so nothing can be said of what is in it.

    `retry_after` is in seconds, given with a rate limit.
    """

    def __init__(self, reason: str, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason[:_LONGEST]
        self.retry_after = retry_after


class Render(Protocol):
    """Puts a Roundup into words."""

    def __call__(self, roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
        """The lead, then the replies in its thread (`thread=True`), each within Slack's sizes.

        Where the Occasion goes on: replies alone. Each Message names in `entries` the row ids of
        the Entries it tells. Of a Roundup without Entries: one Message that says so (asked for
        only by `quiet: line`). Pure and fast: it is called inside a transaction. `metadata` is
        added by the Delivery.
        """
        ...


class Slack(Protocol):
    """The calls a Delivery makes: at most 15 seconds a request, no retries of their own.

    Each raises Refused if it was certainly not done, Unanswered if it may have been, SlackError
    if Slack cannot be reached at all (no connection was made, so nothing was done).
    """

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        """Post one Message and give Slack's `ts` of it. A public Channel is joined first."""
        ...

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None
    ) -> Mapping[int, str]:
        """Which Parts of the Plan with this token are in the channel: part number to `ts`.

        `lead` is the `ts` of its first message where that is known. An absent part is certainly
        absent: every page of the history since `since` (real time), and of the thread of the lead
        and of each part found, was read without an error; else raises Unreadable.
        """
        ...

    def tell(self, notice: Notice) -> None:
        """Send a Notice to its subscriber, as a direct message."""
        ...

    def let_in(self) -> None:
        """Return if Slack takes our token, else raise Refused; it may give an answer of before."""
        ...
