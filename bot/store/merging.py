"""Merges what files tell into the tables, in few statements however many they are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.entry import DigestFile, Entry, StoredEntry, Telling
from bot.core.key import headline_hash, key
from bot.core.merging import Change, Merged, merge, stems
from bot.core.retelling import Known
from bot.store.database import chunks
from bot.store.index import Index
from bot.store.rows import ENTRY_COLUMNS, Row, entry_of, entry_row
from bot.store.tables import entries, keys

_COLUMNS = (*ENTRY_COLUMNS, entries.c.first_on, entries.c.dated, entries.c.source)
_HOLDING = (
    sa.select(*_COLUMNS, keys.c.stem, keys.c.nth.label("held_nth"))
    .join(keys, keys.c.entry_id == entries.c.id)
    .where(keys.c.stem.in_(sa.bindparam("stems", expanding=True)))
)
_SHOWING = sa.select(*_COLUMNS).where(
    entries.c.repo_folded == sa.bindparam("repo"),
    entries.c.headline_hash.in_(sa.bindparam("hashes", expanding=True)),
    entries.c.pr.is_not(None),
)
_INSERT = entries.insert()
_INSERT_KEYS = keys.insert()
_UPDATE = entries.update().where(entries.c.id == sa.bindparam("of"))
_SEQUENCE = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
_NEXT_IDS = sa.text(
    "SELECT nextval(pg_get_serial_sequence('entries', 'id')) FROM generate_series(1, :count)"
)


def changes_of(
    connection: Connection, files: Sequence[DigestFile]
) -> tuple[list[Change], list[Merged]]:
    """What the Tellings of files, taken up in turn, would change now, and the count of each file.

    It stays true while nobody else is merging: their new Entries would be missed.
    """
    known = _known(connection, [telling for file in files for telling in file.tellings])
    return merge(files, known)


def keep(
    connection: Connection, index: Index, changes: Sequence[Change], ready: Mapping[Entry, str]
) -> None:
    """Write Changes into the tables and the index, which takes the streams that are `ready`."""
    new = [change.after for change in changes if change.before is None]
    old = [(change.before, change.after) for change in changes if change.before is not None]
    stored = _with_ids(connection, new)
    _insert(connection, stored)
    _update(connection, [after for _, after in old])
    _hold_keys(connection, [(one, one.keys) for one in stored])
    _hold_keys(connection, [(after, after.keys - before.keys) for before, after in old])
    shown = stored + [after for before, after in old if before.entry != after.entry]
    index.put(connection, [_stored(one) for one in shown], ready)


def _known(connection: Connection, tellings: Sequence[Telling]) -> list[Known]:
    """The Entries that any of these Tellings may mean, the oldest rows first."""
    held = defaultdict[int, set[tuple[str, int]]](set)
    rows: dict[int, Row] = {}
    for row in _holding(connection, tellings):
        rows[row.id] = row
        held[row.id].add((row.stem, row.held_nth))
    rows |= {row.id: row for row in _showing(connection, tellings)}
    return [_known_of(rows[id_], held[id_]) for id_ in sorted(rows)]


def _holding(connection: Connection, tellings: Iterable[Telling]) -> Iterator[Row]:
    """The Entries that hold a Key of these Tellings, once for each Key."""
    wanted = sorted({stem for telling in tellings for stem in stems(telling) if stem})
    for chunk in chunks(wanted):
        yield from connection.execute(_HOLDING, {"stems": chunk})


def _showing(connection: Connection, tellings: Iterable[Telling]) -> Iterator[Row]:
    """The numbered Entries that show the headline of a Telling without a number."""
    wanted = defaultdict[str, set[str]](set)
    for telling in tellings:
        entry = telling.entry
        if entry.pr is None:
            wanted[entry.repo.casefold()].add(headline_hash(entry.headline))
    for repo, hashes in wanted.items():
        for chunk in chunks(sorted(hashes)):
            yield from connection.execute(_SHOWING, {"repo": repo, "hashes": chunk})


def _known_of(row: Row, held: Iterable[tuple[str, int]]) -> Known:
    return Known(
        entry=entry_of(row).entry,
        first_on=row.first_on,
        dated=row.dated,
        source=row.source,
        keys=frozenset(held),
        nth=row.nth,
        id=row.id,
    )


def _with_ids(connection: Connection, new: Sequence[Known]) -> list[Known]:
    """New Entries with row ids of their own: one question, where RETURNING costs one a row."""
    if not new:
        return []
    if connection.dialect.name == "sqlite":
        last = connection.scalar(_SEQUENCE) or 0
        ids: Iterable[int] = range(last + 1, last + 1 + len(new))
    else:
        ids = connection.scalars(_NEXT_IDS, {"count": len(new)})
    return [replace(one, id=id_) for one, id_ in zip(new, ids, strict=True)]


def _insert(connection: Connection, new: Sequence[Known]) -> None:
    if new:
        connection.execute(_INSERT, [{"id": one.id} | _row(one) for one in new])


def _update(connection: Connection, changed: Sequence[Known]) -> None:
    if changed:
        connection.execute(_UPDATE, [{"of": one.id} | _row(one) for one in changed])


def _hold_keys(
    connection: Connection, held: Iterable[tuple[Known, Iterable[tuple[str, int]]]]
) -> None:
    rows = [
        {"stem": stem, "nth": nth, "entry_id": one.id}
        for one, theirs in held
        for stem, nth in theirs
    ]
    if rows:
        connection.execute(_INSERT_KEYS, rows)


def _row(known: Known) -> dict[str, Any]:
    merging = {
        "nth": known.nth,
        "first_on": known.first_on,
        "dated": known.dated,
        "source": known.source,
    }
    return entry_row(known.entry) | merging


def _stored(known: Known) -> StoredEntry:
    assert known.id is not None  # noqa: S101 - it has just been stored
    entry = known.entry
    return StoredEntry(known.id, key(entry.repo, entry.pr, entry.headline, known.nth), entry)
