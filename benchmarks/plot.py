"""Draws latency against the number of Entries, both on a logarithmic scale, as an SVG.

The colours are of middle lightness, so that they are readable on white as on black.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.databases import ILIKE, POSTGRES, SQLITE
from benchmarks.figures import Figure

WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, BOTTOM = 70, 560, 50, 380
LINE_PX = 17  # the least distance of two labels

GREY = "#7b828c"
COLOURS = {SQLITE: "#2f7de1", POSTGRES: "#1a8f5a", ILIKE: "#b06c1f"}


@dataclass(frozen=True, slots=True)
class Scale:
    """Where the powers of ten from `low` to `high` lie between two pixels."""

    low: int
    high: int
    first_px: int
    last_px: int

    def at(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.first_px + share * (self.last_px - self.first_px), 1)

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def drawing(figures: Sequence[Figure]) -> str:
    """The SVG: p95 of each engine as one line, named at its end."""
    across = _scale([one.size for one in figures], LEFT, RIGHT)
    up = _scale([one.p95 for one in figures], BOTTOM, TOP)
    ends = {one.engine: up.at(one.p95) for one in figures}  # the last size comes last
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="{GREY}">',
        "<title>95th percentile of a search in milliseconds, by number of Entries</title>",
        f'<text x="{LEFT}" y="24">Milliseconds a search takes (95th percentile of 200)</text>',
        *_axes(across, up),
    ]
    for engine, y in _apart(ends).items():
        points = [(across.at(one.size), up.at(one.p95)) for one in figures if one.engine == engine]
        lines += _line(engine, points, y)
    return "\n".join([*lines, "</svg>\n"])


def _scale(values: Sequence[float], first_px: int, last_px: int) -> Scale:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return Scale(low, max(high, low + 1), first_px, last_px)


def _axes(across: Scale, up: Scale) -> Iterable[str]:
    for tick in up.ticks():
        y = up.at(tick)
        yield f'<path d="M{LEFT} {y}H{RIGHT}" stroke="{GREY}" stroke-opacity=".35"/>'
        yield f'<text x="{LEFT - 10}" y="{y + 5}" text-anchor="end">{tick:,g}</text>'
    for tick in across.ticks():
        x = across.at(tick)
        yield f'<text x="{x}" y="{BOTTOM + 22}" text-anchor="middle">{tick:,.0f}</text>'
    middle = (LEFT + RIGHT) / 2
    yield f'<text x="{middle}" y="{BOTTOM + 42}" text-anchor="middle">Entries</text>'


def _line(engine: str, points: Sequence[tuple[float, float]], label_y: float) -> Iterable[str]:
    colour = COLOURS.get(engine, GREY)
    is_ours = engine in {SQLITE, POSTGRES}
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    yield f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{3 if is_ours else 1.5}"/>'
    for x, y in points:
        yield f'<circle cx="{x}" cy="{y}" r="{4 if is_ours else 3}" fill="{colour}"/>'
    weight = ' font-weight="600"' if is_ours else ""
    x = points[-1][0] + 12
    yield f'<text x="{x}" y="{label_y + 5}" fill="{colour}"{weight}>{escape(engine)}</text>'


def _apart(ends: dict[str, float]) -> dict[str, float]:
    """Where the labels stand: at the ends of their lines, moved down where they would overlap."""
    placed: dict[str, float] = {}
    last = -math.inf
    for engine, y in sorted(ends.items(), key=lambda end: end[1]):
        placed[engine] = last = max(y, last + LINE_PX)
    return placed
