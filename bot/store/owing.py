"""Owed Deliveries: claimed, held by nobody and without a Plan yet, for the next tick to plan.

Each step is part of the caller's transaction.
"""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.delivery import LEASE, refusal
from bot.core.occasion import Fit
from bot.core.roundup import DeliveryState
from bot.core.schedule import Occurrence, StoredSubscription
from bot.store.audit import NONE_LATER
from bot.store.claiming import delivery_row, insert, token
from bot.store.database import Database
from bot.store.steps import NOBODY
from bot.store.tables import deliveries, parts, subscriptions


def owe(
    connection: Connection,
    database: Database,
    stored: StoredSubscription,
    occurrence: Occurrence,
    now: datetime,
) -> None:
    """Owe an Occurrence that falls due by a rule that is about to change."""
    row = delivery_row(stored, occurrence, NOBODY, database.now(), now)
    insert(connection, database, row | {"lease_until": now})


def owe_again(connection: Connection, channel_row: int, now: datetime) -> None:
    """Owe anew what a Channel did not take while it had an obstacle; it is locked.

    That is the newest Delivery of each Subscription that still goes there, if its first message
    was refused, inside its Grace. What a person settled is not among them.
    """
    until = subscriptions.c.paused_until
    failed = sa.and_(
        deliveries.c.channel_id == channel_row,
        deliveries.c.state == DeliveryState.FAILED,
        deliveries.c.error.startswith(refusal(1, "")),
        deliveries.c.grace_until >= now,
        NONE_LATER,
        subscriptions.c.channel_id == channel_row,
        ~subscriptions.c.retired,
        ~subscriptions.c.paused,
        sa.or_(until.is_(None), until < deliveries.c.effective),  # no pause took it away since
    )
    ids = sa.select(deliveries.c.id).join(subscriptions).where(failed).order_by(deliveries.c.id)
    for id_ in connection.scalars(ids.with_for_update(of=deliveries)).all():
        connection.execute(sa.delete(parts).where(parts.c.delivery_id == id_))
        anew = {
            "state": DeliveryState.CLAIMED,
            "lease_until": now,
            "token": token(),  # messages of the Plan before are not this one's
            "fit": Fit.BLOCKS,
            "entry_ids": [],
            "error": None,
        }
        connection.execute(sa.update(deliveries).where(deliveries.c.id == id_).values(anew))


def look_up_at_once(connection: Connection, channel_row: int, now: datetime) -> None:
    """Have what is uncertain in a Channel looked up now, but for calls that may still land."""
    landed = sa.exists().where(
        parts.c.delivery_id == deliveries.c.id,
        parts.c.ts.is_(None),
        parts.c.calling_at <= now - LEASE,
    )
    waits = sa.and_(
        deliveries.c.channel_id == channel_row,
        deliveries.c.state == DeliveryState.UNCERTAIN,
        deliveries.c.claimed_by == NOBODY,
        deliveries.c.lease_until > now,
        landed,
    )
    connection.execute(sa.update(deliveries).where(waits).values(lease_until=now))
