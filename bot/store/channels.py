"""Channels: where Slack is, as our database knows it, within Workspaces."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Channel, Viewer
from bot.errors import ConfigError
from bot.store.database import Database
from bot.store.tables import channels, former_channels, workspaces

SINGLE = 1
"""The row of the single Workspace; Slack's id for it is filled in when first learnt."""


class Channels:
    """Workspaces and their Channels by Slack's ids; team None means the single Workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._learnt: set[str] = set()

    def learn(self, team_id: str, enterprise_id: str | None = None) -> None:
        """Take note of the team that Slack says we are in; cheap once it is known.

        Raises ConfigError if this database belongs to another team.
        """
        if team_id in self._learnt:
            return
        with self._database.read() as connection:  # most often known: then without a write lock
            known = _row_of_team(connection, team_id)
        if known is None:
            self._fill_in(team_id, enterprise_id)
        self._learnt.add(team_id)

    def _fill_in(self, team_id: str, enterprise_id: str | None) -> None:
        with self._database.write() as connection:
            connection.execute(
                workspaces.update()
                .where(workspaces.c.id == SINGLE, workspaces.c.team_id.is_(None))
                .values(team_id=team_id, enterprise_id=enterprise_id)
            )
            if _row_of_team(connection, team_id) is None:
                raise ConfigError(
                    "this database belongs to another Slack workspace than {team}; use that "
                    "workspace's token, or a database of its own (DATABASE_URL) for this one",
                    team=team_id,
                )

    def team(self) -> str | None:
        """Slack's id of the single Workspace, None until it is learnt."""
        with self._database.read() as connection:
            return _team(connection)

    def find(self, channel: str, team: str | None = None) -> Channel | None:
        """The Channel, None if the database does not know it."""
        with self._database.read() as connection:
            return find_within(connection, channel, team)

    def ensure(self, channel: str, team: str | None = None) -> Channel:
        """The Channel, made known where it was not. Raises ConfigError for an unknown team."""
        if found := self.find(channel, team):
            return found
        with self._database.write() as connection:
            workspace = _workspace(connection, team)
            if workspace is None:
                raise ConfigError(
                    "Slack workspace {team} is not known here; install the app there first",
                    team=team,
                )
            new = self._database.insert(channels).values(workspace_id=workspace, channel=channel)
            connection.execute(new.on_conflict_do_nothing())
            found = _find(connection, channel, workspace)
        assert found is not None  # noqa: S101 - it was there or has just been put there
        return found

    def viewer(self, channel: str, team: str | None = None) -> Viewer:
        """Who looks from this channel, also where the database does not know it."""
        asked = {"channel": channel, "team": team}
        with self._database.read() as connection:
            row = connection.execute(_VIEWER if team else _VIEWER_OF_SINGLE, asked).first()
        known_team, channel_row = row or (None, None)
        return Viewer(team=team or known_team, channel=channel, channel_row=channel_row)


def _viewer(which: sa.ColumnElement[bool]) -> sa.Select[str | None, int | None]:
    """The team's id and the channel's row: one statement, as every command asks this first."""
    channel = channels.c.channel == sa.bindparam("channel")
    beside = sa.and_(channels.c.workspace_id == workspaces.c.id, channel)
    single = sa.and_(workspaces.c.id == SINGLE, workspaces.c.team_id.is_(None))
    of = sa.select(workspaces.c.team_id, channels.c.id)
    return of.select_from(workspaces.outerjoin(channels, beside)).where(sa.or_(which, single))


_VIEWER = _viewer(workspaces.c.team_id == sa.bindparam("team"))
_VIEWER_OF_SINGLE = _viewer(workspaces.c.id == SINGLE)


def _workspace(connection: Connection, team: str | None) -> int | None:
    """The row of a team. The single Workspace stands for any team until Slack told us its own."""
    if team is None:
        return SINGLE
    known = _row_of_team(connection, team)
    return SINGLE if known is None and _team(connection) is None else known


def _row_of_team(connection: Connection, team: str) -> int | None:
    found: int | None = connection.scalar(
        sa.select(workspaces.c.id).where(workspaces.c.team_id == team)
    )
    return found


def _team(connection: Connection) -> str | None:
    found: str | None = connection.scalar(
        sa.select(workspaces.c.team_id).where(workspaces.c.id == SINGLE)
    )
    return found


def find_within(connection: Connection, channel: str, team: str | None) -> Channel | None:
    """The Channel, by its id of now or a former one; None if the database does not know it."""
    return _find(connection, channel, _workspace(connection, team))


def _find(connection: Connection, channel: str, workspace: int | None) -> Channel | None:
    if workspace is None:
        return None
    of = channels.c.workspace_id == workspace
    former = sa.select(former_channels.c.channel_id).where(
        former_channels.c.workspace_id == workspace, former_channels.c.channel == channel
    )
    this = sa.or_(channels.c.channel == channel, channels.c.id.in_(former))
    # One that has the id now comes before one that had it.
    now_first = sa.case((channels.c.channel == channel, 0), else_=1)
    found = sa.select(channels.c.id, channels.c.channel).where(of, this).order_by(now_first)
    row = connection.execute(found).first()
    return None if row is None else Channel(row.id, workspace, row.channel)
