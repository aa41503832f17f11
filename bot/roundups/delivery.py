"""Delivers every Occurrence that is due, once.

What is promised. An Occurrence has at most one Delivery, by a unique row; its messages are stored,
and its Entries reserved, before the first call to Slack. A message is posted by whoever holds the
claim and a running Lease, and is posted again only if no connection to Slack came about, if Slack
refused it for sure, or if the whole history of the channel was read no sooner than 60 seconds after
the call and does not hold it. What is not known to be posted and cannot be looked up stays
`uncertain`, its Entries in no other Plan, until it can be read or a person settles it. A process
that dies at any point leaves a Delivery that another goes on with when the Lease ends. One
Channel's trouble never stops another's. What Slack does not take in one form is put into another;
where it takes nothing, the Channel has an obstacle: its Deliveries fail, each Occurrence is tried
once, and nothing is forgotten.

What is not. A process frozen for longer than the Lease between its last look at it and the call may
post a message that another has posted meanwhile. A message that Slack takes more than 60 seconds to
show in its history after a call that was not answered may be posted twice, and so may one by a
machine whose clock is a day ahead of Slack's; a clock that is set back makes Leases last longer by
as much. Entries of a Delivery that failed, was missed, or ran out of its Grace are not lost: they
wait for the next one.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from bot.core.delivery import Delivery
from bot.core.occurrence import falls_due, grace_until
from bot.core.roundup import DeliveryState
from bot.core.schedule import Occurrence, StoredSubscription
from bot.errors import DatabaseError
from bot.roundups.due import Due, by_channel
from bot.roundups.journal import note
from bot.roundups.notifying import tell_all
from bot.roundups.outside import Render, Slack
from bot.roundups.pace import Pace
from bot.roundups.planning import Planner
from bot.roundups.posting import LAST_TRY, Posting
from bot.roundups.reaching import Reach, shut_out
from bot.roundups.remedies import LONGEST_WAIT, RATE_LIMITS
from bot.roundups.threads import in_threads
from bot.store.steps import LeaseLost
from bot.store.store import Store

THREADS = 4
"""That post at once: enough for Slack's pace, and the half of what connects to PostgreSQL."""

END_WITHIN_S = 15
"""How long calls under way may last once we are to stop: hosts kill after half a minute."""

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

    def add(self, other: "Summary") -> None:
        self.states += other.states
        self.waiting += other.waiting
        self.broken += other.broken


def deliver_due(
    now: Now,
    store: Store,
    render: Render,
    slack: Slack,
    stopping: Callable[[], bool] = lambda: False,
    *,
    pace: Pace | None = None,
    threads: int = 1,
) -> Summary:
    """Go on with open Deliveries, and deliver what falls due; then tell what is to be told.

    Channels come in order of what is longest due there, in as many `threads`; within one, what is
    open comes first, and nothing at the same time. Without a `pace` messages follow each other at
    once. Safe to be called by any number of threads and processes at once. `stopping` is asked
    before each call to Slack. Raises DatabaseError if the database cannot be used.
    """
    store.heartbeat.beat(now())
    if reason := shut_out(store, slack):
        return Summary(unusable=reason)
    planner, pace = Planner(store, render), pace or Pace(sleep=lambda seconds: None)
    posting = Posting(now, store, planner, slack, pace, stopping, Reach())
    summary = _Tick(now, store, planner, posting, stopping).run(threads)
    posting.reach.end()
    if not posting.reach.unusable:
        tell_all(now, store, slack, pace, stopping)
    summary.unusable = posting.reach.unusable
    return summary


class _Tick:
    """One pass over everything that is due."""

    def __init__(
        self,
        now: Now,
        store: Store,
        planner: Planner,
        posting: Posting,
        stopping: Callable[[], bool],
    ) -> None:
        self._now = now
        self._store = store
        self._planner = planner
        self._posting = posting
        self._stopping = stopping
        self._over = False  # the database is gone: what has not begun is left

    def run(self, threads: int) -> Summary:
        units = by_channel([*self._open(), *self._falling_due()])
        summary = Summary()
        for of_unit in self._done(units, threads):
            summary.add(of_unit)
        return summary

    def _done(self, units: Sequence[Sequence[Due]], threads: int) -> Iterable[Summary]:
        if threads == 1:
            return map(self._unit, units)
        return in_threads(self._unit, units, threads, self._stopping, END_WITHIN_S)

    def _open(self) -> list[Due]:
        return [
            Due(one.effective, one.channel_row, f"delivery {one.id}", partial(self._go_on, one.id))
            for one in self._store.deliveries.waiting(self._now())
        ]

    def _falling_due(self) -> list[Due]:
        moment = self._now()
        held_back = self._store.deliveries.held_back(RATE_LIMITS, moment, LONGEST_WAIT)
        active = self._store.subscriptions.active()
        found = [(each, due) for each in active if (due := falls_due(each, moment))]
        return [
            Due(
                due.effective,
                each.channel_row,
                f"subscription {each.subscription.name}, due {due.due.isoformat()}",
                partial(self._deliver, each.id),
            )
            for each, due in sorted(found, key=lambda pair: pair[1].effective)
            if each.channel_row not in held_back or _ends_soon(each, due, moment)
        ]

    def _unit(self, unit: Sequence[Due]) -> Summary:
        """What is due in one Channel, until it has to wait."""
        summary = Summary()
        for due in unit:
            self._apart(due, summary)
            if summary.waiting:
                break
        return summary

    def _apart(self, due: Due, summary: Summary) -> None:
        """Do one Delivery's part; its trouble stays its own, but for a database or Slack gone."""
        if self._over or self._stopping() or self._posting.reach.unusable:
            return
        try:
            if delivery := due.deliver():
                summary.count(delivery)
        except LeaseLost:
            log.info("%s: another process has it", due.name)
        except DatabaseError:
            self._over = True
            raise
        except Exception:
            summary.broken += 1
            log.exception("%s: stopped by a fault of ours; tried again later", due.name)

    def _deliver(self, subscription: int) -> Delivery | None:
        """Claim what is due of a Subscription by now: it may have changed since it was listed."""
        now, stored = self._now(), self._store.subscriptions.get(subscription)
        occurrence = falls_due(stored, now)
        delivery = occurrence and self._planner.claim(stored, occurrence, now)
        if not delivery:
            return None
        if delivery.is_held:
            note(delivery, "claimed")
        return self._posting.go_on(delivery)

    def _go_on(self, id_: int) -> Delivery:
        """Take up a Delivery whose Lease ran out, or that was handed back."""
        delivery = self._store.claims.take_over(id_, self._now())
        note(delivery, "taken up")
        return self._posting.resume(delivery)


def _ends_soon(stored: StoredSubscription, occurrence: Occurrence, now: datetime) -> bool:
    """Whether it must be tried now: to wait for another's sake would let it be missed."""
    return now >= grace_until(stored.subscription, occurrence) - LAST_TRY
