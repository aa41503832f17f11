"""Why a Roundup was not posted, and what is to be done: from what its Delivery records."""

import re

from bot.core.delivery import Delivery
from bot.core.roundup import DeliveryState
from bot.core.schedule import StoredSubscription
from bot.roundups.remedies import RATE_LIMITS
from bot.slack.language.words import noted
from bot.slack.subscription.mends import ANY, MENDS, Mend

_REFUSED = re.compile(r"part [0-9]+ was refused: (\w+)")

_NOT_LOST = noted("Nothing is lost: what it would have shown comes next.")
RUN = noted("Whoever runs me: keep “prdigest web”, “worker” or “clock” running.")
"""What has the clock run."""

_STOPPED = Mend(
    noted("Slack does not let me into this workspace."),
    (noted("Whoever runs me: install the app again, and set SLACK_BOT_TOKEN."),),
)
_MISSED = Mend(noted("nobody was there to post it in time."), (RUN, _NOT_LOST))
_UNCERTAIN = Mend(
    noted("Slack did not confirm it, and I cannot read the channel to find out."),
    (noted("Its subscriber is asked to look; or whoever runs me settles it."),),
)
_WAITS = Mend(noted("Slack wants me to wait a little."), (noted("I try again by myself."),))
_LOST = Mend(noted("a person said that it is not there."), (_NOT_LOST,))
_LATE = Mend(noted("it could not be posted in time."), (_NOT_LOST,))
_TRIED = Mend(noted("it did not work yet."), (noted("I try again by myself."),))


def obstacle_of(stored: StoredSubscription) -> Mend | None:
    """What keeps a Subscription from being posted at present."""
    if stored.stopped:
        return _STOPPED
    return MENDS.get(stored.obstacle, ANY) if stored.obstacle else None


def trouble_of(delivery: Delivery) -> Mend | None:
    """What went wrong with a Delivery; None where nothing did."""
    error = delivery.error or ""
    refused = _REFUSED.fullmatch(error)
    if refused:
        return MENDS.get(refused[1], ANY)
    match delivery.state:
        case DeliveryState.MISSED:
            return _MISSED
        case DeliveryState.UNCERTAIN:
            return _UNCERTAIN
        case DeliveryState.FAILED:
            return _LOST if error.startswith("settled") else _LATE
        case DeliveryState.CLAIMED | DeliveryState.POSTING if error:
            return _WAITS if error in RATE_LIMITS else _TRIED
    return None
