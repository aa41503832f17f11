"""Unseen: what may go into a Roundup, and of how many, asked of either database by one statement.

The statements are written once: putting them together anew takes longer than running them.
"""

from sqlalchemy.engine import Connection

from bot.core.entry import Level
from bot.core.query import Query
from bot.core.roundup import Candidates, Wanted
from bot.search.glossary import Glossary
from bot.search.match import match
from bot.search.syntax import fts5, tsquery
from bot.store.bounds import ENTRY_MASK, bounds, first_index_id
from bot.store.database import plain_rows
from bot.store.rows import UNSEEN_COLUMNS, unseen_of

_COLUMNS = ", ".join(f"entries.{name}" for name in UNSEEN_COLUMNS)
# The Levels are no part of what the index is asked: it would be asked twice, and that costs most.
# `new` has a row also where nothing of these Levels is unseen.
_STATEMENT = """
    WITH met AS MATERIALIZED (
        SELECT {id} AS id FROM entry_index WHERE {meets} AND {id} >= {0} AND {id} < {0}
        AND NOT EXISTS (
            SELECT 1 FROM seen WHERE channel_id = {0} AND entry_id = entry_index.{id} & {mask}
        )
    ), new AS (SELECT count(*) AS how_many FROM met WHERE id >= {0})
    SELECT {columns}, new.how_many FROM new LEFT JOIN (
        met JOIN entries ON entries.index_id = met.id AND entries.level IN ({levels})
    ) ON TRUE ORDER BY met.id DESC
"""


def _statement(mark: str, id_: str, meets: str) -> str:
    levels = ", ".join([mark] * len(Level))
    named = {"id": id_, "meets": meets, "mask": ENTRY_MASK, "columns": _COLUMNS, "levels": levels}
    return _STATEMENT.format(mark, **named)


_SQLITE = _statement("?", "rowid", "entry_index MATCH ?")
_POSTGRES = _statement("%s", "id", "vector @@ %s::tsquery")


def unseen(connection: Connection, glossary: Glossary, wanted: Wanted) -> Candidates:
    """All that may go into a Roundup, newest first: what meets its Filter exactly.

    Nothing is corrected, partly matched or cut.
    """
    query = wanted.query or Query("")
    asked = match(query, glossary, wanted.viewer.team, wanted.viewer.channel)
    if asked.impossible or not wanted.levels:
        return Candidates()
    within = bounds(query, wanted.viewer, wanted.today)
    first = max(within.first, first_index_id(wanted.since))
    new_from = max(first, first_index_id(wanted.new_from or wanted.since))
    levels = (wanted.levels * len(Level))[: len(Level)]  # one statement, however many they are
    values = (first, within.end, wanted.viewer.channel_row, new_from, *levels)
    if connection.dialect.name == "sqlite":
        rows = plain_rows(connection, _SQLITE, (fts5(asked), *values))
    else:
        rows = plain_rows(connection, _POSTGRES, (tsquery(asked), *values))
    index_id, how_many = UNSEEN_COLUMNS.index("index_id"), rows[0][-1]
    found = [row for row in rows if row[0] is not None]
    older = sum(row[index_id] < new_from for row in found)
    return Candidates(tuple(unseen_of(row[:-1]) for row in found), older + how_many)
