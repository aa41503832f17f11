"""A Subscription as a row of the database, and back."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa

from bot.core.entry import Level
from bot.core.roundup import DeliveryState
from bot.core.schedule import (
    DateRange,
    Language,
    Posted,
    Quiet,
    Source,
    StoredSubscription,
    Subscription,
)
from bot.store.tables import channels, deliveries, subscriptions, workspaces

Row = Mapping[Any, Any]


def subscription_row(declared: Subscription, workspace: int, channel: int) -> dict[str, Any]:
    """What a schedule file says, for the table; `workspace` and `channel` are row ids."""
    return {
        "workspace_id": workspace,
        "name": declared.name,
        "channel_id": channel,
        "source": Source.YAML,
        "file": declared.file,
        "every": declared.every,
        "timezone": declared.timezone,
        "filter": declared.filter,
        "level": declared.level,
        "limit": declared.limit,
        "language": declared.language,
        "grace_s": None if declared.grace is None else int(declared.grace.total_seconds()),
        "max_age_days": declared.max_age.days,
        "holidays": [
            [holiday.first.isoformat(), holiday.last.isoformat()] for holiday in declared.holidays
        ],
        "quiet": declared.quiet,
        "paused": declared.paused,
        "subscriber": declared.subscriber,
        "retired": False,
    }


def with_past() -> sa.Select[Any]:
    """Subscriptions with their newest Occurrence; of the present Channel the first, and the newest
    posted."""
    past, posted = deliveries.alias("past"), deliveries.alias("posted")
    last_due = sa.select(sa.func.max(past.c.due)).where(
        past.c.subscription_id == subscriptions.c.id
    )
    here = past.c.channel_id == subscriptions.c.channel_id
    first_due = sa.select(sa.func.min(past.c.due)).where(
        past.c.subscription_id == subscriptions.c.id, here
    )
    last_posted = last_due.where(here, past.c.state == DeliveryState.POSTED)
    newest_posted = sa.and_(
        posted.c.subscription_id == subscriptions.c.id,
        posted.c.due == last_posted.scalar_subquery(),
    )
    return (
        sa.select(
            subscriptions,
            channels.c.channel,
            channels.c.obstacle,
            workspaces.c.team_id,
            workspaces.c.stopped,
            last_due.scalar_subquery().label("last_due"),
            first_due.scalar_subquery().label("first_due"),
            posted.c.due.label("posted_due"),
            posted.c.posted_at,
            posted.c.weekly.label("posted_weekly"),
        )
        .join(channels, channels.c.id == subscriptions.c.channel_id)
        .join(workspaces, workspaces.c.id == subscriptions.c.workspace_id)
        .outerjoin(posted, newest_posted)
        .order_by(subscriptions.c.workspace_id, subscriptions.c.name)
    )


def stored_of(row: Row) -> StoredSubscription:
    """The Subscription of a row of `with_past`."""
    posted = None
    if row["posted_due"]:
        posted = Posted(row["posted_due"], row["posted_at"], row["posted_weekly"])
    return StoredSubscription(
        id=row["id"],
        workspace_id=row["workspace_id"],
        channel_row=row["channel_id"],
        subscription=_subscription(row),
        source=Source(row["source"]),
        known_at=row["known_at"],
        edited_at=row["edited_at"],
        last_due=row["last_due"],
        first_due=row["first_due"],
        last_posted=posted,
        retired=row["retired"],
        stopped=row["stopped"],
        obstacle=row["obstacle"],
    )


def _subscription(row: Row) -> Subscription:
    return Subscription(
        name=row["name"],
        channel=row["channel"],
        every=row["every"],
        timezone=row["timezone"],
        filter=row["filter"],
        level=Level(row["level"]),
        limit=row["limit"],
        language=Language(row["language"]),
        grace=None if row["grace_s"] is None else timedelta(seconds=row["grace_s"]),
        max_age=timedelta(days=row["max_age_days"]),
        holidays=tuple(
            DateRange(date.fromisoformat(first), date.fromisoformat(last))
            for first, last in row["holidays"]
        ),
        quiet=Quiet(row["quiet"]),
        paused=row["paused"],
        team=row["team_id"],
        file=row["file"],
        subscriber=row["subscriber"],
    )
