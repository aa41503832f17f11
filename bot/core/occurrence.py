"""Falling due: which Occurrence of a Subscription is next, from its rule and its recorded past."""

import functools
import itertools
from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.core.every import parse_rhythm
from bot.core.rhythm import Rhythm
from bot.core.schedule import Occurrence, StoredSubscription, Subscription

APART = timedelta(hours=12)
"""After an edit: how long no Occurrence follows a posted weekly one."""


def falls_due(stored: StoredSubscription, now: datetime) -> Occurrence | None:
    """The Occurrence to deliver, or to record as missed, at `now`; None if there is none.

    Of several that were not recorded the newest stands for all: what they would have shown is
    still unseen and is chosen from for this one.
    """
    if stored.is_idle:
        return None
    first = _first(stored.subscription, _starts_after(stored), stored.last_due)
    if first is None or first.effective > now:
        return None
    subscription = stored.subscription
    rhythm = parse_rhythm(subscription.every)
    newest = rhythm.latest_until(
        now, _starts_after(stored), subscription.timezone, subscription.holidays
    )
    return newest or first


def upcoming(stored: StoredSubscription, now: datetime) -> Iterator[Occurrence]:
    """The Occurrences that fall due later than `now`, in order; none while it is idle."""
    if stored.is_idle:
        return iter(())
    after = max(now, _starts_after(stored))
    return _unrecorded(stored.subscription, after, stored.last_due)


def next_up(stored: StoredSubscription, now: datetime) -> Occurrence | None:
    """What would be delivered next: the one due at `now` and inside its Grace, else the first to
    come."""
    due = falls_due(stored, now)
    if due and now <= grace_until(stored.subscription, due):
        return due
    return next(upcoming(stored, now), None)


def grace_until(subscription: Subscription, occurrence: Occurrence) -> datetime:
    """Until when an Occurrence may still be delivered."""
    grace = subscription.grace
    if grace is None:
        grace = parse_rhythm(subscription.every).grace
    return occurrence.effective + grace


def _starts_after(stored: StoredSubscription) -> datetime:
    """Nothing falls due until later than this."""
    moments = [stored.known_at, stored.edited_at, stored.last_due]
    posted = stored.last_posted
    if posted and stored.edited_at and stored.edited_at > posted.due and posted.weekly:
        moments.append(posted.at + APART)
    return max(moment for moment in moments if moment)


# Asked at every wake-up for every Subscription, and nearly always the same as before.
@functools.lru_cache(maxsize=8192)
def _first(
    subscription: Subscription, after: datetime, last_due: datetime | None
) -> Occurrence | None:
    return next(_unrecorded(subscription, after, last_due), None)


def _unrecorded(
    subscription: Subscription, after: datetime, last_due: datetime | None
) -> Iterator[Occurrence]:
    rhythm: Rhythm = parse_rhythm(subscription.every)
    found = rhythm.occurrences(after, subscription.timezone, subscription.holidays)
    # One moved by a holiday may be recorded and still lie ahead of `after`.
    return itertools.dropwhile(lambda each: bool(last_due and each.due <= last_due), found)
