"""What was measured, as tables, and whether it meets the bars."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.databases import POSTGRES, SQLITE

P95_MS = {SQLITE: 10, POSTGRES: 25}
"""The most that our search may take at any size."""

GROWTH_MB = 20
"""The most by which the memory of its process may differ between sizes."""

SLOWEST = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """One engine at one size; `took_ms` has each query, in their order."""

    engine: str
    size: int
    took_ms: tuple[float, ...]
    built_s: float | None
    memory_mb: float | None

    @property
    def p50(self) -> float:
        return statistics.median(self.took_ms)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.took_ms, n=20)[-1]


def show(figures: Sequence[Figure], texts: Sequence[str]) -> None:
    """Print all of it."""
    _table("p50 / p95, ms", figures, lambda one: f"{one.p50:,.1f} / {one.p95:,.1f}")
    _table("built in, s", figures, lambda one: f"{one.built_s:,.1f}" if one.built_s else "")
    _table("memory, MB", figures, lambda one: f"{one.memory_mb:,.0f}" if one.memory_mb else "")
    print()
    for line in (*_bars(figures), *_slowest(figures, texts)):
        print(line)


def _table(what: str, figures: Sequence[Figure], cell: Callable[[Figure], str]) -> None:
    """One figure of each engine at each size; an engine without any is left out."""
    sizes = list(dict.fromkeys(one.size for one in figures))
    cells = {(one.engine, one.size): cell(one) for one in figures if cell(one)}
    print(f"\n{what:22}" + "".join(f"{size:>20,}" for size in sizes))
    for engine in dict.fromkeys(engine for engine, _ in cells):
        print(f"{engine:22}" + "".join(f"{cells.get((engine, size), ''):>20}" for size in sizes))


def _bars(figures: Sequence[Figure]) -> Iterator[str]:
    for engine, most_ms in P95_MS.items():
        of = [one for one in figures if one.engine == engine]
        for one in of:
            said = f"{engine}, {one.size:,} Entries: p95 {one.p95:.1f} ms, at most {most_ms} wanted"
            yield f"{_met(one.p95 <= most_ms)} {said}"
        used = [one.memory_mb for one in of if one.memory_mb]
        if len(used) > 1:
            grown = max(used) - min(used)
            said = f"{engine}: memory differs by {grown:.0f} MB, at most {GROWTH_MB} wanted"
            yield f"{_met(grown <= GROWTH_MB)} {said}"


def _met(is_met: bool) -> str:
    return "met:   " if is_met else "MISSED:"


def _slowest(figures: Sequence[Figure], texts: Sequence[str]) -> Iterator[str]:
    """The queries that take our search the longest, at the last size."""
    for one in figures:
        if one.engine in P95_MS and one.size == figures[-1].size:
            worst = sorted(zip(one.took_ms, texts, strict=True), reverse=True)[:SLOWEST]
            told = " · ".join(f"{ms:.1f} {text}" for ms, text in worst)
            yield f"slowest, {one.engine}, {one.size:,} Entries: {told}"
