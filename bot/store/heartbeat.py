"""The clock's heartbeat: when one last looked for what is due, in whichever process."""

from datetime import datetime, timedelta

from bot.store.database import Database
from bot.store.facts import Facts

STILL_RUNS = timedelta(minutes=15)
"""After so long without a beat no clock runs: a host's cron wakes one every ten minutes or so."""

_APART = timedelta(minutes=1)
_NAME = "clock"


class Heartbeat:
    """Beats are noted once a minute, however many clocks there are."""

    def __init__(self, database: Database) -> None:
        self._facts = Facts(database)

    def beat(self, now: datetime) -> None:
        """A clock looks for what is due at `now`. Raises DatabaseError."""
        last = self.last()
        if last is None or abs(now - last) >= _APART:
            self._facts.set(_NAME, now.isoformat())

    def last(self) -> datetime | None:
        """When a clock last did, to the minute; None for never. Raises DatabaseError."""
        found = self._facts.get(_NAME)
        return None if found is None else datetime.fromisoformat(found)
