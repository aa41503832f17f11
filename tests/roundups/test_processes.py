"""Processes that deliver at the same moment, and die of it, post each Roundup once."""

import multiprocessing
import signal
from collections import Counter
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.store import store_on
from tests.roundups.builders import BEFORE, fill, subscription
from tests.roundups.processes import Shared, deliver

SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def posts(database: Database, tmp_path: Path) -> Path:
    """A store with two Subscriptions of one Channel and one of another, and where posts go."""
    store = store_on(database)
    declared = [subscription("a"), subscription("b"), subscription("c", channel="C2")]
    store.subscriptions.sync(declared, BEFORE)
    fill(store, range(1, 6))
    file = tmp_path / "posts"
    file.touch()
    return file


def run(url: str, posts: Path, *, times: int = 1, dies: str = "", late_s: int = 0) -> list[int]:
    """Exit codes of processes that deliver at once."""
    together = SPAWN.Barrier(times)
    arguments = (url, posts, together, dies, late_s)
    processes = [SPAWN.Process(target=deliver, args=arguments) for _ in range(times)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
    return [process.exitcode if process.exitcode is not None else -1 for process in processes]


def posted(posts: Path) -> Counter[tuple[str, str]]:
    return Counter((channel, text) for channel, text, _ in Shared(posts).taken())


EACH_ONCE = {("C1", "1 2 3"): 1, ("C1", "4 5"): 1, ("C2", "1 2 3"): 1}


def test_three_processes_at_once_post_each_roundup_once(database_url: str, posts: Path) -> None:
    assert run(database_url, posts, times=3) == [0, 0, 0]
    assert posted(posts) == EACH_ONCE
    assert run(database_url, posts, late_s=1) == [0]
    assert posted(posts) == EACH_ONCE


@pytest.mark.parametrize("dies", ["before", "after"])
def test_a_process_killed_in_its_call_leaves_nothing_lost_and_nothing_twice(
    database_url: str, posts: Path, dies: str
) -> None:
    assert run(database_url, posts, dies=dies) == [-signal.SIGKILL]
    assert run(database_url, posts, times=2, late_s=120) == [0, 0]
    assert posted(posts) == EACH_ONCE
