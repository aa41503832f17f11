"""Does many things in a few threads, and lets go of what does not end in time."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Done = queue.SimpleQueue[Result | BaseException]

_POLL_S = 0.2


def in_threads(
    act: Callable[[Task], Result],
    tasks: Sequence[Task],
    threads: int,
    stopping: Callable[[], bool],
    end_within_s: float,
) -> Iterator[Result]:
    """What `act` gives for each of the tasks, begun in their order, as it comes.

    Once `stopping`, what has not ended within `end_within_s` is waited for no longer; its threads
    are daemons, so that they keep no process from its end. Raises what `act` raises.
    """
    left: queue.SimpleQueue[Task] = queue.SimpleQueue()
    for task in tasks:
        left.put(task)
    done: Done[Result] = queue.SimpleQueue()
    work = partial(_work, act, left, done)
    for n in range(min(threads, len(tasks))):
        threading.Thread(target=work, name=f"delivery-{n}", daemon=True).start()
    patience, failure = _Patience(stopping, end_within_s), None
    for _ in tasks:
        while not (came := _next(done)):
            if patience.is_over():
                return
        (result,) = came
        if isinstance(result, BaseException):
            failure = failure or result  # the others come to their end first
        else:
            yield result
    if failure:
        raise failure


class _Patience:
    """Is over some seconds after it was first seen that we are to stop."""

    def __init__(self, stopping: Callable[[], bool], seconds: float) -> None:
        self._stopping, self._seconds = stopping, seconds
        self._until: float | None = None

    def is_over(self) -> bool:
        if self._until is None and self._stopping():
            self._until = time.monotonic() + self._seconds
        return self._until is not None and time.monotonic() > self._until


def _work(
    act: Callable[[Task], Result], left: "queue.SimpleQueue[Task]", done: Done[Result]
) -> None:
    while True:
        try:
            task = left.get_nowait()
        except queue.Empty:
            return
        try:
            done.put(act(task))
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            done.put(error)


def _next(done: Done[Result]) -> tuple[Result | BaseException] | tuple[()]:
    try:
        return (done.get(timeout=_POLL_S),)
    except queue.Empty:
        return ()
