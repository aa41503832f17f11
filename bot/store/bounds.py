"""What bounds a search beside Terms: dates, what was seen, and how much is read at most."""

from dataclasses import dataclass
from datetime import date, timedelta

from bot.core.channel import Viewer
from bot.core.query import Moment, Query

CAP = 1_000
"""How far rows are counted."""

SAMPLE = 500
"""How many of the newest rows tell what is common."""

_EPOCH = date(1970, 1, 1)
_LAST = 2**63 - 1
_ENTRY_BITS = 32

ENTRY_MASK = (1 << _ENTRY_BITS) - 1
"""The bits of a row id in the index that are the Entry's own row id."""


def index_id(day: date, entry_id: int) -> int:
    """The row id in the index: newer dates are greater, then later imports."""
    return first_index_id(day) | entry_id


def first_index_id(day: date) -> int:
    """The least row id of a date; before 1970 there are none."""
    return max(0, (day - _EPOCH).days) << _ENTRY_BITS


def _end_of(day: date) -> int:
    """Where the ids of a date end; by number, since a day after the last date there is none."""
    return first_index_id(day) + (1 << _ENTRY_BITS)


def day_of(id_: int) -> date:
    """The date in a row id of the index."""
    return _EPOCH + timedelta(days=id_ >> _ENTRY_BITS)


def entry_id(id_: int) -> int:
    """The Entry's own row id in a row id of the index."""
    return id_ & ENTRY_MASK


@dataclass(frozen=True, slots=True)
class Bounds:
    """Index ids from `first` up to, but without, `end`.

    `seen` asks for what the Channel `channel_row` has seen, or has not; None for either.
    """

    first: int = 0
    end: int = _LAST
    seen: bool | None = None
    channel_row: int | None = None


def bounds(query: Query, viewer: Viewer, today: date) -> Bounds:
    """The Bounds of a Query that is answered `today`."""
    return Bounds(
        first=first_index_id(_day(query.since, today)) if query.since else 0,
        end=_end_of(_day(query.until, today)) if query.until else _LAST,
        seen=query.seen,
        channel_row=viewer.channel_row,
    )


def _day(moment: Moment, today: date) -> date:
    return moment.date or today - timedelta(days=moment.days or 0)
