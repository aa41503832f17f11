"""Posts the messages of one Delivery, to its end or to an obstacle."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.core.delivery import Delivery, Part
from bot.core.roundup import Message
from bot.errors import SlackError
from bot.roundups.journal import note
from bot.roundups.outside import Refused, Slack, Unanswered, Unreadable
from bot.roundups.pace import Pace
from bot.roundups.planning import Planner
from bot.roundups.remedies import Remedy, next_fit, remedy, wait_for
from bot.store.store import Store

LOOK_UP_AFTER = timedelta(seconds=60)
"""From an unanswered call until it is looked up, and at least between two tries to read."""

LOOK_UP_WITHIN = timedelta(minutes=5)
"""At most between two tries to read, however long it has not worked."""

LOOK_BACK = timedelta(minutes=5)
"""How long before the claim, or the due moment, the history is read from: clocks differ."""

TELL_AFTER = timedelta(minutes=10)
"""How long a call stays unanswered and unreadable before its subscriber is told."""

LAST_TRY = timedelta(minutes=5)
"""How long before the end of its Grace a Delivery that has to wait is tried at the latest."""


@dataclass(slots=True)
class Posting:
    """Takes Deliveries that are ours as far as they go; every step is recorded before the next.

    For any number of threads. `unusable` becomes the reason when Slack cannot be used at all.
    """

    now: Callable[[], datetime]
    store: Store
    planner: Planner
    slack: Slack
    pace: Pace
    stopping: Callable[[], bool]
    unusable: str | None = None

    def go_on(self, delivery: Delivery) -> Delivery:
        """Post the Parts that are left, in order, and give the Delivery as it then is.

        A call whose fate is unknown is looked up first: the Lease of who made it, or the wait
        for it, is over. What is owed is planned.
        """
        known = delivery.error
        if delivery.unanswered:
            delivery = self._look_up(delivery, delivery.unanswered)
        if delivery.is_held and not delivery.parts:
            delivery = self._plan(delivery)
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

    def _go_on_with(self, delivery: Delivery, part: Part) -> Delivery:
        self.pace.wait(delivery.channel)
        now = self.now()
        if now > delivery.grace_until:
            reason = delivery.error or "its time was over before it could be posted"
            return self.store.deliveries.fail(delivery, reason, now)
        if self.stopping() or self.unusable:
            reason = self.unusable or "stopped before the end"
            return self.store.deliveries.hand_back(delivery, now, reason)
        return self._post(self.store.deliveries.begin(delivery, part.n, now), part, now)

    def _post(self, delivery: Delivery, part: Part, began: datetime) -> Delivery:
        note(delivery, "posting a message", part=part.n)
        thread = delivery.ts if part.message.thread else None
        try:
            ts = self.slack.post(delivery.channel, part.message, thread)
        except Refused as refused:
            note(
                delivery,
                "a message was refused",
                part=part.n,
                error=refused.code,
                details=refused.details,
            )
            return self._refused(delivery, part, refused)
        except Unanswered as unanswered:
            return self._doubt(delivery, f"part {part.n} was not answered: {unanswered.reason}")
        except SlackError as error:
            return self._no_use(delivery, str(error))
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
                return self._no_use(delivery, f"Slack refuses our token: {code}")
            case _:
                return self._give_up(delivery, part, code)

    def _give_up(
        self, delivery: Delivery, part: Part, code: str, obstacle: str | None = None
    ) -> Delivery:
        reason = f"part {part.n} was refused: {code}"
        return self.store.deliveries.fail(delivery, reason, self.now(), obstacle)

    def _no_use(self, delivery: Delivery, reason: str) -> Delivery:
        """Nothing can be posted by anybody: keep the Delivery for when it can."""
        self.unusable = reason
        return self.store.deliveries.hand_back(delivery, self.now(), reason)

    def _doubt(self, delivery: Delivery, reason: str) -> Delivery:
        until = self.now() + LOOK_UP_AFTER
        return self.store.deliveries.doubt(delivery, until, reason)

    def _look_up(self, delivery: Delivery, part: Part) -> Delivery:
        """Find out whether a part is posted; what cannot be read stays in doubt."""
        try:
            found = self._found(delivery, part)
        except Unreadable as unreadable:
            reason = f"part {part.n} may be posted, and cannot be looked up: {unreadable.reason}"
            return self._unread(delivery, part, reason)
        note(delivery, "a message was looked up", part=part.n, ts=found.get(part.n, "absent"))
        if found:
            began = part.calling_at or self.now()
            delivery = self.store.deliveries.record(delivery, found, began)
        return self.store.deliveries.absent(delivery) if delivery.unanswered else delivery

    def _found(self, delivery: Delivery, part: Part) -> dict[int, str]:
        if part.message.metadata is None:
            raise Unreadable("Slack refused the mark by which it would be known")
        # Real time, but for `--now`: who stamps messages by that clock is read whole as well.
        since = min(delivery.claimed_at, delivery.effective) - LOOK_BACK
        return dict(self.slack.look_up(delivery.channel, delivery.token, since, delivery.ts))

    def _unread(self, delivery: Delivery, part: Part, reason: str) -> Delivery:
        """The longer it has not worked, the longer until it is tried again."""
        now = self.now()
        began = part.calling_at or now
        wait = min(max((now - began) / 10, LOOK_UP_AFTER), LOOK_UP_WITHIN)
        return self.store.deliveries.doubt(delivery, now + wait, reason, began + TELL_AFTER)


def _until(delivery: Delivery, now: datetime, wait: timedelta) -> datetime:
    """Until when to wait: not so long that its time is over without another try."""
    last_try = max(delivery.grace_until - LAST_TRY, now + min(wait, LAST_TRY))
    return min(now + wait, last_try)


def _unmarked(message: Message) -> Message:
    return replace(message, metadata=None)


def _at_top_level(message: Message) -> Message:
    return replace(message, thread=False)
