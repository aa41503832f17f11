"""People: what Slack says of those who ask, where it lets us ask, and which language they read."""

import functools
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.core.schedule import Language
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.tables import channels, people, subscriptions


@dataclass(frozen=True, slots=True)
class Person:
    """`locale` as in `zh-CN`, `timezone` as in `Asia/Shanghai`; known `at` that moment."""

    locale: str | None
    timezone: str | None
    at: datetime


class People:
    """People of the single Workspace, by Slack's ids."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, user: str) -> Person | None:
        """What is known of a person."""
        columns = (people.c.locale, people.c.timezone, people.c.at)
        with self._database.read() as connection:
            row = connection.execute(sa.select(*columns).where(_this(user))).first()
        return None if row is None else Person(row.locale, row.timezone, row.at)

    def learn(self, user: str, locale: str | None, timezone: str | None, now: datetime) -> None:
        """Note what Slack says of a person."""
        facts = {"locale": locale, "timezone": timezone, "at": now}
        row = self._database.insert(people).values(workspace_id=SINGLE, user=user, **facts)
        with self._database.write() as connection:
            connection.execute(
                row.on_conflict_do_update(index_elements=["workspace_id", "user"], set_=facts)
            )

    def language(self, user: str, channel: str | None) -> Language:
        """The language of what is said to a person: their own where it is known, else that of the
        channel's newest Subscription, else English."""
        row = self._languages(user, channel)
        if row.locale:
            return Language.ZH if row.locale.lower().startswith("zh") else Language.EN
        return Language(row.language) if row.language else Language.EN

    def language_of_channel(self, channel: str | None) -> Language | None:
        """That of the channel's newest Subscription; None without one."""
        row = self._languages("", channel)
        return Language(row.language) if row.language else None

    def _languages(self, user: str, channel: str | None) -> sa.Row[Any]:
        with self._database.read() as connection:
            return connection.execute(_language(), {"user": user, "channel": channel}).one()


def _this(user: str) -> sa.ColumnElement[bool]:
    return sa.and_(people.c.workspace_id == SINGLE, people.c.user == user)


@functools.cache  # putting it together takes longer than asking
def _language() -> sa.Select[Any]:
    mine = sa.and_(people.c.workspace_id == SINGLE, people.c.user == sa.bindparam("user"))
    there = sa.and_(
        channels.c.workspace_id == SINGLE, channels.c.channel == sa.bindparam("channel")
    )
    newest = (
        sa.select(subscriptions.c.language)
        .join(channels, channels.c.id == subscriptions.c.channel_id)
        .where(there, ~subscriptions.c.retired)
        .order_by(subscriptions.c.id.desc())
        .limit(1)
    )
    locale = sa.select(people.c.locale).where(mine)
    return sa.select(
        locale.scalar_subquery().label("locale"), newest.scalar_subquery().label("language")
    )
