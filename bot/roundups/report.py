"""Subscriptions, Deliveries and previews as JSON-ready dicts: the command line's contracts."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from bot.core.delivery import Delivery
from bot.core.occurrence import upcoming
from bot.core.schedule import StoredSubscription
from bot.roundups.planning import Preview
from bot.store import audit
from bot.store.store import Store


def preview(found: Preview) -> dict[str, Any]:
    """`{"messages": [{"text", "blocks", "metadata", "thread"}…], "left"}`."""
    messages = [
        {
            "text": part.message.text,
            "blocks": list(part.message.blocks),
            "metadata": part.message.metadata,
            "thread": part.message.thread,
        }
        for part in found.parts
    ]
    return {"messages": messages, "left": found.left}


def subscriptions(store: Store, now: datetime) -> list[dict[str, Any]]:
    """Every Subscription: when it falls due next, its newest Delivery, and what is uncertain."""
    newest, uncertain = store.deliveries.newest(), audit.uncertain(store.database)
    keys = _keys(store, list(newest.values()))
    return [
        _subscription(stored, now)
        | {"last": _last(newest.get(stored.id), keys)}
        | {"uncertain": [_uncertain(delivery) for delivery in uncertain[stored.id]]}
        for stored in store.subscriptions.all()
    ]


def deliveries(store: Store, newest: int | None = None) -> list[dict[str, Any]]:
    """The audit: every Delivery, or so many of the newest, oldest first."""
    zones = {stored.id: stored.subscription.timezone for stored in store.subscriptions.all()}
    rows: list[dict[str, Any]] = []
    for found in audit.recorded(store.database, newest):
        keys = _keys(store, found)
        rows += (_delivery(each, keys, zones[each.subscription_id]) for each in found)
    return rows


def _subscription(stored: StoredSubscription, now: datetime) -> dict[str, Any]:
    subscription = stored.subscription
    return {
        "name": subscription.name,
        "team": subscription.team,
        "channel": subscription.channel,
        "source": stored.source,
        "every": subscription.every,
        "timezone": subscription.timezone,
        "filter": subscription.filter,
        "state": stored.state(now),
        "reason": stored.stopped or stored.obstacle,
        "paused_until": _iso(paused) if (paused := stored.pause_ends(now)) else None,
        "next": [_iso(each.effective) for each in islice(upcoming(stored, now), 3)],
    }


def _delivery(delivery: Delivery, keys: dict[int, str], timezone: str) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "subscription": delivery.subscription,
        "channel": delivery.channel,
        "timezone": timezone,
        **_outcome(delivery, keys),
        "parts": [{"n": part.n, "ts": part.ts} for part in delivery.parts],
    }


def _last(delivery: Delivery | None, keys: dict[int, str]) -> dict[str, Any] | None:
    return {**_outcome(delivery, keys), "ts": delivery.ts} if delivery else None


def _uncertain(delivery: Delivery) -> dict[str, Any]:
    return {"id": delivery.id, "due": _iso(delivery.due), "error": delivery.error}


def _outcome(delivery: Delivery, keys: dict[int, str]) -> dict[str, Any]:
    late = delivery.late
    return {
        "due": _iso(delivery.due),
        "state": delivery.state,
        "posted_at": _iso(delivery.posted_at) if delivery.posted_at else None,
        "late_s": None if late is None else max(0, int(late.total_seconds())),
        "error": delivery.error,
        "entries": [keys[id_] for id_ in delivery.entries if id_ in keys],
    }


def _keys(store: Store, found: Sequence[Delivery]) -> dict[int, str]:
    """Keys of the Entries of these Deliveries, but for those forgotten since."""
    ids = {id_ for delivery in found for id_ in delivery.entries}
    return {stored.id: stored.key for stored in store.entries.get(ids)}


def _iso(moment: datetime) -> str:
    return moment.isoformat()
