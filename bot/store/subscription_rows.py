"""A Subscription as a row of the database, and back."""

import functools
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa

from bot.core.delivery import OPEN
from bot.core.entry import Level
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


def subscription_row(
    declared: Subscription, workspace: int, channel: int, source: Source = Source.YAML
) -> dict[str, Any]:
    """What a schedule file or somebody in Slack says, for the table; `workspace` and `channel` are
    row ids."""
    return {
        "workspace_id": workspace,
        "name": declared.name,
        "channel_id": channel,
        "source": source,
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


@functools.cache  # putting it together takes longer than asking
def with_past() -> sa.Select[Any]:
    """Subscriptions with their newest Occurrence; of the present Channel the newest that was
    posted (a line that there is nothing counts), and until when one of a former rule is open."""
    past, posted, still_open = deliveries.alias("past"), deliveries.alias("posted"), _still_open()
    of_this = past.c.subscription_id == subscriptions.c.id
    here = sa.and_(of_this, past.c.channel_id == subscriptions.c.channel_id)
    newest_posted = sa.and_(
        posted.c.subscription_id == subscriptions.c.id,
        posted.c.due == _of(sa.func.max(past.c.due), here, past.c.posted_at.is_not(None)),
    )
    open_here = sa.and_(
        still_open.c.subscription_id == subscriptions.c.id,
        still_open.c.channel_id == subscriptions.c.channel_id,
    )
    return (
        sa.select(
            subscriptions,
            channels.c.channel,
            channels.c.obstacle,
            workspaces.c.team_id,
            workspaces.c.stopped.label("workspace_stopped"),
            _of(sa.func.max(past.c.due), of_this).label("last_due"),
            posted.c.effective.label("posted_effective"),
            posted.c.posted_at,
            posted.c.weekly.label("posted_weekly"),
            still_open.c.open_until,
        )
        .join(channels, channels.c.id == subscriptions.c.channel_id)
        .join(workspaces, workspaces.c.id == subscriptions.c.workspace_id)
        .outerjoin(posted, newest_posted)
        .outerjoin(still_open, open_here)
        .order_by(subscriptions.c.workspace_id, subscriptions.c.name)
    )


def _of(figure: sa.ColumnElement[Any], *conditions: sa.ColumnElement[bool]) -> sa.ScalarSelect[Any]:
    return sa.select(figure).where(*conditions).scalar_subquery()


def _still_open() -> sa.Subquery:
    """Of each Channel and Subscription, until when weekly ones of a former rule are open.

    Beside the rest and not of each row: few are open, and asked for by row all the past is read.
    """
    edited = subscriptions.alias("edited")
    of = (deliveries.c.subscription_id, deliveries.c.channel_id)
    return (
        sa.select(*of, sa.func.max(deliveries.c.grace_until).label("open_until"))
        .join(edited, edited.c.id == deliveries.c.subscription_id)
        .where(
            deliveries.c.state.in_(OPEN),
            deliveries.c.weekly,
            deliveries.c.effective <= edited.c.edited_at,
        )
        .group_by(*of)
        .subquery("still_open")
    )


def stored_of(row: Row) -> StoredSubscription:
    """The Subscription of a row of `with_past`."""
    posted = None
    if row["posted_at"]:
        posted = Posted(row["posted_effective"], row["posted_at"], row["posted_weekly"])
    return StoredSubscription(
        id=row["id"],
        workspace_id=row["workspace_id"],
        channel_row=row["channel_id"],
        subscription=_subscription(row),
        source=Source(row["source"]),
        known_at=row["known_at"],
        edited_at=row["edited_at"],
        paused_until=row["paused_until"],
        last_due=row["last_due"],
        reaches_from=row["reaches_from"],
        last_posted=posted,
        open_until=row["open_until"],
        retired=row["retired"],
        stopped=row["workspace_stopped"],
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
