"""Unseen: what may go into a Roundup, and how much is new, each asked by one statement.

The statements are written once: putting them together anew takes longer than running them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy.engine import Connection

from bot.core.entry import Level
from bot.core.query import FieldName, Query
from bot.core.roundup import Unseen, Wanted
from bot.search.glossary import Glossary
from bot.search.match import Match, match
from bot.search.need import literal
from bot.search.stream import filter_term
from bot.search.syntax import fts5, tsquery
from bot.store.bounds import ENTRY_MASK, bounds, first_index_id
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
_SEEN_ROW = f"SELECT 1 FROM seen WHERE channel_id = {{0}} AND entry_id = {{1}} & {ENTRY_MASK}"  # noqa: S608 - names of ours
_COUNT_ON_SQLITE = (
    "SELECT count(*) FROM entry_index WHERE entry_index MATCH ? AND rowid >= ? AND rowid < ? "  # noqa: S608 - names of ours
    f"AND NOT EXISTS ({_SEEN_ROW.format('?', 'entry_index.rowid')})"
)
_COUNT_ON_POSTGRES = (
    "SELECT count(*) FROM entry_index WHERE vector @@ %s::tsquery AND id >= %s AND id < %s "  # noqa: S608 - names of ours
    f"AND NOT EXISTS ({_SEEN_ROW.format('%s', 'entry_index.id')})"
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
    ids = _ids(wanted, wanted.since)
    if connection.dialect.name == "sqlite":
        rows = plain_rows(connection, _SQLITE, (fts5(of_levels), *ids))
    else:
        rows = plain_rows(connection, _POSTGRES, (tsquery(of_levels), *ids))
    return [unseen_of(row) for row in rows]


def how_many_new(
    connection: Connection, glossary: Glossary, wanted: Wanted, found: Sequence[Unseen]
) -> int:
    """How many met the Filter and are new, at any Level, together with the unseen `found`."""
    asked = match(wanted.query or Query(""), glossary, wanted.viewer.team, wanted.viewer.channel)
    new_from = max(wanted.new_from or wanted.since, wanted.since)
    older = sum(each.date < new_from for each in found)
    if asked.impossible:
        return older
    ids = _ids(wanted, new_from)
    if connection.dialect.name == "sqlite":
        ((new,),) = plain_rows(connection, _COUNT_ON_SQLITE, (fts5(asked), *ids))
    else:
        ((new,),) = plain_rows(connection, _COUNT_ON_POSTGRES, (tsquery(asked), *ids))
    return older + int(new)


def _ids(wanted: Wanted, from_: date) -> tuple[int, int, int | None]:
    """Between which row ids of the index, and in which Channel they must be unseen."""
    within = bounds(wanted.query or Query(""), wanted.viewer, wanted.today)
    return max(within.first, first_index_id(from_)), within.end, wanted.viewer.channel_row


def _of_levels(asked: Match, levels: tuple[Level, ...]) -> Match:
    """The Match within these Levels, which are Terms of the index too."""
    choice = tuple(literal(filter_term(FieldName.LEVEL, level)) for level in levels)
    return replace(asked, filters=(*asked.filters, choice))
