"""Which clauses of a Filter keep an Entry out: asked of the index, on both databases."""

from dataclasses import replace

import pytest

from bot.core.channel import Viewer
from bot.core.entry import Level
from bot.core.grammar import parse_filter
from bot.core.roundup import Wanted
from bot.store.database import Database
from bot.store.meeting import unmet
from bot.store.store import store_on
from tests.store.choosing import TODAY, tell, told


def test_each_clause_that_an_entry_does_not_meet_is_named(database: Database) -> None:
    store = store_on(database)
    labelled = replace(told("MoE kernel", days_ago=9), labels=("ci",), visibility=("C1",), pr=7)
    tell(store, labelled, told("Quantized cache"))
    stored = store.entries.by_key("o/n#7")
    assert stored is not None

    def unmet_of(text: str) -> tuple[str, ...]:
        viewer = Viewer(channel="C1")
        wanted = Wanted(viewer, parse_filter(text), (Level.MUST,), TODAY, TODAY, 8)
        return unmet(store, stored, wanted)

    assert unmet_of("moe repo:o/n label:ci since:30d -label:docs pr:7") == ()
    assert unmet_of("moe -label:ci") == ("-label:ci",)
    assert unmet_of("fp8 OR 量化 kernel") == ("fp8 OR 量化",)
    assert unmet_of('"kernel moe" repo:o/else since:7d') == (
        '"kernel moe"',
        "repo:o/else",
        "since:7d",
    )
    assert unmet_of("until:2026-11-01 #8") == ("#8", "until:2026-11-01")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_without_a_filter_nothing_is_unmet(database: Database) -> None:
    store = store_on(database)
    tell(store, told("Any"))
    (stored,) = store.entries.all()
    assert unmet(store, stored, Wanted(Viewer(), None, (Level.MUST,), TODAY, TODAY, 8)) == ()
