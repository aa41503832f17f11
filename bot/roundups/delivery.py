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
from datetime import datetime, timedelta
from functools import partial

from bot.core.delivery import Delivery, Part
from bot.core.occurrence import falls_due, grace_until
from bot.core.roundup import DeliveryState
from bot.core.schedule import Occurrence, StoredSubscription
from bot.errors import DatabaseError, SlackError
from bot.roundups.outside import Refused, Remedy, Render, Slack, Unanswered, Unreadable
from bot.roundups.planning import compose, wanted
from bot.store.deliveries import LeaseLost
from bot.store.store import Store

LOOK_UP_AFTER = timedelta(seconds=60)
"""From the start of an unanswered call until it is looked up, and between two tries to read."""

LOOK_BACK = timedelta(minutes=5)
"""How long before the claim the history is read from: clocks differ."""

AGAIN_AFTER = timedelta(seconds=60)
"""Until a message is tried again that Slack refused for now without saying for how long."""

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


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
    now: Clock,
    store: Store,
    render: Render,
    slack: Slack,
    stopping: Callable[[], bool] = lambda: False,
) -> Summary:
    """Go on with open Deliveries, then deliver what falls due; the longest due first.

    Safe to be called by any number of threads and processes at once. `stopping` is asked before
    each call to Slack. Raises DatabaseError if the database cannot be used.
    """
    return _Round(now, store, render, slack, stopping).run()


class _Round:
    """One pass over everything that is due."""

    def __init__(
        self, now: Clock, store: Store, render: Render, slack: Slack, stopping: Callable[[], bool]
    ) -> None:
        self.now = now
        self.store = store
        self.render = render
        self.slack = slack
        self.stopping = stopping
        self.summary = Summary()

    def run(self) -> Summary:
        for delivery in self.store.deliveries.waiting(self.now()):
            self._apart(f"delivery {delivery}", partial(self._go_on, delivery))
        for stored, occurrence in self._due():
            what = f"subscription {stored.subscription.name}, due {occurrence.due.isoformat()}"
            self._apart(what, partial(self._deliver, stored, occurrence))
        return self.summary

    def _due(self) -> list[tuple[StoredSubscription, Occurrence]]:
        moment = self.now()
        active = self.store.subscriptions.active()
        due = [(each, found) for each in active if (found := falls_due(each, moment))]
        return sorted(due, key=lambda pair: pair[1].effective)

    def _apart(self, what: str, act: Callable[[], Delivery | None]) -> None:
        """Do one Delivery's part; its trouble stays its own, but for a database or Slack gone."""
        if self.stopping() or self.summary.unusable:
            return
        try:
            if delivery := act():
                self.summary.count(delivery)
        except LeaseLost:
            log.info("%s: another process has it", what)
        except DatabaseError:
            raise
        except Exception:
            self.summary.broken += 1
            log.exception("%s: stopped by a fault of ours; tried again later", what)

    def _deliver(self, stored: StoredSubscription, occurrence: Occurrence) -> Delivery | None:
        moment = self.now()
        deliveries = self.store.deliveries
        if moment > grace_until(stored.subscription, occurrence):
            delivery = deliveries.miss(stored, occurrence, moment)
        else:
            delivery = deliveries.claim(
                stored,
                occurrence,
                wanted(self.store, stored, occurrence),
                lambda roundup: compose(self.render, roundup, stored, occurrence),
                moment,
            )
        return self._post_all(delivery) if delivery else None

    def _go_on(self, id_: int) -> Delivery:
        """Take up a Delivery whose Lease ran out, or that was handed back."""
        delivery = self.store.deliveries.take_over(id_, self.now())
        if delivery.unanswered:
            delivery = self._look_up(delivery, delivery.unanswered)
        return self._post_all(delivery)

    def _look_up(self, delivery: Delivery, part: Part) -> Delivery:
        """Find out what became of an unanswered call: its Lease or the wait is over by now."""
        try:
            since = delivery.claimed_at - LOOK_BACK
            found = self.slack.look_up(delivery.channel, delivery.token, since)
        except Unreadable as unreadable:
            reason = f"part {part.n} may be posted, and cannot be looked up: {unreadable.reason}"
            return self._doubt(delivery, reason)
        log.info("delivery %d: looked up part %d: %s", delivery.id, part.n, found.get(part.n))
        if found:
            delivery = self.store.deliveries.record(delivery, found, part.calling_at or self.now())
        return self.store.deliveries.absent(delivery) if delivery.unanswered else delivery

    def _post_all(self, delivery: Delivery) -> Delivery:
        """Post the Parts that are left, in order, until the end or an obstacle."""
        while delivery.is_held and (part := delivery.next_part):
            if self.now() > delivery.grace_until:
                reason = delivery.error or "its time was over before it could be posted"
                delivery = self.store.deliveries.fail(delivery, reason, self.now())
            elif self.stopping():
                moment = self.now()
                delivery = self.store.deliveries.hand_back(delivery, moment, "stopped in between")
            else:
                delivery = self._post(delivery, part)
        return _told(delivery)

    def _post(self, delivery: Delivery, part: Part) -> Delivery:
        deliveries = self.store.deliveries
        delivery = deliveries.begin(delivery, part.n, began := self.now())
        thread = delivery.ts if part.message.thread else None
        try:
            ts = self.slack.post(delivery.channel, part.message, thread)
        except Refused as refused:
            return self._refused(delivery, part, refused)
        except Unanswered as unanswered:
            return self._doubt(delivery, f"part {part.n} was not answered: {unanswered.reason}")
        except SlackError as error:
            return self._no_use(delivery, str(error))
        return deliveries.record(delivery, {part.n: ts}, began)

    def _refused(self, delivery: Delivery, part: Part, refused: Refused) -> Delivery:
        match refused.remedy:
            case Remedy.STOP:
                return self._no_use(delivery, f"Slack refuses our token: {refused.code}")
            case Remedy.AGAIN:
                wait = timedelta(seconds=refused.retry_after or AGAIN_AFTER.total_seconds())
                return self.store.deliveries.hand_back(delivery, self.now() + wait, refused.code)
            case Remedy.FAIL:
                reason = f"part {part.n} was refused: {refused.code}"
                return self.store.deliveries.fail(delivery, reason, self.now())

    def _no_use(self, delivery: Delivery, reason: str) -> Delivery:
        """Nothing can be posted by anybody: keep the Delivery for when it can."""
        self.summary.unusable = reason
        return self.store.deliveries.hand_back(delivery, self.now(), reason)

    def _doubt(self, delivery: Delivery, reason: str) -> Delivery:
        until = self.now() + LOOK_UP_AFTER
        return self.store.deliveries.doubt(delivery, until, reason)


def _told(delivery: Delivery) -> Delivery:
    """One line of the log for what a Delivery has come to."""
    level = logging.INFO if delivery.error is None else logging.WARNING
    facts = {
        "delivery": delivery.id,
        "subscription": delivery.subscription,
        "channel": delivery.channel,
        "due": delivery.due.isoformat(),
        "state": str(delivery.state),
        "entries": len(delivery.entries),
    }
    log.log(level, "%s", delivery.error or "roundup", extra=facts)
    return delivery
