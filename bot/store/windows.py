"""The windows of the index, on whichever database it is."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.search.match import Match
from bot.store import fts5, gin
from bot.store.bounds import Bounds

Windows = fts5.SqliteWindows | gin.PostgresWindows


def windows(connection: Connection, within: Bounds) -> Windows:
    """Windows of the newest rows, all within the same Bounds."""
    if connection.dialect.name == "sqlite":
        return fts5.SqliteWindows(connection, within)
    return gin.PostgresWindows(connection, within)


def met_by(
    connection: Connection, match: Match
) -> tuple[sa.TableClause, sa.ColumnElement[int], sa.ColumnElement[bool]]:
    """The index, the column of its ids, and whether a row meets the Match."""
    if connection.dialect.name == "sqlite":
        return fts5.INDEX, fts5.INDEX.c.rowid, fts5.meets(match)
    return gin.INDEX, gin.INDEX.c.id, gin.meets(match)
