"""Which Subscription and which Roundup a pressed button is of."""

from bot.core.delivery import Delivery
from bot.core.schedule import StoredSubscription
from bot.errors import PrdigestError
from bot.slack.here import Here
from bot.slack.roundup.roundup_row import OfRoundup, of_roundup
from bot.store import audit


def of_another_version() -> PrdigestError:
    """Why nothing comes of a button that brings what we do not bring."""
    return PrdigestError("That button is from another version of me. Try /prdigest status.")


def roundup_meant(value: str) -> OfRoundup:
    """The Roundup in a button's value. Raises PrdigestError for what is none of ours."""
    found = of_roundup(value)
    if found is None:
        raise of_another_version()
    return found


def subscription_meant(here: Here, name: str) -> StoredSubscription:
    """The Subscription of this channel with this name.

    Raises PrdigestError where it is removed, renamed or goes elsewhere by now, and DatabaseError.
    """
    of_channel = here.store.subscriptions.of_channel(here.channel) if here.channel else []
    found = next((each for each in of_channel if each.subscription.name == name), None)
    if found is None:
        raise gone_from_here()
    return found


def gone_from_here() -> PrdigestError:
    """Why nothing can be done with a Subscription that the channel has no more."""
    return PrdigestError(
        "That roundup is no longer made for this channel. /prdigest status says what is."
    )


def delivery_meant(here: Here, stored: StoredSubscription, of: OfRoundup) -> Delivery | None:
    """The Delivery of a Roundup: None where it was not delivered (a preview, say)."""
    return audit.of_occurrence(here.store.database, stored.id, of.due)
