"""The buttons by which a subscriber settles an uncertain Delivery."""

import logging
import re
from datetime import datetime

from bot.core.roundup import Message
from bot.slack.notices import SETTLE, settled_message
from bot.slack.reply import Body
from bot.store.store import Store

log = logging.getLogger(__name__)

_OUTCOMES = {action_id: outcome for outcome, action_id in SETTLE.items()}
_GREATEST_ID = 2**31 - 1


def settled(store: Store, body: Body, now: datetime) -> Message | None:
    """Settle a Delivery as its subscriber says, and what is told then; None if it is none of ours.

    Raises PrdigestError for anybody else, and where there is nothing to settle any more.
    """
    action = body["actions"][0]
    delivery = _delivery(action.get("value"))
    if delivery is None:
        log.warning("a button to settle came with a value that is not ours")
        return None
    outcome, user = _OUTCOMES[action["action_id"]], str(body["user"]["id"])
    found = store.deliveries.settle(delivery, outcome, now, by=user)
    log.info("delivery %d: %s by %s", delivery, found.error, user, extra={"delivery": delivery})
    subscription = store.subscriptions.get(found.subscription_id).subscription
    return settled_message(found, subscription, outcome)


def _delivery(value: object) -> int | None:
    """The Delivery's id in a button's value."""
    if not (isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,9}", value)):
        return None
    return int(value) if int(value) <= _GREATEST_ID else None
