"""The digests, schedules and glossary that ship with the project can be used as they are."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from bot.core.concept import Concept
from bot.core.entry import DigestFile, Entry, Level
from bot.core.key import normalise_headline
from bot.search.scripts import fold, is_han, is_kana, runs
from bot.sources.digests import find_digests, read_digest
from bot.sources.glossary import FILE, read_own, read_shipped
from bot.sources.phrases import read_phrases
from bot.sources.schedules import read_schedules

PROJECT = Path(__file__).parent.parent
NEWEST = date(2026, 11, 27)


@pytest.fixture(scope="module")
def files() -> list[DigestFile]:
    """Every shipped digest file, read on the day the newest Digest is dated."""
    found = find_digests([PROJECT / "digests"])
    return [read_digest(one, read_phrases(), NEWEST) for one in found]


@pytest.fixture(scope="module")
def entries(files: list[DigestFile]) -> list[Entry]:
    """Every Entry the shipped digest files tell."""
    return [telling.entry for file in files for telling in file.tellings]


def test_every_shipped_digest_is_read_without_a_problem(files: list[DigestFile]) -> None:
    problems = [p for file in files for p in (*file.rejected, *file.skipped, *file.warnings)]
    assert [str(problem) for problem in problems] == []


def test_the_shipped_digests_are_enough_to_look_around_in(entries: list[Entry]) -> None:
    assert len(entries) >= 40
    assert len({entry.repo for entry in entries}) >= 4
    assert len({entry.date for entry in entries}) >= 4
    assert {entry.level for entry in entries} == set(Level)


def test_every_shipped_digest_is_dated_up_to_the_newest(files: list[DigestFile]) -> None:
    tellings = [telling for file in files for telling in file.tellings]
    assert all(telling.dated for telling in tellings)
    assert max(telling.entry.date for telling in tellings) == NEWEST


def test_no_two_shipped_entries_share_a_headline(entries: list[Entry]) -> None:
    headlines = [(entry.repo, normalise_headline(entry.headline)) for entry in entries]
    assert len(set(headlines)) == len(headlines)


def test_vllm_entries_carry_no_number_because_none_is_proven(entries: list[Entry]) -> None:
    assert [t.pr for t in entries if t.repo == "vllm-project/vllm" and t.pr] == []


def test_every_shipped_schedule_is_read_and_paused() -> None:
    schedules = read_schedules(PROJECT / "schedules")
    assert len(schedules) >= 2
    assert all(schedule.paused for schedule in schedules)


def test_the_shipped_glossary_keeps_to_the_rules_for_a_teams_own() -> None:
    assert read_own(FILE) == read_shipped()


def test_the_shipped_glossary_is_a_wide_one() -> None:
    assert len(read_shipped()) >= 600


def test_nearly_all_shipped_concepts_lead_to_the_other_language_or_to_narrower_ones() -> None:
    useful = [one for one in read_shipped() if one.covers or _is_in_two_languages(one)]
    assert len(useful) >= 0.9 * len(read_shipped())


def test_no_shipped_name_is_in_more_than_four_concepts() -> None:
    names = Counter(
        name for one in read_shipped() for name in {fold(name).casefold() for name in one.names}
    )
    assert [name for name, count in names.items() if count > 4] == []


def _is_in_two_languages(concept: Concept) -> bool:
    """Whether names are in English, and in Chinese or Japanese."""
    eastern = [any(_is_eastern(run.text) for run in runs(fold(name))) for name in concept.names]
    return any(eastern) and not all(eastern)


def _is_eastern(text: str) -> bool:
    return is_han(text) or is_kana(text)
