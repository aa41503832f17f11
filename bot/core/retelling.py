"""Retelling: what an Entry becomes when a Digest tells it, for the first time or again.

An Entry shows its newest telling: a dated one before an undated one, then the later date, then the
later file name. The order is fixed, so files may be imported again in any order.

Only the very file that told an Entry last may take it back to an older date: a date set right. A
file is known by its `source`; a file that moved is another one, and is heard if it tells a later
date, or a later name on the same one.
"""

from dataclasses import dataclass, replace
from datetime import date

from bot.core.entry import Entry, Telling
from bot.core.key import headline_hash, normalise_headline

WINDOW_DAYS = 30
"""How far from the Digests that tell an Entry its headline still means the same one."""


@dataclass(frozen=True, slots=True)
class Known:
    """An Entry with what decides its merging.

    `first_on` is the date of its earliest telling. `dated` says that a Digest gave its date.
    `source` told it last. `keys` are the Keys it holds, as stem and nth (see `split_key`); those
    that no Telling at hand can mean may be left out. `nth` stands in its Key while it has no
    number. `id` is its row id, None before it is stored.
    """

    entry: Entry
    first_on: date
    dated: bool
    source: str
    keys: frozenset[tuple[str, int]]
    nth: int = 1
    id: int | None = None


def first_told(telling: Telling, source: str, key: tuple[str, int]) -> Known:
    """A new Entry; without a date of its own it keeps the day on which it was first read."""
    on = telling.entry.date
    return Known(telling.entry, on, telling.dated, source, frozenset({key}), nth=key[1])


def retold(known: Known, telling: Telling, source: str) -> Known:
    """An Entry told again: it keeps its number, or learns it, and shows its newest telling."""
    number = known.entry.pr if known.entry.pr is not None else telling.entry.pr
    if telling.dated:
        known = replace(known, first_on=min(known.first_on, telling.entry.date))
    if not _is_newest(known, telling, source):
        return replace(known, entry=replace(known.entry, pr=number))
    on = telling.entry.date if telling.dated else known.entry.date
    entry = replace(telling.entry, pr=number, date=on)
    return replace(known, entry=entry, dated=known.dated or telling.dated, source=source)


def means(telling: Telling, known: Known) -> bool:
    """Whether a Telling means the Entry that holds a Key by its headline.

    An undated one does at any distance. An Entry that shows another headline with the same short
    hash is another one; with another hash it was renamed since, and its Key tells.
    """
    if days_apart(telling, known) > WINDOW_DAYS:
        return False
    if telling.entry.headline == known.entry.headline:
        return True
    told = normalise_headline(telling.entry.headline)
    shown = normalise_headline(known.entry.headline)
    return told == shown or headline_hash(told) != headline_hash(shown)


def days_apart(telling: Telling, known: Known) -> int:
    """How far a Telling is from the time over which an Entry was told; 0 within it, or undated.

    The earliest telling counts as well as the newest, so that a folder may be imported again.
    """
    if not telling.dated:
        return 0
    first, last = sorted((known.first_on, known.entry.date))
    return max((first - telling.entry.date).days, (telling.entry.date - last).days, 0)


def _is_newest(known: Known, telling: Telling, source: str) -> bool:
    if source == known.source:  # the file was edited, its date perhaps set right
        return True
    if not telling.dated:
        return not known.dated and source > known.source
    return not known.dated or (telling.entry.date, source) > (known.entry.date, known.source)
