"""Roundups as messages."""

from datetime import UTC, datetime

import pytest

from bot.core.entry import Level, StoredEntry
from bot.core.occasion import Occasion
from bot.core.roundup import Message, Roundup
from bot.core.schedule import Language, Occurrence, Subscription
from bot.slack.blocks import strings
from bot.slack.roundups import render
from bot.slack.words import CHINESE
from tests.slack.builders import an_entry
from tests.slack.limits import breaches

DUE = datetime(2026, 11, 30, 1, tzinfo=UTC)


def rendered(
    *entries: StoredEntry,
    left: int = 0,
    language: Language = Language.EN,
    level: Level = Level.MUST,
) -> tuple[Message, ...]:
    subscription = Subscription("weekly", "C1", "mon 09:00", "UTC", language=language, level=level)
    occasion = Occasion(subscription, Occurrence(DUE, DUE))
    return render(Roundup(entries, left), occasion)


def test_a_roundup_leads_with_its_count_its_repositories_and_what_is_left() -> None:
    entries = [an_entry(), an_entry(), an_entry(repo="acme/infer")]
    (message,) = rendered(*entries, left=5)
    lead = message.text.splitlines()[0]
    assert lead == "3 must-reads · engine 2, infer 1 · 5 kept for next time"


def test_a_roundup_of_lower_levels_counts_pull_requests() -> None:
    (message,) = rendered(an_entry(level=Level.SKIM), level=Level.SKIM)
    assert message.text.startswith("1 pull request · engine 1")


def test_the_bots_own_words_are_chinese_where_asked_for() -> None:
    (message,) = rendered(an_entry(), left=2, language=Language.ZH)
    assert message.text.startswith("1 个必读 PR · engine 1 · 2 个留待下次")
    assert "必读 · acme/engine #12 · 2026年11月27日" in " ".join(strings(message.blocks))


def test_a_small_roundup_is_one_message_that_names_its_entries() -> None:
    first, second = an_entry("One"), an_entry("Two")
    (message,) = rendered(first, second)
    assert message.entries == (first.id, second.id)
    assert not message.thread
    assert "• One (acme/engine #12)" in message.text


def test_what_is_too_much_goes_on_in_the_thread() -> None:
    entries = [an_entry() for _ in range(60)]
    lead, *replies = rendered(*entries)
    assert [lead.thread, *(reply.thread for reply in replies)] == [False] + [True] * len(replies)
    told = [entry for message in (lead, *replies) for entry in message.entries]
    assert told == [entry.id for entry in entries]
    assert f"{60 - len(lead.entries)} in the thread" in lead.text


@pytest.mark.parametrize("sign", ["x", "量", "👩🏽", "<", "&"])
def test_no_message_of_a_roundup_is_over_slacks_limits(sign: str) -> None:
    entries = [an_entry(sign * 600, verdict=sign * 3000, repo=sign * 200) for _ in range(50)]
    for message in rendered(*entries, left=9):
        assert breaches(message) == []


def test_a_quiet_roundup_is_one_line() -> None:
    (message,) = rendered()
    assert message.text == "Nothing new to read this time."
    assert breaches(message) == []


def test_every_word_of_a_roundup_is_known_in_chinese() -> None:
    rendered_words = rendered(
        *[an_entry(level=level, pr=None) for level in Level],
        *[an_entry() for _ in range(40)],
        left=1,
        language=Language.ZH,
    )
    text = " ".join(string for message in rendered_words for string in strings(message.blocks))
    for english in CHINESE:
        assert english.replace("{n}", "1") not in text
