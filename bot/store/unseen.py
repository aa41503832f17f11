"""Unseen: what may go into a Roundup, asked of either database by one statement.

The statements are written once: putting them together anew takes longer than running them.
"""

from dataclasses import replace

from sqlalchemy.engine import Connection

from bot.core.entry import Level
from bot.core.query import FieldName, Query
from bot.core.roundup import Unseen, Wanted
from bot.search.glossary import Glossary
from bot.search.match import Match, match
from bot.search.need import literal
from bot.search.stream import filter_term
from bot.search.syntax import fts5, tsquery
from bot.store.bounds import bounds, first_index_id
from bot.store.database import plain_rows
from bot.store.rows import UNSEEN_COLUMNS, unseen_of

_COLUMNS = ", ".join(f"entries.{name}" for name in UNSEEN_COLUMNS)
_SEEN = "SELECT 1 FROM seen WHERE seen.channel_id = {0} AND seen.entry_id = entries.id"
_SQLITE = (
    f"SELECT {_COLUMNS} FROM entry_index JOIN entries ON entries.index_id = entry_index.rowid "  # noqa: S608 - names of ours
    "WHERE entry_index MATCH ? AND entry_index.rowid >= ? AND entry_index.rowid < ? "
    f"AND NOT EXISTS ({_SEEN.format('?')}) ORDER BY entry_index.rowid DESC"
)
_POSTGRES = (
    f"SELECT {_COLUMNS} FROM entry_index JOIN entries ON entries.index_id = entry_index.id "  # noqa: S608 - names of ours
    "WHERE entry_index.vector @@ %s::tsquery AND entry_index.id >= %s AND entry_index.id < %s "
    f"AND NOT EXISTS ({_SEEN.format('%s')}) ORDER BY entry_index.id DESC"
)


def unseen(connection: Connection, glossary: Glossary, wanted: Wanted) -> list[Unseen]:
    """All that may go into a Roundup, newest first: what meets its Filter exactly.

    Nothing is corrected, partly matched or cut.
    """
    query = wanted.query or Query("")
    asked = match(query, glossary, wanted.viewer.team, wanted.viewer.channel)
    if asked.impossible or not wanted.levels:
        return []
    of_levels = _of_levels(asked, wanted.levels)
    within = bounds(query, wanted.viewer, wanted.today)
    first = max(within.first, first_index_id(wanted.since))
    ids = (first, within.end, wanted.viewer.channel_row)
    if connection.dialect.name == "sqlite":
        rows = plain_rows(connection, _SQLITE, (fts5(of_levels), *ids))
    else:
        rows = plain_rows(connection, _POSTGRES, (tsquery(of_levels), *ids))
    return [unseen_of(row) for row in rows]


def _of_levels(asked: Match, levels: tuple[Level, ...]) -> Match:
    """The Match within these Levels, which are Terms of the index too."""
    choice = tuple(literal(filter_term(FieldName.LEVEL, level)) for level in levels)
    return replace(asked, filters=(*asked.filters, choice))
