"""Clocks that are broken on purpose: what kills them must find them out."""

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.core.occurrence import falls_due
from bot.core.schedule import Occurrence, StoredSubscription
from bot.roundups.delivery import deliver_due
from bot.roundups.planning import Planner, preview
from bot.slack.posting.poster import Poster
from bot.slack.roundup.roundups import render
from bot.store.store import Store

Clock = Callable[[Store, Poster, datetime], None]


def posts_before_it_claims(store: Store, poster: Poster, now: datetime) -> None:
    """Delivers what has no Delivery yet, and records that when it is posted."""
    for stored in store.subscriptions.active():
        if occurrence := falls_due(stored, now):
            _post_and_claim(store, poster, stored, occurrence, now)


def _post_and_claim(
    store: Store,
    poster: Poster,
    stored: StoredSubscription,
    occurrence: Occurrence,
    now: datetime,
) -> None:
    sent: dict[int, str] = {}
    for part in preview(store, stored, now, render).parts:
        thread = sent[1] if part.message.thread else None
        sent[part.n] = poster.post(stored.subscription.channel, part.message, thread)
    delivery = Planner(store, render).claim(stored, occurrence, now)
    if delivery and sent:
        store.deliveries.record(delivery, sent, now)


class Blind(Poster):
    """Never finds in a Channel what is there."""

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None = None
    ) -> dict[int, str]:
        return {}


def posts_again_without_looking(store: Store, poster: Poster, now: datetime) -> None:
    """Takes every call that was not answered for one that was not made."""
    deliver_due(lambda: now, store, render, poster)


BROKEN: Mapping[str, tuple[Clock, type[Poster]]] = {
    "posts before it claims": (posts_before_it_claims, Poster),
    "posts again without looking": (posts_again_without_looking, Blind),
}
