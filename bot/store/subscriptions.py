"""Subscriptions in the database, kept in step with the schedule files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.schedule import Source, State, StoredSubscription, Subscription
from bot.errors import ConfigError
from bot.store.channels import SINGLE, Channels
from bot.store.database import Database
from bot.store.editing import edit
from bot.store.facts import Facts
from bot.store.releases import is_outdated
from bot.store.subscription_rows import Row, stored_of, subscription_row, with_past
from bot.store.tables import channels, subscriptions, workspaces


@dataclass(frozen=True, slots=True)
class Synced:
    """Names of the Subscriptions that a sync made, changed (or brought back) and retired.

    `outdated` says that a later release replaced what was declared, so that nothing was done.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    outdated: bool = False


class Subscriptions:
    """Questions about Subscriptions, and the facts that the schedule files make."""

    def __init__(self, database: Database, channels: Channels) -> None:
        self._database = database
        self._channels = channels
        self._facts = Facts(database)

    def sync(
        self, declared: Sequence[Subscription], now: datetime, *, release: bool = False
    ) -> Synced:
        """Make the database say what the schedule files declare, all of it or nothing.

        A name gone from the files is retired and keeps its past; come back, it starts anew at
        `now`. So does one whose rule changed, or that is no longer `paused` in its file; what was
        due by the rule before is owed.

        While two versions of the program run, the older one starts its clock too: what a later
        `release` replaced is left alone. Without a release there is nothing to tell older from
        newer by: what is declared counts, also if it was declared before.

        Raises ConfigError for a Channel of another Workspace.
        """
        self._refuse_other_teams(declared)
        rows = {
            each.name: subscription_row(
                each, SINGLE, self._channels.ensure(each.channel, each.team).id
            )
            for each in declared
        }
        with self._database.write() as connection:
            _take_turns(connection)
            if is_outdated(connection, self._facts, declared, release=release):
                return Synced(outdated=True)
            known = _known_rows(connection)
            new = [row for name, row in rows.items() if name not in known]
            if new:
                connection.execute(
                    sa.insert(subscriptions), [{**row, "known_at": now} for row in new]
                )
            changed = [
                name
                for name, row in rows.items()
                if name in known and edit(connection, self._database, known[name], row, now)
            ]
            gone = [row for name, row in known.items() if name not in rows and _is_declared(row)]
            _retire(connection, gone)
        return Synced(
            added=tuple(row["name"] for row in new),
            changed=tuple(changed),
            retired=tuple(row["name"] for row in gone),
        )

    def all(self) -> list[StoredSubscription]:
        """Every Subscription, retired ones too, by name."""
        return self._where(sa.true())

    def active(self) -> list[StoredSubscription]:
        """Those that fall due."""
        return [each for each in self._where(sa.true()) if not each.is_idle]

    def get(self, id_: int) -> StoredSubscription:
        """The one with this row id. Raises LookupError if there is none."""
        (found,) = self._where(subscriptions.c.id == id_) or (None,)
        if found is None:
            raise LookupError(id_)
        return found

    def by_name(self, name: str) -> StoredSubscription | None:
        return next(iter(self._where(subscriptions.c.name == name)), None)

    def of_channel(self, channel: str) -> list[StoredSubscription]:
        """Those of a Channel (Slack's id), but for retired ones."""
        known = self._channels.find(channel)  # by a former id too
        found = self._where(channels.c.id == known.id) if known else []
        return [each for each in found if each.state is not State.RETIRED]

    def _where(self, condition: sa.ColumnElement[bool]) -> list[StoredSubscription]:
        with self._database.read() as connection:
            rows = connection.execute(with_past().where(condition)).mappings()
            return [stored_of(row) for row in rows]

    def _refuse_other_teams(self, declared: Sequence[Subscription]) -> None:
        with self._database.read() as connection:
            team = connection.execute(
                sa.select(workspaces.c.team_id).where(workspaces.c.id == SINGLE)
            ).scalar_one_or_none()
        for each in declared:
            if team and each.team not in {None, team}:
                raise ConfigError(
                    f"{each.file or 'schedules'}: subscription `{each.name}` is for workspace "
                    f"{each.team}, but this database belongs to {team}; remove `team:` or use "
                    "another database"
                )


def _take_turns(connection: Connection) -> None:
    """One sync at a time: the lock of the Workspace's row (SQLite holds its own already)."""
    row = sa.select(workspaces.c.id).where(workspaces.c.id == SINGLE)
    connection.execute(row.with_for_update(key_share=True))


def _known_rows(connection: Connection) -> dict[str, Row]:
    """The rows of the Workspace with their past, by name, locked until our end."""
    here = subscriptions.c.workspace_id == SINGLE
    mine = sa.select(subscriptions.c.id).where(here).order_by(subscriptions.c.id)
    connection.execute(mine.with_for_update(key_share=True)).all()
    # Another statement: what was claimed while we waited for the locks belongs to their past.
    return {row["name"]: row for row in connection.execute(with_past().where(here)).mappings()}


def _is_declared(row: Row) -> bool:
    return row["source"] == Source.YAML and not row["retired"]


def _retire(connection: Connection, rows: Sequence[Row]) -> None:
    gone = subscriptions.c.id.in_([row["id"] for row in rows])
    connection.execute(sa.update(subscriptions).where(gone).values(retired=True))
