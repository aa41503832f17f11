"""How an Entry is kept in a row."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Viewer
from bot.core.entry import Entry, Level, StoredEntry
from bot.core.key import headline_hash, key, numberless_key
from bot.core.roundup import Unseen
from bot.store.bounds import day_of
from bot.store.database import chunks
from bot.store.tables import entries

Row = sa.Row[*tuple[Any, ...]]
"""What SQLAlchemy gives for a SELECT of columns it was not told the types of."""

ENTRY_COLUMNS: tuple[sa.Column[Any], ...] = (
    entries.c.id,
    entries.c.repo,
    entries.c.pr,
    entries.c.headline,
    entries.c.nth,
    entries.c.verdict,
    entries.c.level,
    entries.c.evidence,
    entries.c.title,
    entries.c.url,
    entries.c.labels,
    entries.c.author,
    entries.c.merged_at,
    entries.c.visibility,
    entries.c.date,
)
"""What `entry_of` needs of a row."""


UNSEEN_COLUMNS = ("id", "repo", "pr", "headline_hash", "nth", "level", "index_id")
"""What `unseen_of` needs of a row."""


def unseen_of(row: Sequence[Any]) -> Unseen:
    """What choosing looks at, in a row of just UNSEEN_COLUMNS: there may be thousands."""
    id_, repo, pr, hashed, nth, level, index_id = row
    known_by = numberless_key(repo, hashed, nth) if pr is None else f"{repo}#{pr}"
    return Unseen(id_, known_by, repo, Level(level), day_of(index_id))


_BY_ID = sa.select(*ENTRY_COLUMNS).where(entries.c.id.in_(sa.bindparam("ids", expanding=True)))
"""Written once: putting it together anew takes longer than running it."""


def by_id(connection: Connection, ids: Sequence[int]) -> list[StoredEntry]:
    """The Entries with these row ids, in this order; those that are gone are left out."""
    found: dict[int, StoredEntry] = {}
    for chunk in chunks(ids):
        rows = connection.execute(_BY_ID, {"ids": chunk})
        found |= {row.id: entry_of(row) for row in rows}
    return [found[id_] for id_ in ids if id_ in found]


def visible(connection: Connection, viewer: Viewer, id_: int) -> StoredEntry | None:
    """The Entry with this row id; None if it is gone, or not for `viewer`."""
    found = by_id(connection, [id_])
    return next((each for each in found if viewer.may_see(each.entry.visibility)), None)


def entry_of(row: Row) -> StoredEntry:
    """The Entry in a row that has at least ENTRY_COLUMNS."""
    entry = Entry(
        repo=row.repo,
        pr=row.pr,
        headline=row.headline,
        verdict=row.verdict,
        level=Level(row.level),
        date=row.date,
        evidence=row.evidence,
        title=row.title,
        url=row.url,
        labels=tuple(row.labels),
        author=row.author,
        merged_at=row.merged_at,
        visibility=tuple(row.visibility),
    )
    return StoredEntry(row.id, key(entry.repo, entry.pr, entry.headline, row.nth), entry)


def entry_row(entry: Entry) -> dict[str, str | int | date | list[str] | None]:
    """The values of an Entry's row, aside from those that only merging needs."""
    return {
        "repo": entry.repo,
        "repo_folded": entry.repo.casefold(),
        "pr": entry.pr,
        "headline": entry.headline,
        "headline_hash": headline_hash(entry.headline),
        "verdict": entry.verdict,
        "level": entry.level.value,
        "evidence": entry.evidence,
        "title": entry.title,
        "url": entry.url,
        "labels": list(entry.labels),
        "author": entry.author,
        "merged_at": entry.merged_at,
        "visibility": list(entry.visibility),
        "date": entry.date,
    }
