"""The connection to the one database: transactions, clock, and its errors as ours."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Engine

from bot.errors import DatabaseError
from bot.store.engines import engine_for

_MENDS = {
    "unable to open database file": "its folder must exist, and it must be a file we may open",
    "attempt to write a readonly database": "make the file and its folder writable",
    "file is not a database": "name another file in DATABASE_URL",
    "database or disk is full": "make room on its disk",
    "database is locked": "another process has kept it for too long; end that one or try again",
}

T = TypeVar("T")


class Database:
    """Transactions on SQLite or PostgreSQL. `write()` commits at its end or rolls back.

    A write on SQLite takes the lock at once (BEGIN IMMEDIATE): a read that turns into a write
    fails when another process wrote in between.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.process = uuid.uuid4().hex  # who claims, in the table of Deliveries

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction for questions. Raises DatabaseError if the database cannot be used."""
        with _told(self.engine.url), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction for facts. Raises DatabaseError if the database cannot be used."""
        with _told(self.engine.url), self.engine.connect() as connection:
            connection.execution_options(write=True)
            with connection.begin():
                yield connection

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A connection outside the pool, each statement its own transaction; closed at the end."""
        with _told(self.engine.url), self.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            yield connection

    def insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """An INSERT that can say what to do about a row that is there (`on_conflict_do_…`)."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    def now(self) -> datetime:
        """The clock all processes share: the database's on PostgreSQL, the machine's on SQLite."""
        if self.is_sqlite:
            return datetime.now(UTC)
        with self.read() as connection:
            moment: datetime = connection.execute(sa.text("SELECT clock_timestamp()")).scalar_one()
            return moment.astimezone(UTC)

    @property
    def is_missing_file(self) -> bool:
        """Whether this is a SQLite file that is not there yet: the first connection makes it."""
        return self.is_sqlite and not Path(self.engine.url.database or "").exists()

    def ping(self) -> None:
        """Raise DatabaseError unless the database answers."""
        with self.read() as connection:
            connection.execute(sa.text("SELECT 1"))

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()


def connect(url: str) -> Database:
    """A Database for `url` (see `engine_for`); opens nothing yet. Raises ConfigError."""
    return Database(engine_for(url))


def chunks(values: Sequence[T], size: int = 500) -> Iterator[Sequence[T]]:
    """`values` in runs that one statement can take."""
    return (values[start : start + size] for start in range(0, len(values), size))


@contextmanager
def _told(url: URL) -> Iterator[None]:
    """Driver errors as DatabaseError, one sentence without the statement or its values.

    What our own statements got wrong (a duplicate, a value out of range) passes as it is.
    """
    try:
        yield
    except (exc.IntegrityError, exc.DataError):
        raise
    except exc.DBAPIError as error:
        raise DatabaseError(f"the database {_place(url)} cannot be used: {_why(error)}") from error
    except exc.TimeoutError as error:
        raise DatabaseError("the database is busy: no connection came free in time") from error


def _place(url: URL) -> str:
    return f"{url.database} on {url.host}" if url.host else str(url.database)


def _why(error: exc.DBAPIError) -> str:
    reason = (str(error.orig).strip().splitlines() or ["no reason given"])[0]
    mend = _MENDS.get(reason)
    return f"{reason}; {mend}" if mend else reason


def plain_rows(connection: Connection, statement: str, values: tuple[object, ...]) -> Sequence[Any]:
    """All rows of a statement in the driver's own form, as tuples.

    For a thousand rows that takes a fifth of the time that rows with names do.
    """
    result = connection.exec_driver_sql(statement, values)
    try:
        rows: Sequence[Any] = result.cursor.fetchall() if result.cursor else ()
    except connection.dialect.loaded_dbapi.Error as error:  # SQLite reads while it fetches
        raise exc.DBAPIError(None, None, error) from error
    result.close()
    return rows
