"""Files come as they are, in order, whether this process reads them or another one ahead."""

import os
import signal
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from bot.core.entry import DigestFile
from bot.sources.ahead import RUN, read_digests
from bot.sources.digests import find_digests, read_digest
from bot.sources.folders import Found
from bot.sources.phrases import read_phrases
from tests.besides import running

TODAY = date(2026, 11, 30)
AT_ONCE = 0.0
LONG = 3600.0


def write(folder: Path, files: int, each: int) -> list[Found]:
    for number in range(files):
        told = [f"Change {number}-{n}\n\nWorth a close read." for n in range(each)]
        text = "\n\n".join(["acme/engine", *told])
        (folder / f"{number:04}.txt").write_text(text, encoding="utf-8")
    return find_digests([folder])


def flat(runs: Iterator[list[DigestFile]]) -> list[DigestFile]:
    return [file for run in runs for file in run]


@pytest.mark.parametrize("patience_s", [AT_ONCE, LONG])
def test_every_file_comes_once_in_order_with_what_is_wrong_with_it(
    tmp_path: Path, patience_s: float
) -> None:
    write(tmp_path, files=7, each=150)
    (tmp_path / "0003.txt").write_text("no repository here", encoding="utf-8")
    (tmp_path / "0004.txt").write_bytes(b"acme/engine\n\n\xff\xfe")
    (tmp_path / "0005.yaml").mkdir()
    found = find_digests([tmp_path])
    one_by_one = [read_digest(one, read_phrases(), TODAY) for one in found]
    assert sum(len(file.rejected) for file in one_by_one) == 3
    assert flat(read_digests(found, TODAY, patience_s)) == one_by_one
    assert running("bot.sources.ahead") == []


@pytest.mark.parametrize("patience_s", [AT_ONCE, LONG])
def test_a_run_ends_with_the_file_that_makes_it_long_enough(
    tmp_path: Path, patience_s: float
) -> None:
    found = write(tmp_path, files=8, each=150)
    runs = read_digests(found, TODAY, patience_s)
    assert [sum(len(file.tellings) for file in run) for run in runs] == [450, 450, 300]
    assert 300 < RUN <= 450


def test_what_is_read_soon_needs_no_other_process(tmp_path: Path) -> None:
    for _ in read_digests(write(tmp_path, files=4, each=RUN), TODAY, LONG):
        assert running("bot.sources.ahead") == []


def test_no_files_are_no_runs() -> None:
    assert list(read_digests([], TODAY, AT_ONCE)) == []


def test_who_wants_no_more_leaves_no_process_behind(tmp_path: Path) -> None:
    runs = read_digests(write(tmp_path, files=20, each=RUN), TODAY, AT_ONCE)
    next(runs)
    next(runs)
    assert len(running("bot.sources.ahead")) == 1
    runs.close()  # type: ignore[attr-defined]
    assert running("bot.sources.ahead") == []


def test_a_reader_that_is_killed_is_stood_in_for(tmp_path: Path) -> None:
    found = write(tmp_path, files=20, each=RUN)
    runs = read_digests(found, TODAY, AT_ONCE)
    read = [*next(runs), *next(runs)]
    (reader,) = running("bot.sources.ahead")
    os.kill(reader, signal.SIGKILL)
    read += flat(runs)
    assert [file.source for file in read] == [one.source for one in found]


def test_where_no_other_process_can_be_started_this_one_reads_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = write(tmp_path, files=4, each=RUN)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    assert len(flat(read_digests(found, TODAY, AT_ONCE))) == 4
