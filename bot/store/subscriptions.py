"""Subscriptions in the database: kept in step with the schedule files, or made in Slack."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.schedule import StoredSubscription, Subscription
from bot.errors import ConfigError
from bot.store import slack_subscriptions as in_slack
from bot.store import syncing
from bot.store.channels import SINGLE, Channels
from bot.store.database import Database
from bot.store.editing import take_turns
from bot.store.facts import Facts
from bot.store.releases import is_outdated
from bot.store.subscription_rows import stored_of, subscription_row, with_past
from bot.store.syncing import Synced
from bot.store.tables import channels, subscriptions, workspaces


class Subscriptions:
    """Questions about Subscriptions, and the facts that schedule files and people make.

    A step that people in Slack take raises PrdigestError, one sentence for them, where it cannot
    be; otherwise it gives the Subscription as it is then.
    """

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
        due by the rule before is owed. What was made in Slack is let be.

        While two versions of the program run, the older one starts its clock too: what a later
        `release` replaced is left alone. Without a release there is nothing to tell older from
        newer by: what is declared counts, also if it was declared before.

        Raises ConfigError for a Channel of another Workspace, and for a name kept for those made
        in Slack.
        """
        _refuse_reserved_names(declared)
        self._refuse_other_teams(declared)
        rows = {
            each.name: subscription_row(
                each, SINGLE, self._channels.ensure(each.channel, each.team).id
            )
            for each in declared
        }
        with self._turn() as connection:
            if is_outdated(connection, self._facts, declared, release=release):
                return Synced(outdated=True)
            return syncing.sync(connection, self._database, rows, now)

    def make(self, declared: Subscription, now: datetime) -> tuple[StoredSubscription, bool]:
        """Make one in Slack. It gets a name of its own: `slack:` and its Channel's id.

        False: it is not new, its Channel has one already of which people said the same.
        """
        channel = self._channels.ensure(declared.channel, declared.team)
        with self._turn() as connection:
            id_, is_new = in_slack.make(connection, declared, channel, now)
        return self.get(id_), is_new

    def change(self, id_: int, declared: Subscription, now: datetime) -> StoredSubscription:
        """Change one made in Slack; it keeps its name, its Channel, its subscriber and its pause.

        What was due by the rule before is owed.
        """
        with self._turn() as connection:
            in_slack.change(connection, self._database, id_, declared, now)
        return self.get(id_)

    def pause(self, id_: int, until: datetime, now: datetime) -> StoredSubscription:
        """Have one wait, whoever declared it: nothing falls due until later than `until`.

        What is due and not claimed yet does not come. Another pause takes the place of this one.
        """
        (paused,) = self.pause_all([id_], until, now)
        return paused

    def pause_all(
        self, ids: Sequence[int], until: datetime, now: datetime
    ) -> list[StoredSubscription]:
        """Have these wait so, or none of them."""
        with self._turn() as connection:
            for id_ in ids:
                in_slack.pause(connection, id_, until, now)
        return [self.get(id_) for id_ in ids]

    def resume(self, id_: int, now: datetime) -> StoredSubscription:
        """End a pause of Slack's; what it skipped is not caught up, its Entries come next."""
        (resumed,) = self.resume_all([id_], now)
        return resumed

    def resume_all(self, ids: Sequence[int], now: datetime) -> list[StoredSubscription]:
        """End the pauses of these so, or of none of them."""
        with self._turn() as connection:
            for id_ in ids:
                in_slack.resume(connection, id_, now)
        return [self.get(id_) for id_ in ids]

    def remove(self, id_: int) -> StoredSubscription:
        """Retire one made in Slack; its past is kept."""
        with self._turn() as connection:
            in_slack.remove(connection, id_)
        return self.get(id_)

    def timezone_used(self) -> str | None:
        """What a Subscription made in Slack was last given, None before the first."""
        last = sa.select(workspaces.c.timezone).where(workspaces.c.id == SINGLE)
        with self._database.read() as connection:
            found: str | None = connection.scalar(last)
        return found

    def all(self) -> list[StoredSubscription]:
        """Every Subscription, retired ones too, by name."""
        return self._where(sa.true())

    def active(self) -> list[StoredSubscription]:
        """Those that fall due, now or when a pause is over."""
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
        return [each for each in found if not each.retired]

    def of_person(self, user: str, direct: str | None) -> list[StoredSubscription]:
        """Those that a person (Slack's id) made or is told of trouble of, and those of their
        `direct` messages with us, but for retired ones."""
        mine = sa.or_(subscriptions.c.subscriber == user, channels.c.channel == direct)
        return self._where(sa.and_(mine, ~subscriptions.c.retired))

    @contextmanager
    def _turn(self) -> Iterator[Connection]:
        with self._database.write() as connection:
            take_turns(connection)
            yield connection

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


def _refuse_reserved_names(declared: Sequence[Subscription]) -> None:
    for each in declared:
        if in_slack.is_reserved(each.name):
            raise ConfigError(
                f"{each.file or 'schedules'}: subscription `{each.name}` has a name like those "
                "made in Slack; give it another one, such as weekly-must-reads"
            )
