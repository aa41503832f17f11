"""Streams are the same whoever makes them."""

import os
import signal
import sys
from datetime import date
from pathlib import Path

import pytest

from bot.core.entry import Entry, Level
from bot.store.streams import FEW, shared_streams, streams
from tests.besides import running

AT_ONCE = 0.0
LONG = 3600.0
ENTRIES = [
    Entry("acme/engine", n, f"MoE 对齐内核 {n}", "值得精读。", Level.MUST, date(2026, 11, 30))
    for n in range(1, FEW + 2)
]


def test_another_process_makes_the_same_streams_and_ends_with_us() -> None:
    alone = streams(ENTRIES)
    assert list(alone) == ENTRIES
    with shared_streams(AT_ONCE) as make:
        assert make(ENTRIES) == make(ENTRIES[::-1]) == alone
        assert len(running("bot.store.streams")) == 1
    assert running("bot.store.streams") == []


@pytest.mark.parametrize(("entries", "patience_s"), [(ENTRIES[:3], AT_ONCE), (ENTRIES, LONG)])
def test_few_entries_or_little_time_need_no_other_process(
    entries: list[Entry], patience_s: float
) -> None:
    with shared_streams(patience_s) as make:
        assert make(entries) == streams(entries)
        assert running("bot.store.streams") == []


def test_without_another_process_that_is_killed_the_same_are_made() -> None:
    with shared_streams(AT_ONCE) as make:
        make(ENTRIES)
        (other,) = running("bot.store.streams")
        os.kill(other, signal.SIGKILL)
        assert make(ENTRIES) == make(ENTRIES) == streams(ENTRIES)
        assert running("bot.store.streams") == []


def test_where_no_other_process_can_be_started_all_are_made_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    with shared_streams(AT_ONCE) as make:
        assert make(ENTRIES) == streams(ENTRIES)
