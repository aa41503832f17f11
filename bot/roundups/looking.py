"""Looks up whether a message of unknown fate is in its channel."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.core.delivery import Delivery, Part
from bot.roundups.journal import note
from bot.roundups.outside import Slack, Unreadable
from bot.store.deliveries import Deliveries

LOOK_UP_AFTER = timedelta(seconds=60)
"""From an unanswered call until it is looked up, and at least between two tries to read."""

LOOK_UP_WITHIN = timedelta(minutes=5)
"""At most between two tries to read, however long it has not worked."""

LOOK_BACK = timedelta(days=1)
"""How long before the claim, or the due moment, the history is read from: clocks differ."""

TELL_AFTER = timedelta(minutes=10)
"""How long a call stays unanswered and unreadable before its subscriber is told."""

TELL_OF_LIMIT_AFTER = timedelta(hours=1)
"""The same where reading meets a rate limit."""


def look_up(
    delivery: Delivery,
    part: Part,
    slack: Slack,
    deliveries: Deliveries,
    now: Callable[[], datetime],
) -> Delivery:
    """Find out whether a part is posted; what cannot be read stays in doubt."""
    try:
        found = _found(delivery, part, slack)
    except Unreadable as unreadable:
        return _unread(delivery, part, unreadable, deliveries, now())
    note(delivery, "a message was looked up", part=part.n, ts=found.get(part.n, "absent"))
    if found:
        delivery = deliveries.record(delivery, found, part.calling_at or now())
    return deliveries.absent(delivery) if delivery.unanswered else delivery


def _found(delivery: Delivery, part: Part, slack: Slack) -> dict[int, str]:
    if part.message.metadata is None:
        raise Unreadable("Slack refused the mark by which it would be known")
    # Real time, but for `--now`: who stamps messages by that clock is read whole as well.
    since = min(delivery.claimed_at, delivery.effective) - LOOK_BACK
    return dict(slack.look_up(delivery.channel, delivery.token, since, delivery.ts))


def _unread(
    delivery: Delivery, part: Part, unreadable: Unreadable, deliveries: Deliveries, now: datetime
) -> Delivery:
    """The longer it has not worked, the longer until it is tried again.

    A mere rate limit ends by itself most often, and is told of much later.
    """
    began = part.calling_at or now
    wait = min(max((now - began) / 10, LOOK_UP_AFTER), LOOK_UP_WITHIN)
    limited = unreadable.retry_after
    if limited is not None:
        wait = max(wait, min(timedelta(seconds=limited), LOOK_UP_WITHIN))
    reason = f"part {part.n} may be posted, and cannot be looked up: {unreadable.reason}"
    tell_from = began + (TELL_AFTER if limited is None else TELL_OF_LIMIT_AFTER)
    return deliveries.doubt(delivery, now + wait, reason, tell_from)
