"""Clocks that are killed lose nothing and post nothing twice; broken ones are found out."""

from collections import Counter
from pathlib import Path

import pytest

from tests.chaos.apart import killed
from tests.chaos.broken import BROKEN

KILLS, KILLS_OF_BROKEN, SEED = 30, 20, 4


def test_three_clocks_at_once_killed_again_and_again_post_each_entry_once(
    tmp_path: Path, database_url: str
) -> None:
    figures = killed(tmp_path, database_url, kills=KILLS, seed=SEED)
    assert figures["findings"] == [], f"seed {SEED}, the history is in {tmp_path}/record.jsonl"
    assert figures["kills"] >= KILLS
    assert set(figures["moments"]) == {"untaken", "received", "taken", "answered"}
    assert figures["calls"] > figures["messages"] > 0


@pytest.mark.parametrize("broken", BROKEN)
def test_clocks_that_are_broken_are_found_out(tmp_path: Path, broken: str) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    figures = killed(tmp_path, url, kills=KILLS_OF_BROKEN, seed=SEED, broken=broken)
    assert figures["kills"] >= KILLS_OF_BROKEN
    found = Counter(each["wrong"] for each in figures["findings"])
    assert found["duplicate"] + found["loss"] > 0
