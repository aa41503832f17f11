"""How much memory a process has that does nothing but search."""

import multiprocessing
import os
import subprocess
from collections.abc import Sequence
from datetime import date

from benchmarks.databases import asking
from bot.store.store import open_store

WARM_UP = 2  # times that all queries are asked


def memory_mb(url: str, texts: Sequence[str], today: date) -> float:
    """Of a fresh process, resident, after it has answered all queries: in MB."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        return process.apply(_after, (url, texts, today))


def _after(url: str, texts: Sequence[str], today: date) -> float:
    ask = asking(open_store(url), today)
    for _ in range(WARM_UP):
        for text in texts:
            ask(text)
    kilobytes = subprocess.check_output(["ps", "-o", "rss=", "-p", str(os.getpid())])
    return int(kilobytes) / 1024
