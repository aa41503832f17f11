"""The settings of a Roundup's Subscription, by the button of its message."""

from bot.core.schedule import Source
from bot.slack.acts import subscribing
from bot.slack.acts.meant import roundup_meant, subscription_meant
from bot.slack.outcomes import Outcomes, Shown
from bot.slack.pressed import Pressed
from bot.slack.views.declared import declared


def opened(pressed: Pressed) -> Outcomes:
    """The modal in which it is edited; of one that a file declares, what that says.

    Raises PrdigestError and DatabaseError.
    """
    here, of = pressed.here, roundup_meant(pressed.value)
    stored = subscription_meant(here, of.name)
    if stored.source is Source.SLACK:
        return subscribing.editing(here, stored)
    assert here.channel is not None  # noqa: S101 - a Subscription of it was found
    now = here.setting.shared_now()
    return (Shown(declared(stored, of, here.channel, here.words, now)),)
