"""Many digest files: where reading them takes long, another process reads ahead."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from multiprocessing.connection import Connection

from bot.beside import beside, who_asks
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
        with beside(__name__) as reader:
            reader.send((found, today))
            while done < len(found):
                run: Run = reader.recv()
                done += len(run)
                yield run
    except (EOFError, OSError):  # there can be no other process, or it was killed
        yield from _runs(found[done:], today)


def _answer(asking: Connection) -> None:
    """What the other process does: it reads a run while the one before is stored."""
    found, today = asking.recv()
    with suppress(OSError):  # nobody wants more
        for run in _runs(found, today):
            asking.send(run)


if __name__ == "__main__":
    _answer(who_asks())
