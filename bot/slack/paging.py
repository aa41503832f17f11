"""Where in an Answer a button leads: the whole state travels in the button's value."""

import json
from dataclasses import dataclass

from bot.slack.blocks import BUTTON_VALUE_LIMIT

PREVIOUS = "page_previous"
NEXT = "page_next"
"""The action ids of the two buttons."""

_MOST_HITS = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """A Query as typed (empty: the unseen must-reads) and how many of its Hits come before."""

    query: str
    start: int


def to_value(place: Place) -> str | None:
    """The button value for `place`; None if the Query is too long to travel in one."""
    value = json.dumps({"q": place.query, "s": place.start}, ensure_ascii=False)
    return value if len(value) <= BUTTON_VALUE_LIMIT else None


def from_value(value: object) -> Place | None:
    """The Place in a button's value; None if it is none of ours."""
    try:
        state = json.loads(str(value)[:BUTTON_VALUE_LIMIT])
        query, start = state["q"], state["s"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if isinstance(query, str) and type(start) is int and 0 <= start <= _MOST_HITS:
        return Place(query, start)
    return None
