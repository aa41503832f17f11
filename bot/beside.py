"""A process beside ours that runs one of our modules, and the way to talk with it.

One Python does one thing at a time; an import of many files has two things to do.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection


@contextmanager
def beside(module: str) -> Iterator[Connection]:
    """Run a module, which finds us by `who_asks`. It ends when this way to it is closed.

    It is of another session, so that Ctrl-C reaches only us. Raises OSError where it cannot start;
    when it was killed, perhaps for want of memory, talking raises EOFError or OSError.
    """
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  one of our modules
            [sys.executable, "-m", module, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    with process, ours:
        yield ours


def who_asks() -> Connection:
    """In such a process: the way to who runs it. When it is closed, EOFError or OSError."""
    return Connection(int(sys.argv[1]))
