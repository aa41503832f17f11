"""The shipped digests are searched no worse than they were: judged Queries, on both databases."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.core.channel import Viewer
from bot.core.entry import DigestFile
from bot.core.grammar import parse
from bot.search.glossary import Glossary
from bot.sources.digests import find_digests, read_digest
from bot.sources.phrases import read_phrases
from bot.store.database import Database
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from tests.relevance.scorer import AT, Answered, mean, read_judged, worst

HERE = Path(__file__).parent
JUDGED = read_judged(HERE / "relevance.yaml")
TODAY = date(2026, 11, 30)

# nDCG at ten of all, and of what is answered in another language: a little below 0.908 and 0.850,
# which it was when these were set. Where searching gets better they are to be raised.
BAR = 0.895
CROSS_BAR = 0.83
TOO_LOW = "the bars are so far below the figures of today that this passes: raise them"

UNANSWERED = {"死代码"}
"""Nothing was found for it then: its Entry says “dead” of something else than code."""

sqlite_only = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
postgres_only = pytest.mark.parametrize("database_url", ["postgres"], indirect=True)


@pytest.fixture(scope="module")
def files() -> list[DigestFile]:
    """Every shipped digest file."""
    found = find_digests([HERE.parent.parent / "digests"])
    return [read_digest(one, read_phrases(), TODAY) for one in found]


@pytest.fixture
def store(database: Database, files: list[DigestFile]) -> Store:
    """A store with the shipped digests."""
    return filled(store_on(database), files)


def filled(store: Store, files: list[DigestFile]) -> Store:
    for file in files:
        store.entries.merge(file)
    return store


def ask(store: Store, also: str = "") -> list[Answered]:
    """All judged Queries, each with something more to it."""
    answered = []
    for judged in JUDGED:
        query = parse(judged.query + also)
        hits = search(store, query, viewer=Viewer(), today=TODAY, limit=AT).hits
        sure = [hit.stored.key for hit in hits if hit.confident]
        answered.append(Answered(judged, [hit.stored.key for hit in hits], sure))
    return answered


def crossing(answered: list[Answered]) -> list[Answered]:
    return [one for one in answered if one.judged.cross]


@sqlite_only
def test_the_judged_queries_are_sound(store: Store) -> None:
    shipped = {stored.key for stored in store.entries.all()}
    assert {key for one in JUDGED for key in one.relevant} <= shipped
    assert {grade for one in JUDGED for grade in one.relevant.values()} == {1, 2, 3}
    assert len({one.query for one in JUDGED}) == len(JUDGED) == 60
    assert sum(one.cross for one in JUDGED) >= 20
    assert sum(not one.relevant for one in JUDGED) == 6


def test_what_is_relevant_comes_first(store: Store) -> None:
    answered = ask(store)
    assert mean(answered) >= BAR, worst(answered)
    assert mean(crossing(answered)) >= CROSS_BAR, worst(crossing(answered))


def test_what_has_an_answer_gets_one_and_nothing_else_is_sure_of_one(store: Store) -> None:
    answered = ask(store)
    empty = {one.judged.query for one in answered if one.judged.relevant and not one.shown}
    wrong = {one.judged.query for one in answered if one.confident and not one.judged.relevant}
    assert (empty - UNANSWERED, wrong) == (set(), set())


@sqlite_only
def test_the_newest_first_is_not_good_enough(store: Store) -> None:
    answered = ask(store, " sort:new")
    assert mean(answered) < BAR - 0.02, TOO_LOW
    assert mean(crossing(answered)) < CROSS_BAR, TOO_LOW


@sqlite_only
def test_searching_without_the_glossary_is_not_good_enough(store: Store) -> None:
    answered = ask(store_on(store.database, Glossary()))
    assert mean(answered) < BAR - 0.2, TOO_LOW
    assert mean(crossing(answered)) < CROSS_BAR - 0.4, TOO_LOW


@postgres_only
def test_both_databases_answer_in_the_same_order(
    store: Store, files: list[DigestFile], tmp_path: Path
) -> None:
    other = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    with closing(other.database):
        assert ask(store) == ask(filled(other, files))
