"""Which schedules were released last, so that an older version of the program leaves them alone."""

import hashlib
from collections.abc import Sequence

from sqlalchemy.engine import Connection

from bot.core.schedule import Subscription
from bot.store.facts import Facts

RELEASED = "schedules"
"""Names the fact that holds the fingerprints of all schedules ever released, the newest last."""

_KEPT = 100


def is_outdated(
    connection: Connection, facts: Facts, declared: Sequence[Subscription], *, release: bool
) -> bool:
    """Whether a later release replaced what is declared; a release itself is noted as the latest.

    Part of the caller's transaction.
    """
    mine = hashlib.sha256(repr(tuple(declared)).encode()).hexdigest()[:16]
    released = (facts.get_within(connection, RELEASED) or "").split()
    if not release:
        return mine in released[:-1]
    latest = [*(each for each in released if each != mine), mine][-_KEPT:]
    facts.set_within(connection, RELEASED, " ".join(latest))
    return False
