"""Every surface keeps to what Slack takes, whatever the Entries, the Queries and the names say."""

import functools
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.core.entry import Entry
from bot.core.roundup import Message
from bot.core.schedule import Language
from bot.slack.kit.text import one_line
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


@functools.cache
def of_samples(language: Language) -> list[Surface]:
    return surfaces(SAMPLES, language)


@pytest.mark.parametrize("language", Language)
def test_what_a_digest_may_well_hold_breaks_no_limit(language: Language) -> None:
    shown = of_samples(language)
    assert {surface.kind for surface in shown} == {"message", "ephemeral", "modal", "home"}
    assert breaches_in(shown) == {}


def words_in(part: Any) -> set[str]:
    """All that is shown as words in blocks and views; neither code nor what can be typed."""
    if isinstance(part, list | tuple):
        return {text for each in part for text in words_in(each)}
    if not isinstance(part, dict) or "code" in part.get("style", ()):
        return set()
    texts = {text for each in part.values() for text in words_in(each)}
    return texts | {part["text"].strip(" …\n")} if isinstance(part.get("text"), str) else texts


def test_in_chinese_nothing_of_ours_is_said_in_english() -> None:
    """But Entries, and the names of a Subscription and of a language."""
    given = " ".join(f"{each.headline} {each.verdict} {each.title}" for each in SAMPLES)
    given = one_line(re.sub("[`*]", "", given)) + " weekly must-reads English"
    english, chinese = (
        {text for each in of_samples(language) for text in words_in(each.payload)}
        for language in (Language.EN, Language.ZH)
    )
    same = {text for text in english & chinese if one_line(text) not in given}
    assert [text for text in same if re.search("[a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+$", text)] == []
    mixed = {text for text in chinese - english if " · " in text}
    assert [text for text in mixed if re.search(" · [a-z ]+( · |$)", text)] == []


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
