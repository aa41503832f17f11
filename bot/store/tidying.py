"""Brings the pieces together in which SQLite's index was written.

Every transaction adds a piece, and a search looks into each: after an import they make it several
times slower. (FTS5's `merge`: https://www.sqlite.org/fts5.html#the_merge_command)
"""

import time

from bot.store.database import Database

WORTH = 0.05
"""The share of all Entries that must have changed; below, FTS5's own tidying is enough."""

_PAGES = 1_000  # of one transaction: some ten milliseconds
_PAUSE_S = 0.002  # lets other writers in
_START = "INSERT INTO entry_index (entry_index, rank) VALUES ('merge', ?)"


def tidy(database: Database, changed: int) -> None:
    """Make one piece of all, in short transactions, if so many Entries changed that it is worth it.

    Other processes can read and write meanwhile; cut short, it goes on the next time.
    """
    if not database.is_sqlite or not changed:
        return
    with database.read() as connection:
        everything = connection.exec_driver_sql("SELECT max(id) FROM entries").scalar() or 0
    if changed < WORTH * everything:
        return
    pages = -_PAGES  # negative: begins to merge all there is
    while _merges(database, pages):
        pages = _PAGES
        time.sleep(_PAUSE_S)


def _merges(database: Database, pages: int) -> bool:
    """Merge some pages; whether there was something left to merge."""
    changes = "SELECT total_changes()"
    with database.write() as connection:
        before = connection.exec_driver_sql(changes).scalar_one()
        connection.exec_driver_sql(_START, (pages,))
        after = connection.exec_driver_sql(changes).scalar_one()
    return bool(after - before >= 2)  # 1 is the command itself
