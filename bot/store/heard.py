"""Events of Slack that were taken in: each once, however often and to whomever it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.store.database import Database
from bot.store.obstacles import Obstacles
from bot.store.tables import heard

KEPT = timedelta(days=1)
"""How long an event is remembered: Slack tells one again within about an hour."""

_TIDIED = 100  # rows that are forgotten with one that comes


class Heard:
    """Which events were taken in, by Slack's ids for them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def once(self, event: str | None, now: datetime) -> Iterator[Obstacles | None]:
        """A transaction for what follows from an event: None if that was taken in already.

        Where two processes are told it at once, the second waits for the first. What is done with
        the Obstacles given is done together with noting the event: if it fails, the event was
        never heard, and is taken in when it is told again. One without an id is always new.
        """
        with self._database.write() as connection:
            is_new = event is None or _is_new(connection, self._database, event, now)
            yield Obstacles(_Joined(self._database, connection)) if is_new else None


def _is_new(connection: Connection, database: Database, event: str, now: datetime) -> bool:
    row = database.insert(heard).values(event=event, at=now).on_conflict_do_nothing()
    is_new = connection.scalar(row.returning(heard.c.event)) is not None
    if is_new:
        _tidy(connection, now)
    return is_new


def _tidy(connection: Connection, now: datetime) -> None:
    """Forget some of what is long past; what another process forgets at this moment is its own."""
    past = sa.select(heard.c.event).where(heard.c.at < now - KEPT).order_by(heard.c.at)
    some = past.limit(_TIDIED).with_for_update(skip_locked=True)
    connection.execute(sa.delete(heard).where(heard.c.event.in_(some)))


class _Joined(Database):
    """The database, as part of a transaction that is open already."""

    def __init__(self, database: Database, connection: Connection) -> None:
        super().__init__(database.engine)
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        yield self._connection
