"""The journal: one structured log line for each step of a Delivery."""

import logging

from bot.core.delivery import Delivery

log = logging.getLogger(__name__)


def note(delivery: Delivery, step: str, **facts: object) -> None:
    """Log a step of a Delivery; `facts` that are None are left out, an `error` is a warning."""
    told = {name: fact for name, fact in facts.items() if fact is not None}
    about = {
        "delivery": delivery.id,
        "subscription": delivery.subscription,
        "channel": delivery.channel,
        "due": delivery.due.isoformat(),
        "state": str(delivery.state),
        "entries": len(delivery.entries),
    }
    level = logging.WARNING if "error" in told else logging.INFO
    log.log(level, "%s", step, extra=about | told)
