"""Shows who asks what a Roundup kept for the next ones; nothing is marked as seen by it."""

from dataclasses import replace

from bot.core.roundup import Message
from bot.roundups.ahead import rest
from bot.slack.acts.meant import (
    delivery_meant,
    of_another_version,
    roundup_meant,
    subscription_meant,
)
from bot.slack.here import Here
from bot.slack.outcomes import Outcomes, Replaced, Whispered
from bot.slack.pressed import Pressed
from bot.slack.roundup.waiting import PAGE_SIZE, Place, place_in, waiting


def show(pressed: Pressed) -> Outcomes:
    """The first page of what waits. Raises PrdigestError and DatabaseError."""
    here, of = pressed.here, roundup_meant(pressed.value)
    stored = subscription_meant(here, of.name)
    # What a preview shows is still unseen: it is no part of what waits after it.
    is_preview = delivery_meant(here, stored, of) is None
    hidden = stored.subscription.limit if is_preview else 0
    return (Whispered(_page(here, Place(of.name, hidden=hidden))),)


def turn(pressed: Pressed) -> Outcomes:
    """The page that the pressed button leads to. Raises PrdigestError and DatabaseError."""
    place = place_in(pressed.value)
    if place is None:
        raise of_another_version()
    return (Replaced(_page(pressed.here, place)),)


def _page(here: Here, place: Place) -> Message:
    stored = subscription_meant(here, place.name)
    now = here.setting.shared_now()
    found = rest(here.store, stored, now, PAGE_SIZE, place.hidden + place.start)
    if place.start and not found.entries:  # they went since the button was made
        return _page(here, replace(place, start=0))
    return waiting(found, place, here.words)
