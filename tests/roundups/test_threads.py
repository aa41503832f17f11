"""Many things are done in a few threads, and none of them keeps a process from its end."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.roundups.threads import in_threads


def test_each_task_gives_its_result_once() -> None:
    done = in_threads(lambda n: n * n, list(range(50)), 4, lambda: False, 1)
    assert sorted(done) == [n * n for n in range(50)]


def test_tasks_begin_in_their_order() -> None:
    begun: list[int] = []
    list(in_threads(begun.append, list(range(20)), 1, lambda: False, 1))
    assert begun == list(range(20))


def test_no_more_threads_are_at_work_than_asked_for() -> None:
    at_work = threading.Semaphore(3)

    def act(n: int) -> bool:
        free = at_work.acquire(blocking=False)
        if free:
            at_work.release()
        return free

    assert all(in_threads(act, list(range(200)), 3, lambda: False, 1))


def test_what_fails_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda n: 1 // n, [1, 0], 2, lambda: False, 1))


def test_asked_to_stop_what_hangs_is_let_go_and_what_is_done_is_given() -> None:
    hung = threading.Event()

    def act(n: int) -> int:
        if n == 0:
            hung.wait(60)
        return n

    assert list(in_threads(act, [0, 1], 2, lambda: True, 0.3)) == [1]
    hung.set()


def test_what_hangs_does_not_keep_a_process_from_its_end() -> None:
    script = (
        "import time\n"
        "from bot.roundups.threads import in_threads\n"
        "list(in_threads(time.sleep, [600, 600], 2, lambda: True, 0.1))\n"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", script], cwd=root, timeout=60, check=True)
