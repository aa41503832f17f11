"""What the next Roundup of a Subscription would be."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.core.delivery import Part, plan
from bot.core.entry import Level
from bot.core.grammar import parse_filter
from bot.core.occasion import Occasion
from bot.core.occurrence import next_up
from bot.core.roundup import Message, Roundup, Wanted
from bot.core.schedule import Occurrence, Quiet, State, StoredSubscription
from bot.errors import PrdigestError
from bot.roundups.outside import Render
from bot.store.store import Store

FIRST_REACH = timedelta(days=14)
"""How far before its first Occurrence a Subscription ever looks back: not over the whole past."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The messages that would be posted for an Occurrence, and how many Entries it would leave."""

    occurrence: Occurrence
    parts: tuple[Part, ...]
    left: int


def wanted(store: Store, stored: StoredSubscription, occurrence: Occurrence) -> Wanted:
    """What may go into the Roundup of an Occurrence.

    Days count back from the Occurrence, on the Subscription's own calendar.
    """
    subscription = stored.subscription
    zone = ZoneInfo(subscription.timezone)
    today = occurrence.due.astimezone(zone).date()
    first = (stored.first_due or occurrence.due).astimezone(zone).date()
    return Wanted(
        viewer=store.channels.viewer(subscription.channel, subscription.team),
        query=parse_filter(subscription.filter) if subscription.filter else None,
        levels=tuple(level for level in Level if level.at_least(subscription.level)),
        since=max(today - subscription.max_age, first - FIRST_REACH),
        today=today,
        limit=subscription.limit,
    )


def compose(render: Render, roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    """The messages of a Roundup; none where it is empty and the Subscription then keeps silent."""
    if not roundup.entries and occasion.subscription.quiet is Quiet.SILENT:
        return ()
    return render(roundup, occasion)


def preview(store: Store, stored: StoredSubscription, now: datetime, render: Render) -> Preview:
    """The next Roundup if it were due at once; has no effect.

    Of a Subscription that does not fall due now (paused, say): as if it did.
    """
    occurrence = next_up(stored, now) or Occurrence(now, now)
    roundup = store.deliveries.choose(wanted(store, stored, occurrence))
    messages = compose(render, roundup, Occasion(stored.subscription, occurrence))
    return Preview(occurrence, plan(roundup, messages, None, None), roundup.left)


def next_of_channel(found: Sequence[StoredSubscription], now: datetime) -> StoredSubscription:
    """Of a Channel's Subscriptions the one due next. Raises PrdigestError if there is none."""
    if not found:
        raise PrdigestError(
            "this channel has no subscription; declare one in a schedule file and run "
            "`prdigest release`"
        )

    def soonest(stored: StoredSubscription) -> tuple[bool, datetime]:
        occurrence = next_up(stored, now)
        due = occurrence.effective if occurrence else now
        return stored.state is not State.ACTIVE, due

    return min(found, key=soonest)
