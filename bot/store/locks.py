"""Locks that processes hold against each other on PostgreSQL.

SQLite needs none: there a write transaction is the only one.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.errors import DatabaseError
from bot.store.database import Database

_POLL_S = 0.2


class Lock(IntEnum):
    """The numbers of our advisory locks."""

    MIGRATION = 0x70726467  # "prdg"
    MERGE = 0x70726468
    IMPORT = 0x70726469


def lock(connection: Connection, which: Lock, *, shared: bool = False) -> None:
    """Wait until no other transaction holds the lock; then it is ours until this one ends.

    `shared`: others may share it too, and keep out only who wants it alone.
    """
    if connection.dialect.name == "postgresql":
        kind = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        connection.execute(sa.text(f"SELECT {kind}(:lock)"), {"lock": which.value})


@contextmanager
def held(database: Database, which: Lock, *, wait_s: float, otherwise: str) -> Iterator[None]:
    """Hold a lock over many transactions, on a connection of its own.

    Raises DatabaseError(otherwise) if somebody else still holds it after `wait_s`.
    """
    if database.is_sqlite:
        yield
        return
    with database.alone() as connection:
        until = time.monotonic() + wait_s
        while not _tried(connection, which):
            if time.monotonic() > until:
                raise DatabaseError(otherwise)
            time.sleep(_POLL_S)
        yield


def _tried(connection: Connection, which: Lock) -> bool:
    statement = sa.text("SELECT pg_try_advisory_lock(:lock)")
    return bool(connection.scalar(statement, {"lock": which.value}))
