"""The list of a channel's Subscriptions, and what its buttons do: it shows that in place."""

import re

from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.errors import PrdigestError
from bot.slack.acts.pausing import pause_a_week
from bot.slack.here import Here
from bot.slack.outcomes import Outcomes, Replaced
from bot.slack.pressed import Pressed
from bot.slack.rights import may_change
from bot.slack.subscription.changes import Change, line, next_moment
from bot.slack.subscription.listing import Listed, listing
from bot.slack.subscription.standing import when_of


def listed(here: Here, remark: str = "") -> Message:
    """As it is now, to people who may change nothing without buttons. Raises DatabaseError."""
    store, now = here.store, here.setting.shared_now()
    found = store.subscriptions.of_channel(here.channel) if here.channel else []
    newest = store.deliveries.newest([each.id for each in found]) if found else {}
    return listing(Listed(found, newest, _forbidden(here), remark), now, here.words)


def pause(pressed: Pressed) -> Outcomes:
    """Have one wait for a week, or for as long as it does already.

    This and what follows raise PrdigestError for who may not, and where it is not there any more;
    and DatabaseError.
    """
    here, stored = pressed.here, meant(pressed)
    stored, now, words = pause_a_week(here, stored), here.setting.shared_now(), here.words
    until = words.moment(stored.pause_ends(now) or now, stored.subscription.timezone)
    return _done(pressed, stored, Change.PAUSED, words("Paused until {moment}", moment=until))


def resume(pressed: Pressed) -> Outcomes:
    """Have one come again."""
    here, now = pressed.here, pressed.here.setting.shared_now()
    stored = here.store.subscriptions.resume(meant(pressed).id, now)
    following = next_moment(stored, now, here.words) or here.words("none")
    remark = here.words("Resumed; the next one comes {moment}", moment=following)
    return _done(pressed, stored, Change.RESUMED, remark)


def remove(pressed: Pressed) -> Outcomes:
    """Make one, made in Slack, come no more."""
    stored = pressed.here.store.subscriptions.remove(meant(pressed).id)
    return _done(pressed, stored, Change.REMOVED, pressed.here.words("Removed"))


def meant(pressed: Pressed) -> StoredSubscription:
    """The Subscription of this channel whose button was pressed, by somebody who may change it.

    Raises PrdigestError and DatabaseError.
    """
    here, value = pressed.here, pressed.value
    may_change(here)
    id_ = int(value) if re.fullmatch("[0-9]{1,18}", value) else None
    of_channel = here.store.subscriptions.of_channel(here.channel) if here.channel else []
    found = next((each for each in of_channel if each.id == id_), None)
    if found is None:
        raise PrdigestError(
            "That roundup is not there any more. /prdigest subscriptions lists those that are."
        )
    return found


def _done(pressed: Pressed, stored: StoredSubscription, what: Change, remark: str) -> Outcomes:
    here = pressed.here
    remark = f"{remark} · {when_of(stored, here.words)}"
    return (Replaced(listed(here, remark)), line(here, stored, what))


def _forbidden(here: Here) -> str:
    try:
        may_change(here)
    except PrdigestError as error:
        return here.words.error(error)
    return ""
