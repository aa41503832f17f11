"""Where in an Answer a button leads: the whole state travels in the button's value."""

import json
from dataclasses import dataclass
from typing import Any

from bot.slack.kit.blocks import BUTTON_VALUE_LIMIT

PREVIOUS = "page_previous"
NEXT = "page_next"
"""The action ids of the two buttons."""

PAGE_SIZE = 5
"""Hits on one Page of an Answer."""

MOST_HITS = 10_000
"""Where a Page may begin at most."""


@dataclass(frozen=True, slots=True)
class Page:
    """A Query as typed (empty: the unseen must-reads) and how many of its Hits come before."""

    query: str
    start: int


def to_value(page: Page) -> str | None:
    """The button value for `page`; None if the Query is too long to travel in one."""
    value = json.dumps({"q": page.query, "s": page.start}, ensure_ascii=False)
    value = value.encode("utf-8", "ignore").decode()  # half a surrogate pair cannot be sent
    return value if len(value) <= BUTTON_VALUE_LIMIT else None


def from_value(value: object) -> Page | None:
    """The Page in a button's value; None if it is none of ours."""
    state = _state(value)
    query, start = state.get("q"), state.get("s")
    if isinstance(query, str) and type(start) is int and 0 <= start <= MOST_HITS:
        return Page(query, start)
    return None


def query_in(value: object) -> str | None:
    """The Query in a button's value, also where that is no Page: one of another version."""
    query = _state(value).get("q")
    return query if isinstance(query, str) else None


def _state(value: object) -> dict[str, Any]:
    try:
        state = json.loads(str(value)[:BUTTON_VALUE_LIMIT])
    except (ValueError, RecursionError):
        return {}
    return state if isinstance(state, dict) else {}
