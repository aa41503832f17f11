"""Has a Roundup wait for a week, or come again, by the buttons of its message.

The message then says so to everybody in the channel. It is put together anew from the stored Plan,
never from what a click brings. Only a message that is known to be posted is changed: while that is
uncertain it is looked up by its metadata, of which Slack does not say whether it outlives a change.
"""

from dataclasses import replace
from zoneinfo import ZoneInfo

from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.slack.acts.meant import delivery_meant, roundup_meant, subscription_meant
from bot.slack.acts.pausing import pause_a_week
from bot.slack.here import Here, in_channel
from bot.slack.language.words import Words
from bot.slack.outcomes import Outcomes, Replaced, Shown
from bot.slack.pressed import InView, Pressed
from bot.slack.rights import may_change
from bot.slack.roundup import roundup_row
from bot.slack.roundup.roundup_row import OfRoundup
from bot.slack.subscription import changes
from bot.slack.subscription.changes import Change, next_moment
from bot.slack.views.declared import declared
from bot.slack.views.private import channel_of


def snooze(pressed: Pressed) -> Outcomes:
    """Have a Subscription wait for a week, or for as long as it waits already.

    Raises PrdigestError for who may not, and where there is nothing to wait; DatabaseError.
    """
    here, of = _there(pressed), roundup_meant(pressed.value)
    may_change(here)
    stored, now = subscription_meant(here, of.name), here.setting.shared_now()
    stored = pause_a_week(here, stored)
    until = stored.pause_ends(now) or now
    words, zone = Words(stored.subscription.language), ZoneInfo(stored.subscription.timezone)
    day = words.day(until.astimezone(zone).date(), now.astimezone(zone).date())
    line = roundup_row.snooze_line(here.user, day, next_moment(stored, now, words), words)
    message = _posted(here, stored, of)
    if message and not pressed.view:
        return (Replaced(roundup_row.snoozed(message, of, line, words)),)
    return _said(here, stored, of, Change.PAUSED, pressed.view)


def resume(pressed: Pressed) -> Outcomes:
    """Have it come again. Raises as `snooze` does."""
    here, of = _there(pressed), roundup_meant(pressed.value)
    may_change(here)
    stored, now = subscription_meant(here, of.name), here.setting.shared_now()
    stored = here.store.subscriptions.resume(stored.id, now)
    words = Words(stored.subscription.language)
    line = roundup_row.resume_line(here.user, next_moment(stored, now, words), words)
    message = _posted(here, stored, of)
    if message and not pressed.view:
        return (Replaced(roundup_row.resumed(message, line)),)
    return _said(here, stored, of, Change.RESUMED, pressed.view)


def _there(pressed: Pressed) -> Here:
    """Who pressed, in the channel of the message or of the modal."""
    view = pressed.view
    return in_channel(pressed.here, channel_of(view.private)) if view else pressed.here


def _posted(here: Here, stored: StoredSubscription, of: OfRoundup) -> Message | None:
    """The first message of a Roundup as it was posted; None where that is not known."""
    delivery = delivery_meant(here, stored, of)
    if delivery is None or delivery.ts is None:
        return None
    message = delivery.parts[0].message
    return replace(message, metadata=None) if roundup_row.has_row(message) else None


def _said(
    here: Here,
    stored: StoredSubscription,
    of: OfRoundup,
    what: Change,
    view: InView | None,
) -> Outcomes:
    """What happened as a line of its own, and in the modal where it was pressed there."""
    assert here.channel is not None  # noqa: S101 - a Subscription of it was found
    told = changes.line(here, stored, what)
    if view is None:
        return (told,)
    now = here.setting.shared_now()
    return (Shown(declared(stored, of, here.channel, here.words, now)), told)
