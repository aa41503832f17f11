"""How fast the search is with few and many Entries, beside what one would pick instead.

Two hundred queries of all kinds are asked in process. All engines take turns, query by query, so
that noise falls on all alike; of each query the median over the rounds counts. Progress is shown
on standard error. Run `make bench-search`, or for real digests and a million of them:

    python -m benchmarks.search --digests FOLDER --keep FOLDER --sizes 1000 10000 100000 1000000
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from benchmarks.corpus import corpus
from benchmarks.databases import Databases, Engine
from benchmarks.figures import Figure, show
from benchmarks.memory import memory_mb
from benchmarks.plot import drawing
from benchmarks.queries import queries
from benchmarks.server import postgres

TODAY = date(2026, 11, 30)
PATIENCE_S = 60  # an engine that has taken longer in all is not asked for a further round


def main() -> None:
    """Build what is missing, measure, print, draw."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--digests", type=Path, help="digest files; default: synthetic Entries")
    options.add_argument("--keep", type=Path, help="where databases are kept and found again")
    options.add_argument("--postgres-url", help="a server; default: one of our own")
    options.add_argument("--plot", type=Path, help="the SVG file to draw p95 against size in")
    chosen = options.parse_args()
    with ExitStack() as open_:
        folder = chosen.keep or Path(open_.enter_context(tempfile.TemporaryDirectory()))
        server = open_.enter_context(postgres(chosen.postgres_url, folder.resolve()))
        sizes = sorted(chosen.sizes)
        next(corpus(sizes[-1], chosen.digests, TODAY))  # ends here if there are not as many
        texts = _texts(sizes[0], chosen.digests)
        databases = [Databases(size, chosen.digests, folder, server, TODAY) for size in sizes]
        figures = [one for each in databases for one in measured(each, texts, chosen.rounds)]
    show(figures, texts)
    if chosen.plot:
        chosen.plot.write_text(drawing(figures), encoding="utf-8")


def _texts(size: int, digests: Path | None) -> list[str]:
    """The queries, about Entries that are there at every size."""
    files = (file for run in corpus(size, digests, TODAY) for file in run)
    return queries([telling.entry for file in files for telling in file.tellings])


def measured(databases: Databases, texts: Sequence[str], rounds: int) -> Iterator[Figure]:
    """The Figure of each engine on these."""
    engines = list(databases.engines())
    memory = {name: memory_mb(url, texts, TODAY) for name, url in databases.urls().items()}
    print(f"asking {databases.size:,} Entries", file=sys.stderr)
    took = times(engines, texts, rounds)
    for engine in engines:
        each = tuple(statistics.median(of) for of in took[engine.name])
        yield Figure(engine.name, databases.size, each, engine.built_s, memory.get(engine.name))
        engine.close()


def times(
    engines: Sequence[Engine], texts: Sequence[str], rounds: int
) -> dict[str, list[list[float]]]:
    """By engine and query, the milliseconds of each round."""
    took: dict[str, list[list[float]]] = {engine.name: [[] for _ in texts] for engine in engines}
    chance = random.Random(7)
    for _ in range(rounds):
        patient = [one for one in engines if sum(map(sum, took[one.name])) < 1000 * PATIENCE_S]
        for nth, text in enumerate(texts):
            for engine in chance.sample(patient, len(patient)):
                began = time.perf_counter()
                engine.ask(text)
                took[engine.name][nth].append(1000 * (time.perf_counter() - began))
    return took


if __name__ == "__main__":
    main()
