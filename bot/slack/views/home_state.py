"""What a Home tab shows, as it is kept with Slack and comes back with what is pressed in it."""

import json
from dataclasses import dataclass, replace

from bot.slack.answer.paging import MOST_HITS
from bot.slack.kit.text import clip, one_line

QUERY_LIMIT = 500
"""Characters of a Query in the Home tab."""


@dataclass(frozen=True, slots=True)
class State:
    """What is shown of it: the Hits of a Query from `start` on (of none if it is empty), what is
    saved from `saved` on. `direct` is the id of the person's direct messages with us.

    `n` grows with each search that was cleared: an input of another name is empty.
    """

    query: str = ""
    start: int = 0
    saved: int = 0
    direct: str | None = None
    n: int = 0

    def asking(self, query: str, start: int = 0) -> "State":
        """The same for another Query, or another Page of it."""
        kept = clip(one_line(query), QUERY_LIMIT)
        return replace(self, query=kept, start=start)

    def cleared(self) -> "State":
        """The same without a Query."""
        return replace(self, query="", start=0, n=(self.n + 1) % MOST_HITS)

    def saved_from(self, start: int) -> "State":
        """The same, with what is saved from there on."""
        return replace(self, saved=start)


def state_in(private: str) -> State:
    """The State of a Home tab, by what came back with what was pressed in it."""
    try:
        told = json.loads(private)
        state = State(**told) if isinstance(told, dict) else State()
    except (ValueError, TypeError, RecursionError):
        return State()
    numbers = (state.start, state.saved, state.n)
    is_ours = all(type(each) is int and 0 <= each <= MOST_HITS for each in numbers)
    is_ours &= isinstance(state.query, str) and isinstance(state.direct, str | None)
    return state if is_ours else State()


def written(state: State) -> str:
    """The State as it is kept with Slack: at most 2,000 characters."""
    query = state.query.encode("utf-8", "ignore").decode()
    told = {"query": query, "start": state.start, "saved": state.saved}
    return json.dumps({**told, "direct": state.direct, "n": state.n}, ensure_ascii=False)
