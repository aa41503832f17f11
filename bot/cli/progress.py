"""A progress bar on a terminal, for what takes longer than a moment."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SILENT_S = 1.0  # a bar that is gone at once only flickers

Advance = Callable[[int, int], None]


@contextmanager
def progress_bar(doing: str, what: str, silent_s: float = SILENT_S) -> Iterator[Advance]:
    """Gives `advance(done, total)`; nothing shows within `silent_s`, or off a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task(doing)
    began = time.monotonic()

    def advance(done: int, total: int) -> None:
        if console.is_terminal and time.monotonic() - began > silent_s:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:  # else it would end with an empty line
            bar.stop()
