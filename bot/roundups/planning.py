"""What the next Roundup of a Subscription would be, and what an Occurrence's is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from bot.core.channel import Viewer
from bot.core.delivery import Delivery, Part, plan
from bot.core.entry import Level, StoredEntry
from bot.core.grammar import parse_filter
from bot.core.occasion import Fit, Occasion
from bot.core.occurrence import begins, grace_until, next_up
from bot.core.roundup import Message, Roundup, Wanted
from bot.core.schedule import Occurrence, Quiet, State, StoredSubscription, Subscription
from bot.errors import PrdigestError
from bot.roundups.outside import Render
from bot.store.store import Store

FIRST_REACH = timedelta(days=14)
"""How far before its first Occurrence a Subscription ever looks back: not over the whole past."""


TRIED = timedelta(days=30)
"""How far back a Subscription is tried while it is being made."""
TRIED_FIRST = 3
"""How many of the Entries that it would have shown are given then."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The messages that would be posted for an Occurrence, and how many Entries it would leave."""

    occurrence: Occurrence
    parts: tuple[Part, ...]
    left: int


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a Subscription would have shown lately: `matching` of the last `of` Entries.

    The `first` are those that it would have shown first.
    """

    matching: int
    of: int
    first: tuple[StoredEntry, ...]


class Planner:
    """Claims Occurrences and makes their Plans, in the words it is given."""

    def __init__(self, store: Store, render: Render) -> None:
        self._store = store
        self._render = render

    def claim(
        self, stored: StoredSubscription, occurrence: Occurrence, now: datetime
    ) -> Delivery | None:
        """Make an Occurrence that is due ours, with its Plan; beyond its Grace it is missed.

        None if it has a Delivery already.
        """
        claims, what = self._store.claims, wanted(stored, occurrence)
        if now > grace_until(stored.subscription, occurrence):
            return claims.miss(stored, occurrence, what, now)
        words = partial(compose, self._render, _occasion(stored, occurrence, now))
        return claims.claim(stored, occurrence, what, words, now)

    def plan(self, delivery: Delivery, now: datetime) -> Delivery:
        """Make the Plan of an owed Delivery that is ours. Raises LeaseLost."""
        stored, occurrence = self._of(delivery)
        words = partial(compose, self._render, _occasion(stored, occurrence, now))
        what = wanted(stored, occurrence)
        return self._store.claims.plan(delivery, what, words, now)

    def refit(self, delivery: Delivery, fit: Fit, now: datetime) -> Delivery:
        """Put what is not posted yet into messages of another form. Raises LeaseLost."""
        occasion = _occasion(*self._of(delivery), now)
        other = replace(occasion, fit=fit, goes_on=delivery.ts is not None)
        return self._store.claims.refit(delivery, fit, partial(compose, self._render, other))

    def _of(self, delivery: Delivery) -> tuple[StoredSubscription, Occurrence]:
        stored = self._store.subscriptions.get(delivery.subscription_id)
        # It goes where it was due, also if the Subscription has another Channel by now.
        here = replace(stored.subscription, channel=delivery.channel)
        stored = replace(stored, subscription=here, channel_row=delivery.channel_row)
        return stored, Occurrence(delivery.due, delivery.effective)


def wanted(stored: StoredSubscription, occurrence: Occurrence) -> Wanted:
    """What may go into the Roundup of an Occurrence.

    Days count back from the Occurrence, on the Subscription's own calendar.
    """
    subscription = stored.subscription
    zone = ZoneInfo(subscription.timezone)
    today = occurrence.due.astimezone(zone).date()
    first = begins(stored, occurrence).astimezone(zone).date()
    reaches_from = stored.reaches_from or first - FIRST_REACH
    return Wanted(
        viewer=Viewer(subscription.team, subscription.channel, stored.channel_row),
        query=parse_filter(subscription.filter) if subscription.filter else None,
        levels=_levels(subscription),
        since=max(today - subscription.max_age, reaches_from),
        today=today,
        limit=subscription.limit,
        new_from=_new_from(stored),
    )


def _levels(subscription: Subscription) -> tuple[Level, ...]:
    return tuple(level for level in Level if level.at_least(subscription.level))


def _new_from(stored: StoredSubscription) -> date | None:
    """What is dated from then on is new: since the day of the Roundup before."""
    if stored.last_posted is None:
        return None
    zone = ZoneInfo(stored.subscription.timezone)
    return stored.last_posted.effective.astimezone(zone).date()


def dry_run(store: Store, subscription: Subscription, viewer: Viewer, now: datetime) -> DryRun:
    """What a Subscription would have shown of the last 30 days, seen by the Channel or not."""
    today = now.astimezone(ZoneInfo(subscription.timezone)).date()
    since = today - TRIED
    lately = Wanted(
        viewer=replace(viewer, channel_row=None),
        query=parse_filter(subscription.filter) if subscription.filter else None,
        levels=_levels(subscription),
        since=since,
        today=today,
        limit=TRIED_FIRST,
    )
    found = store.claims.choose(lately)
    of = store.claims.candidates(replace(lately, query=None)).of
    return DryRun(len(found.entries) + found.left, of, found.entries)


def compose(render: Render, occasion: Occasion, roundup: Roundup) -> tuple[Message, ...]:
    """The messages of a Roundup; none where it is empty and the Subscription then keeps silent."""
    if not roundup.entries and occasion.subscription.quiet is Quiet.SILENT:
        return ()
    return render(roundup, occasion)


def preview(store: Store, stored: StoredSubscription, now: datetime, render: Render) -> Preview:
    """The next Roundup if it were due at once; has no effect.

    Of a Subscription that does not fall due now (paused, say): as if it did.
    """
    occurrence = coming(stored, now)
    roundup = store.claims.choose(wanted(stored, occurrence))
    messages = compose(render, _occasion(stored, occurrence, now), roundup)
    return Preview(occurrence, plan(roundup, messages, None, None), roundup.left)


def coming(stored: StoredSubscription, now: datetime) -> Occurrence:
    """What is delivered next; of a Subscription that does not fall due: as if it did now."""
    return next_up(stored, now) or Occurrence(now, now)


def next_of_channel(found: Sequence[StoredSubscription], now: datetime) -> StoredSubscription:
    """Of a Channel's Subscriptions the one due next. Raises PrdigestError if there is none."""
    if not found:
        raise PrdigestError(
            "this channel has no subscription; make one in it with /prdigest subscribe, or declare "
            "one in a schedule file and run `prdigest release`"
        )

    def soonest(stored: StoredSubscription) -> tuple[bool, datetime]:
        occurrence = next_up(stored, now)
        due = occurrence.effective if occurrence else now
        return stored.state(now) is not State.ACTIVE, due

    return min(found, key=soonest)


def _occasion(stored: StoredSubscription, occurrence: Occurrence, now: datetime) -> Occasion:
    late = max(now - occurrence.effective, timedelta(0))
    return Occasion(stored.subscription, occurrence, late)
