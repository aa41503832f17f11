"""The buttons by which a subscriber settles an uncertain Delivery."""

import logging
import re

from bot.errors import PrdigestError
from bot.slack.outcomes import Outcomes, Replaced
from bot.slack.pressed import Pressed
from bot.slack.roundup.notices import SETTLE, settled_message

log = logging.getLogger(__name__)

_OUTCOMES = {action_id: outcome for outcome, action_id in SETTLE.items()}
_VALUE = re.compile(r"([1-9][0-9]{0,9})(?::([1-9][0-9]{0,3}))?")
_GREATEST_ID = 2**31 - 1


def settle(pressed: Pressed) -> Outcomes:
    """Settle a Delivery as its subscriber says; nothing if the button is none of ours.

    Raises PrdigestError for anybody else, and where there is nothing to settle any more.
    """
    asked = _asked(pressed.value)
    if asked is None:
        log.warning("a button to settle came with a value that is not ours")
        return ()
    delivery, part = asked
    if part is None:
        raise PrdigestError(
            "this question is from an earlier version of me, which did not say of which message; "
            "whoever runs me can settle it: `prdigest deliveries --settle {delivery} posted`, "
            "or `lost`",
            delivery=delivery,
        )
    here, outcome = pressed.here, _OUTCOMES[pressed.name]
    now = here.setting.shared_now()
    found = here.store.deliveries.settle(delivery, outcome, now, by=here.user, part=part)
    log.info(
        "delivery %d: %s by %s", delivery, found.error, here.user, extra={"delivery": delivery}
    )
    subscription = here.store.subscriptions.get(found.subscription_id).subscription
    return (Replaced(settled_message(found, subscription, outcome)),)


def _asked(value: object) -> tuple[int, int | None] | None:
    """The Delivery's id and the Part's number in a button's value; earlier ones have no Part."""
    found = _VALUE.fullmatch(value) if isinstance(value, str) else None
    if found is None or int(found[1]) > _GREATEST_ID:
        return None
    return int(found[1]), int(found[2]) if found[2] else None
