"""Falling due: which Occurrence of a Subscription is next, from its rule and its recorded past."""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.every import parse_rhythm
from bot.core.rhythm import Rhythm
from bot.core.schedule import Occurrence, StoredSubscription, Subscription

APART = timedelta(hours=12)
"""How long no Occurrence of an edited rule follows a weekly one that was posted by the rule
before."""


def falls_due(stored: StoredSubscription, now: datetime) -> Occurrence | None:
    """The Occurrence to deliver, or to record as missed, at `now`; None if there is none.

    Of several that were not recorded the newest stands for all: what they would have shown is
    still unseen and is chosen from for this one.
    """
    if stored.is_idle:
        return None
    after, subscription = _starts_after(stored, now), stored.subscription
    first = _first(subscription, after, stored.last_due)
    if first is None or first.effective > now:
        return None
    rhythm = parse_rhythm(subscription.every)
    newest = rhythm.latest_until(now, after, subscription.timezone, subscription.holidays)
    return newest or first


def upcoming(stored: StoredSubscription, now: datetime) -> Iterator[Occurrence]:
    """The Occurrences that fall due later than `now`, in order; none while it is idle."""
    if stored.is_idle:
        return iter(())
    after = max(now, _starts_after(stored, now))
    return _unrecorded(stored.subscription, after, stored.last_due)


def next_up(stored: StoredSubscription, now: datetime) -> Occurrence | None:
    """What would be delivered next: the one due at `now` and inside its Grace, else the first to
    come."""
    due = falls_due(stored, now)
    if due and now <= grace_until(stored.subscription, due):
        return due
    return next(upcoming(stored, now), None)


def owed_at_edit(stored: StoredSubscription, now: datetime) -> Occurrence | None:
    """The Occurrence that an edit of its rule at `now` would lose: due, and not recorded.

    That its Workspace has it wait as a whole does not count: that may be over inside its Grace.
    """
    return falls_due(replace(stored, stopped=None), now)


def begins(stored: StoredSubscription, occurrence: Occurrence) -> datetime:
    """When its first Occurrence was due: `occurrence`, or an earlier one that nobody recorded.

    Of one that was moved to another Channel: `occurrence`, its first there.
    """
    if stored.last_due:
        return occurrence.due
    started = max(stored.known_at, stored.edited_at or stored.known_at)
    first = _first(stored.subscription, started, None)
    return min(first.due, occurrence.due) if first else occurrence.due


def grace_until(subscription: Subscription, occurrence: Occurrence) -> datetime:
    """Until when an Occurrence may still be delivered."""
    grace = subscription.grace
    if grace is None:
        grace = parse_rhythm(subscription.every).grace
    return occurrence.effective + grace


def _starts_after(stored: StoredSubscription, now: datetime) -> datetime:
    """Nothing falls due until later than this."""
    moments = [stored.known_at, stored.edited_at, stored.paused_until, stored.last_due]
    posted = stored.last_posted
    if posted and posted.weekly and stored.edited_at and posted.effective <= stored.edited_at:
        moments.append(posted.at + APART)
    if stored.open_until and now <= stored.open_until:
        moments.append(now + APART)  # it may be posted at any moment from now on
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
