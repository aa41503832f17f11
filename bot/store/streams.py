"""The streams of many Entries: where that takes long, another process makes half of them."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection

from bot.beside import beside, who_asks
from bot.core.entry import Entry
from bot.search.stream import stream

PATIENCE_S = 2.0  # the other process takes half a second to start
FEW = 50  # Entries that are not worth telling somebody

Streams = Callable[[Sequence[Entry]], Mapping[Entry, str]]


def streams(entries: Sequence[Entry]) -> dict[Entry, str]:
    """The stream of each Entry."""
    return {entry: stream(entry) for entry in entries}


@contextmanager
def shared_streams(patience_s: float = PATIENCE_S) -> Iterator[Streams]:
    """The same as `streams`, with the help of another process after `patience_s`."""
    with ExitStack() as until_the_end:
        yield _Sharing(until_the_end, time.monotonic() + patience_s).streams


class _Sharing:
    def __init__(self, until_the_end: ExitStack, alone_until: float) -> None:
        self._until_the_end = until_the_end
        self._alone_until = alone_until
        self._other: Connection | None = None

    def streams(self, entries: Sequence[Entry]) -> Mapping[Entry, str]:
        if len(entries) < FEW or time.monotonic() < self._alone_until:
            return streams(entries)
        try:
            return self._shared(entries)
        except (EOFError, OSError):  # there can be no other process, or it was killed
            self._alone_until = float("inf")
            return streams(entries)

    def _shared(self, entries: Sequence[Entry]) -> Mapping[Entry, str]:
        if self._other is None:
            self._other = self._until_the_end.enter_context(beside(__name__))
        half = len(entries) // 2
        self._other.send(entries[:half])
        ours = streams(entries[half:])
        theirs = zip(entries[:half], self._other.recv(), strict=True)
        return dict(theirs) | ours


def _answer(asking: Connection) -> None:
    """What the other process does."""
    with suppress(EOFError, OSError):  # nobody wants more
        while True:
            asking.send([stream(entry) for entry in asking.recv()])


if __name__ == "__main__":
    _answer(who_asks())
