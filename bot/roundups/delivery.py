"""Delivers every Occurrence that is due, once.

What is promised. An Occurrence has at most one Delivery, by a unique row; its messages are stored,
and its Entries reserved, before the first call to Slack. A message is posted by whoever holds the
claim and a running Lease, and is posted again only if Slack refused it for sure, or if the whole
history of the channel was read no sooner than 60 seconds after the call and does not hold it. What
is not known to be posted and cannot be looked up stays `uncertain`, its Entries in no other Plan,
until it can be read or a person settles it. A process that dies at any point leaves a Delivery that
another goes on with when the Lease ends. One Channel's trouble never stops another's.

What is not. A process frozen for longer than the Lease between its last look at it and the call
may post a message that another has posted meanwhile. A message that Slack takes more than 60
seconds to show in its history after a call that was not answered may be posted twice. Entries of a
Delivery that failed, was missed, or ran out of its Grace are not lost: they wait for the next one.
"""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from bot.core.delivery import Delivery
from bot.core.occasion import Occasion
from bot.core.occurrence import falls_due, grace_until
from bot.core.roundup import DeliveryState
from bot.core.schedule import Occurrence, StoredSubscription
from bot.errors import DatabaseError
from bot.roundups.outside import Render, Slack
from bot.roundups.planning import compose, wanted
from bot.roundups.posting import Posting
from bot.store.steps import LeaseLost
from bot.store.store import Store

log = logging.getLogger(__name__)

Now = Callable[[], datetime]


@dataclass(slots=True)
class Summary:
    """How many Deliveries came to which state, and what could not be used.

    `waiting` are those to be tried again; `broken` those stopped by a fault of our own. `unusable`
    is why Slack could not be used at all, None where it could.
    """

    states: Counter[DeliveryState] = field(default_factory=Counter)
    waiting: int = 0
    broken: int = 0
    unusable: str | None = None

    def count(self, delivery: Delivery) -> None:
        if delivery.state in {DeliveryState.CLAIMED, DeliveryState.POSTING}:
            self.waiting += 1
        else:
            self.states[delivery.state] += 1


def deliver_due(
    now: Now,
    store: Store,
    render: Render,
    slack: Slack,
    stopping: Callable[[], bool] = lambda: False,
) -> Summary:
    """Go on with open Deliveries, then deliver what falls due; the longest due first.

    Safe to be called by any number of threads and processes at once. `stopping` is asked before
    each call to Slack. Raises DatabaseError if the database cannot be used.
    """
    return _Tick(
        store, render, Posting(now, store.deliveries, slack, stopping), now, stopping
    ).run()


class _Tick:
    """One pass over everything that is due."""

    def __init__(
        self,
        store: Store,
        render: Render,
        posting: Posting,
        now: Now,
        stopping: Callable[[], bool],
    ) -> None:
        self._store = store
        self._render = render
        self._posting = posting
        self._now = now
        self._stopping = stopping
        self._summary = Summary()

    def run(self) -> Summary:
        for delivery in self._store.deliveries.waiting(self._now()):
            self._apart(f"delivery {delivery}", partial(self._go_on, delivery))
        for stored, occurrence in self._due():
            what = f"subscription {stored.subscription.name}, due {occurrence.due.isoformat()}"
            self._apart(what, partial(self._deliver, stored, occurrence))
        self._summary.unusable = self._posting.unusable
        return self._summary

    def _due(self) -> list[tuple[StoredSubscription, Occurrence]]:
        moment = self._now()
        active = self._store.subscriptions.active()
        due = [(each, found) for each in active if (found := falls_due(each, moment))]
        return sorted(due, key=lambda pair: pair[1].effective)

    def _apart(self, what: str, act: Callable[[], Delivery | None]) -> None:
        """Do one Delivery's part; its trouble stays its own, but for a database or Slack gone."""
        if self._stopping() or self._posting.unusable:
            return
        try:
            if delivery := act():
                self._summary.count(delivery)
        except LeaseLost:
            log.info("%s: another process has it", what)
        except DatabaseError:
            raise
        except Exception:
            self._summary.broken += 1
            log.exception("%s: stopped by a fault of ours; tried again later", what)

    def _deliver(self, stored: StoredSubscription, occurrence: Occurrence) -> Delivery | None:
        moment = self._now()
        late = moment - occurrence.effective
        occasion = Occasion(stored.subscription, occurrence, late)
        deliveries = self._store.deliveries
        if moment > grace_until(stored.subscription, occurrence):
            delivery = deliveries.miss(stored, occurrence, moment)
        else:
            delivery = deliveries.claim(
                stored,
                occurrence,
                wanted(self._store, stored, occurrence),
                lambda roundup: compose(self._render, roundup, occasion),
                moment,
            )
        return self._posting.go_on(delivery) if delivery else None

    def _go_on(self, id_: int) -> Delivery:
        """Take up a Delivery whose Lease ran out, or that was handed back."""
        return self._posting.go_on(self._store.deliveries.take_over(id_, self._now()))
