"""Posts the messages of one Delivery, to its end or to an obstacle."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.core.delivery import Delivery, Part, refusal
from bot.core.occasion import LATE_FROM
from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.journal import note
from bot.roundups.looking import LOOK_UP_AFTER, look_up
from bot.roundups.outside import Refused, Slack, Unanswered
from bot.roundups.pace import Pace
from bot.roundups.planning import Planner
from bot.roundups.reaching import Reach
from bot.roundups.remedies import Remedy, next_fit, remedy, wait_for
from bot.store.store import Store

LAST_TRY = timedelta(minutes=5)
"""How long before the end of its Grace a Delivery that has to wait is tried at the latest."""


@dataclass(slots=True)
class Posting:
    """Takes Deliveries that are ours as far as they go; every step is recorded before the next.

    For any number of threads.
    """

    now: Callable[[], datetime]
    store: Store
    planner: Planner
    slack: Slack
    pace: Pace
    stopping: Callable[[], bool]
    reach: Reach

    def resume(self, delivery: Delivery) -> Delivery:
        """Go on with a Delivery that was taken up, and give it as it then is.

        A call whose fate is unknown is looked up first: the Lease of who made it, or the wait
        for it, is over. What is owed is planned; what is late by now says so.
        """
        known = delivery.error
        if delivery.unanswered:
            deliveries, slack = self.store.deliveries, self.slack
            delivery = look_up(delivery, delivery.unanswered, slack, deliveries, self.now)
        if delivery.is_held and not delivery.parts:
            delivery = self._plan(delivery)
        elif delivery.is_held and delivery.is_unposted:
            delivery = self._say_late(delivery)
        return self.go_on(delivery, known)

    def go_on(self, delivery: Delivery, known: str | None = None) -> Delivery:
        """Post the Parts that are left, in order, and give the Delivery as it then is.

        Its `known` error is no news.
        """
        while delivery.is_held and (part := delivery.next_part):
            delivery = self._go_on_with(delivery, part)
        if delivery.is_held and delivery.parts:  # what was left was forgotten meanwhile
            delivery = self.store.deliveries.record(delivery, {}, self.now())
        # What stays as it was is no warning again: an unreadable history is tried for weeks.
        note(delivery, delivery.state, error=delivery.error if delivery.error != known else None)
        return delivery

    def _plan(self, delivery: Delivery) -> Delivery:
        now = self.now()
        if now > delivery.grace_until:
            reason = "its time was over before it could be planned"
            return self.store.deliveries.fail(delivery, reason, now)
        return self.planner.plan(delivery, now)

    def _say_late(self, delivery: Delivery) -> Delivery:
        """Put it into words anew if it has become late since that was done."""
        now = self.now()
        if not LATE_FROM <= now - delivery.effective <= delivery.grace_until - delivery.effective:
            return delivery
        return self.planner.refit(delivery, delivery.fit, now)

    def _go_on_with(self, delivery: Delivery, part: Part) -> Delivery:
        self.pace.wait(delivery.channel)
        now = self.now()
        if now > delivery.grace_until:
            reason = delivery.error or "its time was over before it could be posted"
            return self.store.deliveries.fail(delivery, reason, now)
        if self.stopping() or self.reach.unusable:
            reason = self.reach.unusable or "stopped before the end"
            return self.store.deliveries.hand_back(delivery, now, reason)
        return self._post(self.store.deliveries.begin(delivery, part.n, now), part, now)

    def _post(self, delivery: Delivery, part: Part, began: datetime) -> Delivery:
        note(delivery, "posting a message", part=part.n)
        thread = delivery.ts if part.message.thread else None
        try:
            ts = self.slack.post(delivery.channel, part.message, thread)
        except Refused as refused:
            self.reach.answered()
            note(
                delivery,
                "a message was refused",
                part=part.n,
                error=refused.code,
                details=refused.details,
            )
            return self._refused(delivery, part, refused)
        except Unanswered as unanswered:
            self.reach.unanswered()
            return self._doubt(delivery, f"part {part.n} was not answered: {unanswered.reason}")
        except SlackError as error:
            self.reach.unconnected(str(error))
            return self._keep(delivery, str(error))
        self.reach.answered()
        note(delivery, "a message was posted", part=part.n, ts=ts)
        return self.store.deliveries.record(delivery, {part.n: ts}, began)

    def _refused(self, delivery: Delivery, part: Part, refused: Refused) -> Delivery:
        claims, message, code = self.store.claims, part.message, refused.code
        match remedy(refused):
            case Remedy.AGAIN:
                until = _until(delivery, self.now(), wait_for(refused))
                return self.store.deliveries.hand_back(delivery, until, code)
            case Remedy.SMALLER | Remedy.PLAIN as found if fit := next_fit(delivery.fit, found):
                return self.planner.refit(delivery, fit, self.now())
            case Remedy.UNMARKED if message.metadata:
                return claims.rewrite(delivery, _unmarked)
            case Remedy.TOP_LEVEL if message.thread:
                return claims.rewrite(delivery, _at_top_level)
            case Remedy.PAUSE | Remedy.TOP_LEVEL:
                return self._give_up(delivery, part, code, obstacle=code)
            case Remedy.STOP:
                self.store.obstacles.stop(delivery.workspace_row, code)
                self.reach.unusable = f"Slack refuses our token: {code}"
                return self._keep(delivery, self.reach.unusable)
            case _:
                return self._give_up(delivery, part, code)

    def _give_up(
        self, delivery: Delivery, part: Part, code: str, obstacle: str | None = None
    ) -> Delivery:
        reason = refusal(part.n, code)
        return self.store.deliveries.fail(delivery, reason, self.now(), obstacle)

    def _keep(self, delivery: Delivery, reason: str) -> Delivery:
        """Nothing was posted, and no fault of this one: anybody may try again."""
        return self.store.deliveries.hand_back(delivery, self.now(), reason)

    def _doubt(self, delivery: Delivery, reason: str) -> Delivery:
        until = self.now() + LOOK_UP_AFTER
        return self.store.deliveries.doubt(delivery, until, reason)


def _until(delivery: Delivery, now: datetime, wait: timedelta) -> datetime:
    """Until when to wait: not so long that its time is over without another try."""
    last_try = max(delivery.grace_until - LAST_TRY, now + min(wait, LAST_TRY))
    return min(now + wait, last_try)


def _unmarked(message: Message) -> Message:
    return replace(message, metadata=None)


def _at_top_level(message: Message) -> Message:
    return replace(message, thread=False)
