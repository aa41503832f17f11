"""What follows when Slack refused a message for sure: each of its errors by name.

The codes are those of `chat.postMessage` in Slack's reference, as of August 2026.
"""

from datetime import timedelta
from enum import Enum

from bot.core.occasion import Fit
from bot.roundups.outside import Refused

RATE_LIMITS = frozenset({"ratelimited", "rate_limited"})


class Remedy(Enum):
    """What a Delivery does next."""

    AGAIN = "again"  # the same message, later
    SMALLER = "smaller"  # the same Entries in smaller messages
    PLAIN = "plain"  # the same Entries as text alone
    UNMARKED = "unmarked"  # the same message without metadata
    TOP_LEVEL = "top level"  # the same message in the channel, not in the thread
    PAUSE = "pause"  # nothing can be posted in this Channel: a person must act
    STOP = "stop"  # nothing can be posted in this Workspace: a person must act
    FAIL = "fail"  # this message never will be taken


REMEDIES: dict[Remedy, frozenset[str]] = {
    Remedy.AGAIN: RATE_LIMITS
    | {
        "accesslimited",
        "two_factor_setup_required",
        "org_login_required",
        "team_added_to_org",
        "message_limit_exceeded",
    },
    Remedy.SMALLER: frozenset({"msg_too_long", "msg_blocks_too_long"}),
    Remedy.PLAIN: frozenset({"invalid_blocks", "invalid_blocks_format"}),
    Remedy.UNMARKED: frozenset(
        {
            "metadata_too_large",
            "invalid_metadata_format",
            "invalid_metadata_schema",
            "metadata_must_be_sent_from_app",
        }
    ),
    Remedy.TOP_LEVEL: frozenset(
        {
            "cannot_reply_to_message",
            "message_not_found",
            "restricted_action_non_threadable_channel",
            "restricted_action_thread_locked",
        }
    ),
    Remedy.PAUSE: frozenset(
        {
            "not_in_channel",
            "channel_not_found",
            "is_archived",
            "channel_is_limited_access",
            "restricted_action",
            "restricted_action_read_only_channel",
            "restricted_action_thread_only_channel",
            "ekm_access_denied",
            "messages_tab_disabled",
            "missing_scope",
            "no_permission",
            "access_denied",
            "app_access_restricted",
            "not_allowed_token_type",
        }
    ),
    Remedy.STOP: frozenset(
        {
            "token_revoked",
            "token_expired",
            "account_inactive",
            "invalid_auth",
            "not_authed",
            "team_access_not_granted",
        }
    ),
}
"""Slack's codes that each of them answers."""

_REMEDY_OF = {code: remedy for remedy, codes in REMEDIES.items() for code in codes}

_A_MINUTE = timedelta(minutes=1)
_WAITS = {
    "accesslimited": timedelta(hours=2),
    "two_factor_setup_required": timedelta(hours=2),
    "org_login_required": timedelta(hours=2),
    "team_added_to_org": timedelta(hours=2),
    "message_limit_exceeded": timedelta(hours=12),
}
LONGEST_WAIT = timedelta(hours=1)
"""However long Slack says a rate limit lasts."""


def remedy(refused: Refused) -> Remedy:
    """What follows. An error that is not known by name fails the message."""
    if refused.retry_after is not None:
        return Remedy.AGAIN
    return _REMEDY_OF.get(refused.code, Remedy.FAIL)


def wait_for(refused: Refused) -> timedelta:
    """How long to wait before the same message is tried again."""
    if refused.retry_after is None:
        return _WAITS.get(refused.code, _A_MINUTE)
    return timedelta(seconds=min(max(refused.retry_after, 0), LONGEST_WAIT.total_seconds()))


def next_fit(fit: Fit, found: Remedy) -> Fit | None:
    """The form to try after `fit` was refused; None if there is none left."""
    if fit is Fit.PLAIN:
        return None
    return Fit.SMALL if fit is Fit.BLOCKS and found is Remedy.SMALLER else Fit.PLAIN
