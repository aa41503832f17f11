"""Reaching: whether Slack lets us in, asked where it did not the last time."""

import logging

from bot.errors import SlackError
from bot.roundups.outside import Refused, Slack, Unanswered
from bot.store.channels import SINGLE
from bot.store.store import Store

log = logging.getLogger(__name__)


def shut_out(store: Store, slack: Slack) -> str | None:
    """Why nothing can be delivered at all; None where it can, or can again."""
    reason = store.obstacles.stopped(SINGLE)
    if reason is None:
        return None
    try:
        slack.let_in()
    except Refused as refused:
        return f"Slack refuses our token: {refused.code}"
    except Unanswered as unanswered:
        return f"Slack does not say whether it takes our token: {unanswered.reason}"
    except SlackError as error:
        return str(error)
    store.obstacles.let_in(SINGLE)
    log.warning("Slack lets us in again (it had refused us: %s)", reason)
    return None
