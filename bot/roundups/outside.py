"""What a Delivery needs of the outside world: words for a Roundup, calls to Slack."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Protocol

from bot.core.roundup import Message, Roundup
from bot.core.schedule import Subscription

RATE_LIMITS = frozenset({"ratelimited", "rate_limited"})
IN_TRANSITION = frozenset(
    {"accesslimited", "two_factor_setup_required", "org_login_required", "team_added_to_org"}
)
LOCKED_OUT = frozenset(
    {"token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed"}
)

_LONGEST = 300  # characters of a reason that come from outside


class Remedy(Enum):
    """What follows when Slack refused a message for sure."""

    AGAIN = "again"  # the same message, a little later
    STOP = "stop"  # nobody in this Workspace can be posted to: a person must act
    FAIL = "fail"  # this message never will be taken


class Refused(Exception):  # noqa: N818 (named for what happened)
    """Slack answered with an error: the message was certainly not posted.

    `code` is Slack's own; `retry_after` is in seconds, given with a rate limit.
    """

    def __init__(self, code: str, retry_after: float | None = None) -> None:
        super().__init__(code)
        self.code = code[:_LONGEST]
        self.retry_after = retry_after

    @property
    def remedy(self) -> Remedy:
        if self.code in LOCKED_OUT:
            return Remedy.STOP
        if self.retry_after is not None or self.code in RATE_LIMITS | IN_TRANSITION:
            return Remedy.AGAIN
        return Remedy.FAIL


class Unanswered(Exception):  # noqa: N818
    """No answer that can be trusted (time-out, reset, 5xx, garbage): it may have been posted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason[:_LONGEST]


class Unreadable(Exception):  # noqa: N818
    """The channel's history could not be read whole, so nothing can be said of what is in it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason[:_LONGEST]


class Render(Protocol):
    """Puts a Roundup into words."""

    def __call__(
        self, roundup: Roundup, subscription: Subscription, due: datetime
    ) -> tuple[Message, ...]:
        """The lead, then the replies in its thread (`thread=True`), each within Slack's sizes.

        Each Message names in `entries` the row ids of the Entries it tells. Of a Roundup without
        Entries: one Message that says so (asked for only by `quiet: line`). Pure and fast: it is
        called inside a transaction. `metadata` is added by the Delivery.
        """
        ...


class Slack(Protocol):
    """The calls a Delivery makes: at most 15 seconds a request, no retries of their own."""

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        """Post one Message and give Slack's `ts` of it.

        Raises Refused if it was certainly not posted, Unanswered if it may have been, SlackError
        if Slack cannot be reached at all (no connection was made, so nothing was posted).
        """
        ...

    def look_up(self, channel: str, token: str, since: datetime) -> Mapping[int, str]:
        """Which Parts of the Plan with this token are in the channel: part number to `ts`.

        An absent part is certainly absent: every page of the history since `since` (real time),
        and of the thread of each lead found, was read without an error; else raises Unreadable.
        """
        ...
