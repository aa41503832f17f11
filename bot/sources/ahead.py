"""Many digest files: where reading them takes long, another process reads ahead of who stores them.

Half of an import is reading, half is storing, and Python does one thing at a time.
"""

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from multiprocessing import get_context
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
    spawn = get_context("spawn")  # a fork would take open connections and threads along
    receiving, sending = spawn.Pipe(duplex=False)
    reader = spawn.Process(target=_send, args=(sending, found, today), daemon=True)
    reader.start()
    sending.close()
    done = 0
    try:
        while done < len(found):
            run: Run = receiving.recv()
            done += len(run)
            yield run
    except (EOFError, OSError):  # it was killed, perhaps for want of memory
        yield from _runs(found[done:], today)
    finally:
        receiving.close()
        reader.join()


def _send(sending: Connection, found: Sequence[Found], today: date) -> None:
    """What the other process does: it reads one run while the one before is stored."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who stores
    with suppress(BrokenPipeError):  # nobody wants more
        for run in _runs(found, today):
            sending.send(run)
