"""Says in words what of a Query was found where in an Entry."""

import re
from collections.abc import Iterator

from bot.search.need import Likeness, Row
from bot.search.rank import Ranked
from bot.search.sight import Region, Sighting

WITHOUT = "without "
"""Begins the sentence that says what an Entry lacks."""

_AS_TYPED = {Likeness.LITERAL, Likeness.LOOSE}


def why(ranked: Ranked) -> tuple[str, ...]:
    """Sentences without a stop: what stands in the headline, what in the verdict, what nowhere."""
    return tuple(_why(ranked))


def _why(ranked: Ranked) -> Iterator[str]:
    for region in Region:
        texts = [_told(text, found) for text, found in ranked.seen if found.region is region]
        if texts:
            yield f"{', '.join(texts)} in the {region}"
    if ranked.row:
        yield "as typed, one after the other"
    if ranked.missing:
        yield WITHOUT + ", ".join(f"“{text}”" for text in ranked.missing)


def _told(text: str, sighting: Sighting) -> str:
    """A need as it was typed, with what stands for it in the Entry."""
    if sighting.likeness in _AS_TYPED:
        return f"“{text}”"
    return f"“{text}” as “{' … '.join(map(_written, sighting.rows))}”"


def _written(row: Row) -> str:
    """A row as people write it: Chinese without blanks."""
    return re.sub(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])", "", " ".join(row))
