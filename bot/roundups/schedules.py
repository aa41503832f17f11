"""Schedules: the declared Subscriptions brought into the database, the newest release winning."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from bot.core.schedule import Subscription
from bot.store.facts import Facts
from bot.store.store import Store
from bot.store.subscriptions import Synced

FACT = "schedules"
"""Names the fact that holds the fingerprints of all schedules ever released, the newest last."""

_KEPT = 100


def sync(
    store: Store, declared: Sequence[Subscription], now: datetime, *, release: bool
) -> Synced | None:
    """Make the database say what the schedule files declare.

    While two versions of the program run, the older one starts its clock too: schedules that a
    later `release` replaced are left alone, and None says so. Without a release there is nothing
    to tell older from newer by: what is declared counts, also if it was declared before.
    Raises ConfigError for a Subscription of another workspace.
    """
    facts = Facts(store.database)
    mine = hashlib.sha256(repr(tuple(declared)).encode()).hexdigest()[:16]
    released = (facts.get(FACT) or "").split()
    if mine in released[:-1] and not release:
        return None
    synced = store.subscriptions.sync(declared, now)
    if release:
        others = [fingerprint for fingerprint in released if fingerprint != mine]
        facts.set(FACT, " ".join([*others, mine][-_KEPT:]))
    return synced
