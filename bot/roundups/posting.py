"""Posts the messages of one Delivery, to its end or to an obstacle."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.core.delivery import Delivery, Part
from bot.errors import SlackError
from bot.roundups.outside import Refused, Slack, Unanswered, Unreadable
from bot.roundups.remedies import Remedy, remedy, wait_for
from bot.store.deliveries import Deliveries

LOOK_UP_AFTER = timedelta(seconds=60)
"""From an unanswered call until it is looked up, and between two tries to read."""

LOOK_BACK = timedelta(minutes=5)
"""How long before the claim, or the due moment, the history is read from: clocks differ."""

log = logging.getLogger(__name__)


class Posting:
    """Takes Deliveries that are ours as far as they go; every step is recorded before the next.

    `unusable` becomes the reason when Slack cannot be used at all.
    """

    def __init__(
        self,
        now: Callable[[], datetime],
        deliveries: Deliveries,
        slack: Slack,
        stopping: Callable[[], bool],
    ) -> None:
        self._now = now
        self._deliveries = deliveries
        self._slack = slack
        self._stopping = stopping
        self.unusable: str | None = None

    def go_on(self, delivery: Delivery) -> Delivery:
        """Post the Parts that are left, in order, and give the Delivery as it then is.

        A call whose fate is unknown is looked up first: the Lease of who made it, or the wait
        for it, is over.
        """
        if delivery.unanswered:
            delivery = self._look_up(delivery, delivery.unanswered)
        while delivery.is_held and (part := delivery.next_part):
            delivery = self._go_on_with(delivery, part)
        _log(delivery)
        return delivery

    def _go_on_with(self, delivery: Delivery, part: Part) -> Delivery:
        now = self._now()
        if now > delivery.grace_until:
            reason = delivery.error or "its time was over before it could be posted"
            return self._deliveries.fail(delivery, reason, now)
        if self._stopping():
            return self._deliveries.hand_back(delivery, now, "stopped before the end")
        return self._post(self._deliveries.begin(delivery, part.n, now), part, now)

    def _post(self, delivery: Delivery, part: Part, began: datetime) -> Delivery:
        thread = delivery.ts if part.message.thread else None
        try:
            ts = self._slack.post(delivery.channel, part.message, thread)
        except Refused as refused:
            return self._refused(delivery, part, refused)
        except Unanswered as unanswered:
            return self._doubt(delivery, f"part {part.n} was not answered: {unanswered.reason}")
        except SlackError as error:
            return self._no_use(delivery, str(error))
        return self._deliveries.record(delivery, {part.n: ts}, began)

    def _refused(self, delivery: Delivery, part: Part, refused: Refused) -> Delivery:
        match remedy(refused):
            case Remedy.STOP:
                return self._no_use(delivery, f"Slack refuses our token: {refused.code}")
            case Remedy.AGAIN:
                until = self._now() + wait_for(refused)
                return self._deliveries.hand_back(delivery, until, refused.code)
            case _:
                reason = f"part {part.n} was refused: {refused.code}"
                return self._deliveries.fail(delivery, reason, self._now())

    def _no_use(self, delivery: Delivery, reason: str) -> Delivery:
        """Nothing can be posted by anybody: keep the Delivery for when it can."""
        self.unusable = reason
        return self._deliveries.hand_back(delivery, self._now(), reason)

    def _doubt(self, delivery: Delivery, reason: str) -> Delivery:
        until = self._now() + LOOK_UP_AFTER
        return self._deliveries.doubt(delivery, until, reason)

    def _look_up(self, delivery: Delivery, part: Part) -> Delivery:
        """Find out whether a part is posted; what cannot be read stays in doubt."""
        try:
            # Real time, but for `--now`: who stamps messages by that clock is read whole as well.
            since = min(delivery.claimed_at, delivery.effective) - LOOK_BACK
            found = self._slack.look_up(delivery.channel, delivery.token, since)
        except Unreadable as unreadable:
            reason = f"part {part.n} may be posted, and cannot be looked up: {unreadable.reason}"
            return self._doubt(delivery, reason)
        log.info("delivery %d: looked up part %d: %s", delivery.id, part.n, found.get(part.n))
        if found:
            delivery = self._deliveries.record(delivery, found, part.calling_at or self._now())
        return self._deliveries.absent(delivery) if delivery.unanswered else delivery


def _log(delivery: Delivery) -> None:
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
