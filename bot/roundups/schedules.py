"""Schedules: the declared Subscriptions brought into the database, the newest release winning."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from bot.core.schedule import Subscription
from bot.store.facts import Facts
from bot.store.store import Store
from bot.store.subscriptions import Synced

FACT = "schedules"
"""Names the fact that holds the fingerprints of all schedules ever synced, the current one last."""

_KEPT = 100


def sync(
    store: Store, declared: Sequence[Subscription], now: datetime, *, release: bool
) -> Synced | None:
    """Make the database say what the schedule files declare.

    While two versions of the program run, the older one starts its clock too: schedules that
    others have replaced since are left alone, and None says so. A `release` always counts.
    Raises ConfigError for a Subscription of another workspace.
    """
    facts = Facts(store.database)
    mine = hashlib.sha256(repr(tuple(declared)).encode()).hexdigest()[:16]
    past = (facts.get(FACT) or "").split()
    if mine in past[:-1] and not release:
        return None
    synced = store.subscriptions.sync(declared, now)
    others = [fingerprint for fingerprint in past if fingerprint != mine]
    facts.set(FACT, " ".join([*others, mine][-_KEPT:]))
    return synced
