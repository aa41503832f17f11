"""Every surface keeps to what Slack takes, whatever the Entries, the Queries and the names say."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.core.entry import Entry
from bot.core.roundup import Message
from bot.core.schedule import Language
from tests.slack.gallery import NAMED, Surface, surfaces
from tests.slack.hostile import ENTRIES, MARK, QUERIES
from tests.slack.limits import breaches, breaches_of_view
from tests.slack.scenes import SAMPLES


def breaches_of(surface: Surface) -> list[str]:
    payload = surface.payload
    if "view" in payload:
        return breaches_of_view(payload["view"], NAMED)
    return breaches(Message(payload["text"], tuple(payload["blocks"])), NAMED)


def breaches_in(shown: Sequence[Surface]) -> dict[str, list[str]]:
    found = {surface.name: breaches_of(surface) for surface in shown}
    return {name: each for name, each in found.items() if each}


@pytest.mark.parametrize("language", Language)
def test_what_a_digest_may_well_hold_breaks_no_limit(language: Language) -> None:
    shown = surfaces(SAMPLES, language)
    assert {surface.kind for surface in shown} == {"message", "ephemeral", "modal", "home"}
    assert breaches_in(shown) == {}


def read_as_mrkdwn(part: Any) -> list[str]:
    """All that Slack reads as mrkdwn in blocks; the fallback text is escaped, no more."""
    if isinstance(part, list | tuple):
        return [text for each in part for text in read_as_mrkdwn(each)]
    if not isinstance(part, dict):
        return []
    if part.get("type") == "mrkdwn":
        return [part["text"]]
    return [text for each in part.values() for text in read_as_mrkdwn(each)]


@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(ENTRIES, st.lists(QUERIES, max_size=5), st.sampled_from(Language))
def test_nothing_hostile_breaks_a_limit_or_notifies_anybody(
    entries: tuple[Entry, ...], queries: list[str], language: Language
) -> None:
    shown = surfaces(entries, language, queries)
    assert breaches_in(shown) == {}
    assert [each for each in read_as_mrkdwn([s.payload for s in shown]) if MARK in each] == []
