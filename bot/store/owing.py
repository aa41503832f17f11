"""Owed Deliveries: claimed, held by nobody and without a Plan yet, for the next tick to plan.

Each step is part of the caller's transaction.
"""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.roundup import DeliveryState
from bot.core.schedule import Occurrence, StoredSubscription
from bot.store.audit import NONE_LATER
from bot.store.claiming import delivery_row, insert
from bot.store.database import Database
from bot.store.steps import NOBODY
from bot.store.tables import deliveries, parts


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
    """Try anew, and at once, what a Channel is owed; it is locked (`seen.lock_channel`).

    That is each Subscription's newest Delivery if it failed without a message, inside its Grace;
    and what is uncertain, to be looked up.
    """
    here = deliveries.c.channel_id == channel_row
    failed = sa.and_(
        here,
        deliveries.c.state == DeliveryState.FAILED,
        deliveries.c.grace_until >= now,
        NONE_LATER,
    )
    ids = sa.select(deliveries.c.id).where(failed).order_by(deliveries.c.id).with_for_update()
    found = connection.scalars(ids).all()
    connection.execute(sa.delete(parts).where(parts.c.delivery_id.in_(found)))
    anew = {"state": DeliveryState.CLAIMED, "lease_until": now, "entry_ids": [], "error": None}
    connection.execute(sa.update(deliveries).where(deliveries.c.id.in_(found)).values(anew))
    uncertain = sa.and_(here, deliveries.c.state == DeliveryState.UNCERTAIN)
    free = sa.and_(uncertain, deliveries.c.claimed_by == NOBODY, deliveries.c.lease_until > now)
    connection.execute(sa.update(deliveries).where(free).values(lease_until=now))
