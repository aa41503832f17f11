"""Obstacles: where Slack lets nothing be posted, met and gone."""

import logging
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.store import notices, owing, seen
from bot.store.channels import find_within
from bot.store.database import Database
from bot.store.tables import channels, former_channels, workspaces

log = logging.getLogger(__name__)


class Obstacles:
    """Facts about Channels and Workspaces that Slack tells, by its ids; unknown ones are let be."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def meet(self, channel: str, team: str | None, reason: str, now: datetime) -> None:
        """Nothing can be posted in a Channel: `reason` is Slack's error code.

        Its subscribers are told, once for each reason until it is gone.
        """
        with self._database.write() as connection:
            if found := find_within(connection, channel, team):
                meet_within(connection, found.id, reason, now)

    def clear(self, channel: str, team: str | None, now: datetime) -> None:
        """Something may be posted in a Channel again: what it did not take is owed anew.

        What is uncertain there is looked up: perhaps it can be read again, too.
        """
        with self._database.write() as connection:
            if found := find_within(connection, channel, team):
                seen.lock_channel(connection, found.id)
                if clear_within(connection, found.id):
                    log.info("%s may be posted to again", channel)
                    owing.owe_again(connection, found.id, now)
                owing.look_up_at_once(connection, found.id, now)

    def move(self, old: str, new: str, team: str | None) -> None:
        """A Channel has another id from now on, and keeps its Subscriptions and its past.

        Schedules that name it by the old one mean the same. Where another Channel has the new id
        already, both stay.
        """
        with self._database.write() as connection:
            found = find_within(connection, old, team)
            if found is None or _has(connection, found.workspace_id, new):
                return
            seen.lock_channel(connection, found.id)  # what follows may need it: in this order
            this = channels.c.id == found.id
            connection.execute(sa.update(channels).where(this).values(channel=new))
            former = {"workspace_id": found.workspace_id, "channel": found.channel}
            row = self._database.insert(former_channels).values(**former, channel_id=found.id)
            connection.execute(row.on_conflict_do_nothing())
            log.info("%s is now %s", found.channel, new)

    def stop(self, workspace: int, reason: str) -> None:
        """Slack lets us into a Workspace (its row) no more: nothing falls due there."""
        with self._database.write() as connection:
            this = sa.and_(workspaces.c.id == workspace, workspaces.c.stopped.is_(None))
            connection.execute(sa.update(workspaces).where(this).values(stopped=reason))

    def stopped(self, workspace: int) -> str | None:
        """Why Slack does not let us into a Workspace (its row), None where it does."""
        found = sa.select(workspaces.c.stopped).where(workspaces.c.id == workspace)
        with self._database.read() as connection:
            reason: str | None = connection.scalar(found)
        return reason

    def let_in(self, workspace: int) -> None:
        """Slack lets us into a Workspace (its row) again."""
        with self._database.write() as connection:
            this = sa.and_(workspaces.c.id == workspace, workspaces.c.stopped.is_not(None))
            connection.execute(sa.update(workspaces).where(this).values(stopped=None))


def meet_within(connection: Connection, channel_row: int, reason: str, now: datetime) -> None:
    """Part of the caller's transaction: note an obstacle, and tell of it where it is new."""
    this = sa.and_(channels.c.id == channel_row, channels.c.obstacle.is_distinct_from(reason))
    new = sa.update(channels).where(this).values(obstacle=reason)
    if connection.execute(new).rowcount:
        log.warning("nothing can be posted in a channel", extra={"error": reason})
        notices.of_obstacle(connection, channel_row, reason, now)


def clear_within(connection: Connection, channel_row: int) -> bool:
    """Part of the caller's transaction: something was posted in a Channel, or may be again.

    Gives whether there was an obstacle.
    """
    this = sa.and_(channels.c.id == channel_row, channels.c.obstacle.is_not(None))
    return bool(connection.execute(sa.update(channels).where(this).values(obstacle=None)).rowcount)


def _has(connection: Connection, workspace: int, channel: str) -> bool:
    """Whether a Channel has this id now."""
    now_so = sa.and_(channels.c.workspace_id == workspace, channels.c.channel == channel)
    return connection.scalar(sa.select(channels.c.id).where(now_so)) is not None
