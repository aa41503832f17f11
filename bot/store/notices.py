"""Notices: what subscribers are still to be told. Each is told at most once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.notice import Notice, Trouble
from bot.core.roundup import DeliveryState
from bot.core.schedule import Language
from bot.store.database import Database
from bot.store.tables import channels, deliveries, notices, parts, subscriptions


class Notices:
    """Notices that wait. They are written by the steps that meet a trouble."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, now: datetime) -> Notice | None:
        """The next to be told by now; nobody else gets it, whatever comes of the telling.

        Those whose trouble is over by itself are dropped.
        """
        waits = sa.select(notices.c.id).where(~notices.c.told, notices.c.at <= now)
        first = waits.order_by(notices.c.id).limit(1).with_for_update(skip_locked=True)
        with self._database.read() as connection:  # most often there is none
            if connection.scalar(waits.limit(1)) is None:
                return None
        with self._database.write() as connection:
            while (id_ := connection.scalar(first)) is not None:
                told = sa.update(notices).where(notices.c.id == id_).values(told=True)
                connection.execute(told)
                if row := connection.execute(_NOTICE, {"id": id_}).mappings().one_or_none():
                    return _notice(row)
                connection.execute(sa.delete(notices).where(notices.c.id == id_))
        return None

    def put_back(self, notice: Notice, until: datetime) -> None:
        """It was certainly not told: let anybody tell it from `until` on."""
        with self._database.write() as connection:
            this = notices.c.id == notice.id
            connection.execute(sa.update(notices).where(this).values(told=False, at=until))


def forget(connection: Connection, delivery: int) -> None:
    """The doubt about a Delivery is over; another one would be told anew."""
    connection.execute(sa.delete(notices).where(notices.c.delivery_id == delivery))


def of_obstacle(connection: Connection, channel_row: int, reason: str, now: datetime) -> None:
    """Have every subscriber of a Channel told why nothing can be posted there."""
    of_channel = sa.and_(
        subscriptions.c.channel_id == channel_row,
        subscriptions.c.subscriber.is_not(None),
        ~subscriptions.c.retired,
    )
    one_each = sa.select(sa.func.min(subscriptions.c.id)).where(of_channel)
    rows = connection.scalars(one_each.group_by(subscriptions.c.subscriber)).all()
    _write(connection, [_row(each, Trouble.OBSTACLE, reason, now) for each in rows])


def of_uncertain(
    connection: Connection, database: Database, delivery: int, reason: str, at: datetime
) -> None:
    """Have the subscriber told, from `at` on and once, that a Delivery cannot be looked up."""
    found = sa.select(subscriptions.c.id).join(deliveries).where(deliveries.c.id == delivery)
    someone = found.where(subscriptions.c.subscriber.is_not(None))
    subscription = connection.scalar(someone)
    if subscription is not None:
        row = _row(subscription, Trouble.UNCERTAIN, reason, at) | {"delivery_id": delivery}
        connection.execute(database.insert(notices).values(row).on_conflict_do_nothing())


def _row(subscription: int, trouble: Trouble, reason: str, at: datetime) -> dict[str, Any]:
    return {"subscription_id": subscription, "trouble": trouble, "reason": reason, "at": at}


def _write(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(notices), rows)


_in_doubt = (
    sa.select(sa.func.min(parts.c.n))
    .where(parts.c.delivery_id == deliveries.c.id)
    .where(parts.c.calling_at.is_not(None), parts.c.ts.is_(None))
    .correlate(deliveries)
    .scalar_subquery()
)
_goes_on = sa.case(
    (notices.c.trouble == Trouble.OBSTACLE, channels.c.obstacle == notices.c.reason),
    else_=deliveries.c.state == DeliveryState.UNCERTAIN,
)
_NOTICE = (
    sa.select(
        notices,
        subscriptions.c.name,
        subscriptions.c.subscriber,
        subscriptions.c.language,
        subscriptions.c.timezone,
        channels.c.channel,
        deliveries.c.due,
        _in_doubt.label("part"),
    )
    .join(subscriptions, subscriptions.c.id == notices.c.subscription_id)
    .outerjoin(deliveries, deliveries.c.id == notices.c.delivery_id)
    .join(
        channels,
        channels.c.id == sa.func.coalesce(deliveries.c.channel_id, subscriptions.c.channel_id),
    )
    .where(
        notices.c.id == sa.bindparam("id"),
        subscriptions.c.subscriber.is_not(None),
        _goes_on,
    )
)


def _notice(row: Any) -> Notice:
    return Notice(
        id=row["id"],
        trouble=Trouble(row["trouble"]),
        subscriber=row["subscriber"],
        subscription=row["name"],
        channel=row["channel"],
        language=Language(row["language"]),
        timezone=row["timezone"],
        reason=row["reason"],
        delivery=row["delivery_id"],
        due=row["due"],
        part=row["part"],
    )
