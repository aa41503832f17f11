"""Engines: how each kind of database is reached, and what its connections start with."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import URL, Connection, Engine

from bot.errors import ConfigError

BUSY_TIMEOUT_S = 30
"""How long a write waits for another one on SQLite."""
STATEMENT_TIMEOUT_S = 60
"""How long one statement may take on PostgreSQL, its waiting for locks included."""

_POOL = {"pool_size": 4, "max_overflow": 4, "pool_timeout": 10, "pool_pre_ping": True}
_POSTGRES = {
    "application_name": "prdigest",
    "connect_timeout": 10,
    "keepalives_idle": 30,  # a server that vanished is noticed after a minute, not after hours
    "keepalives_interval": 10,
    "keepalives_count": 3,
}


def engine_for(url: str) -> Engine:
    """The Engine for `url` (`sqlite:///FILE`, `postgres://…`, `postgresql://…`); opens nothing yet.

    Raises ConfigError for any other, without repeating it: it may hold a password.
    """
    kind, colon, rest = url.partition("://")
    if not colon or kind not in {"sqlite", "postgres", "postgresql", "postgresql+psycopg"}:
        raise ConfigError(
            "DATABASE_URL is neither sqlite:///FILE nor postgres://…; set one of these"
        )
    if kind == "sqlite":
        return _sqlite(_parsed(url))
    return _postgres(_parsed(f"postgresql+psycopg://{rest}"))


def _parsed(url: str) -> URL:
    """The parts of a URL; refuses one that would be cut within its password."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError):
        parsed = None
    if parsed is None or not url.isprintable() or "@" in f"{parsed.host}{parsed.database}":
        raise ConfigError(
            "DATABASE_URL cannot be read; write postgres://USER:PASSWORD@HOST:PORT/NAME, "
            "with %40 for an @ and %2F for a / in the password"
        )
    return parsed


def _sqlite(url: URL) -> Engine:
    if url.host or url.query or url.database in {None, "", ":memory:"}:
        raise ConfigError(
            "DATABASE_URL names no file; write sqlite:///prdigest.db, or sqlite:////an/absolute/path"
        )
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S}, hide_parameters=True)

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


def _postgres(url: URL) -> Engine:
    if not url.database:
        raise ConfigError("DATABASE_URL names no database; write postgres://…@HOST:PORT/NAME")
    engine = sa.create_engine(url, connect_args=_POSTGRES, hide_parameters=True, **_POOL)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.execute(f"SET statement_timeout = '{STATEMENT_TIMEOUT_S}s'")
        connection.commit()

    return engine
