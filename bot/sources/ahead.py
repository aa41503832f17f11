"""Many digest files: where reading them takes long, another process reads ahead of who stores them.

A third of an import is reading, and one Python does one thing at a time.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from bot.core.entry import DigestFile
from bot.sources.digests import read_digest
from bot.sources.folders import Found
from bot.sources.phrases import read_phrases

RUN = 400  # Entries, more only where one file has more
PATIENCE_S = 1.0  # another process takes half of that to start

Run = list[DigestFile]


def read_digests(
    found: Sequence[Found], today: date, patience_s: float = PATIENCE_S
) -> Iterator[Run]:
    """The files in order, each as `read_digest` gives it, in runs of some hundred Entries.

    However many there are, only two runs are in memory. After `patience_s` another process reads.
    """
    until = time.monotonic() + patience_s
    done = 0
    for run in _runs(found, today):
        done += len(run)
        yield run
        if time.monotonic() > until:
            break
    if done < len(found):
        yield from _read_ahead(found[done:], today)


def _runs(found: Sequence[Found], today: date) -> Iterator[Run]:
    run: Run = []
    entries = 0
    for one in found:
        run.append(read_digest(one, read_phrases(), today))
        entries += len(run[-1].tellings)
        if entries >= RUN:
            yield run
            run, entries = [], 0
    if run:
        yield run


def _read_ahead(found: Sequence[Found], today: date) -> Iterator[Run]:
    done = 0
    try:
        with _reader() as reader:
            reader.send((found, today))
            while done < len(found):
                run: Run = reader.recv()
                done += len(run)
                yield run
    except (EOFError, OSError):  # it could not start, or was killed, perhaps for want of memory
        yield from _runs(found[done:], today)


@contextmanager
def _reader() -> Iterator[Connection]:
    """The way to a process that reads, and that ends when the way is closed.

    It is of another session, so that Ctrl-C reaches only who stores.
    """
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  it is this file
            [sys.executable, "-m", __name__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    with process, ours:
        yield ours


def _answer(asking: Connection) -> None:
    """What the other process does: it reads a run while the one before is stored."""
    found, today = asking.recv()
    with suppress(OSError):  # nobody wants more
        for run in _runs(found, today):
            asking.send(run)


if __name__ == "__main__":
    _answer(Connection(int(sys.argv[1])))
