"""What lies ahead of a Subscription: how much comes next, what waits after that, and why."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.core.entry import StoredEntry
from bot.core.roundup import Roundup, Unseen, Wanted
from bot.core.schedule import StoredSubscription
from bot.core.why import Why, why
from bot.roundups.planning import coming, wanted
from bot.store import meeting
from bot.store.past import SeenAt
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Ahead:
    """Of the Entries that fit and are unseen: so many come next, so many are kept."""

    shown: int
    kept: int


def asked_for(stored: StoredSubscription, now: datetime) -> Wanted:
    """What may go into the next Roundup."""
    return wanted(stored, coming(stored, now))


def ahead(store: Store, stored: StoredSubscription, now: datetime) -> Ahead:
    """How many Entries the next Roundup would show now."""
    asked = asked_for(stored, now)
    fit = len(store.claims.candidates(asked).unseen)
    return Ahead(min(fit, asked.limit), max(0, fit - asked.limit))


def rest(
    store: Store, stored: StoredSubscription, now: datetime, size: int, skip: int = 0
) -> Roundup:
    """What waits, `size` of it in the order in which it will come, after the first `skip`."""
    asked = asked_for(stored, now)
    return store.claims.choose(replace(asked, limit=size), skip)


@dataclass(frozen=True, slots=True)
class Next:
    """The next Roundup of a Subscription: what is wanted, and all that it would choose from."""

    stored: StoredSubscription
    wanted: Wanted
    candidates: tuple[Unseen, ...]

    def why(self, store: Store, entry: StoredEntry, seen: SeenAt | None) -> Why:
        """Why an Entry, `seen` by the Channel or not, is or is not in it."""
        unmet = meeting.unmet(store, entry, self.wanted)
        return why(entry, self.wanted, unmet, seen.state if seen else None, self.candidates)


def next_of(store: Store, stored: StoredSubscription, now: datetime) -> Next:
    """What the next Roundup chooses from now."""
    asked = asked_for(stored, now)
    return Next(stored, asked, store.claims.candidates(asked).unseen)
