"""The connection to the one database: transactions, clock, and its errors as ours."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import Connection, Engine

from bot.errors import DatabaseError

BUSY_TIMEOUT_S = 30
CONNECT_TIMEOUT_S = 10
POOL = {"pool_size": 4, "max_overflow": 4, "pool_timeout": 10, "pool_pre_ping": True}


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
        with _told(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction for facts. Raises DatabaseError if the database cannot be used."""
        with _told(), self.engine.connect() as connection:
            connection = connection.execution_options(write=True)
            with connection.begin():
                yield connection

    def now(self) -> datetime:
        """The clock all processes share: the database's on PostgreSQL, the machine's on SQLite."""
        if self.is_sqlite:
            return datetime.now(UTC)
        with self.read() as connection:
            moment: datetime = connection.execute(sa.text("SELECT clock_timestamp()")).scalar_one()
            return moment.astimezone(UTC)

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()


def connect(url: str) -> Database:
    """A Database for `url` (`sqlite:///…`, `postgres://…` or `postgresql://…`); opens nothing yet.

    Raises DatabaseError for a URL of another kind.
    """
    kind, _, rest = url.partition("://")
    if kind in {"postgres", "postgresql", "postgresql+psycopg"}:
        return Database(_postgres(f"postgresql+psycopg://{rest}"))
    if kind == "sqlite":
        return Database(_sqlite(url))
    raise DatabaseError("DATABASE_URL is neither sqlite:///FILE nor postgres://…; set one of these")


def _sqlite(url: str) -> Engine:
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # BEGIN is ours, below
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _postgres(url: str) -> Engine:
    arguments = {"connect_timeout": CONNECT_TIMEOUT_S, "application_name": "prdigest"}
    return sa.create_engine(url, connect_args=arguments, **POOL)


@contextmanager
def _told() -> Iterator[None]:
    """Driver errors as DatabaseError, one sentence without the statement or its values."""
    try:
        yield
    except exc.OperationalError as error:
        raise DatabaseError(f"the database cannot be used: {_first_line(error)}") from error
    except exc.TimeoutError as error:
        raise DatabaseError("the database is busy: no connection came free in time") from error
    except exc.ArgumentError as error:
        raise DatabaseError("DATABASE_URL cannot be read; see the README for its form") from error


def _first_line(error: exc.DBAPIError) -> str:
    return (str(error.orig).strip().splitlines() or ["no reason given"])[0]
