"""The Entries that are searched: of digest files, or synthetic ones."""

import random
import sys
import zlib
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path

from benchmarks.entries import digest_files
from bot.core.entry import DigestFile
from bot.sources.ahead import read_digests
from bot.sources.digests import find_digests, read_digest
from bot.sources.folders import Found
from bot.sources.phrases import read_phrases

PER_RUN = 10  # synthetic files, of 40 Entries each


def corpus(count: int, digests: Path | None, today: date) -> Iterator[list[DigestFile]]:
    """About `count` Entries, oldest first, in runs of some hundred; fewer ones are among more."""
    if digests:
        yield from read_digests(_some(digests, count, today), today)
        return
    files = digest_files(count)
    while run := list(islice(files, PER_RUN)):
        yield run


@cache
def corpus_name(digests: Path | None) -> str:
    """What to call databases of these: synthetic ones are others when the glossary is."""
    if digests:
        return digests.resolve().name
    return f"synthetic-{zlib.crc32(repr(next(digest_files(40))).encode()):08x}"


def _some(digests: Path, count: int, today: date) -> list[Found]:
    """As many files as hold `count` Entries, if each holds as many as the first, of all dates."""
    found = find_digests([digests])
    per_file = len(read_digest(found[0], read_phrases(), today).tellings) if found else 0
    if count > len(found) * per_file:
        sys.exit(f"{digests} holds some {len(found) * per_file:,} Entries, not {count:,}")
    order = list(range(len(found)))
    random.Random(7).shuffle(order)
    return [found[place] for place in sorted(order[: -(-count // per_file)])]
