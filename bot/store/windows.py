"""The windows of the index, on whichever database it is."""

from sqlalchemy.engine import Connection

from bot.store import fts5, gin
from bot.store.bounds import Bounds

Windows = fts5.SqliteWindows | gin.PostgresWindows


def windows(connection: Connection, within: Bounds) -> Windows:
    """Windows of the newest rows, all within the same Bounds."""
    if connection.dialect.name == "sqlite":
        return fts5.SqliteWindows(connection, within)
    return gin.PostgresWindows(connection, within)
