"""Needs: the single things a word asks for, and the Forms in which they may stand in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from bot.search.stopwords import STOPWORDS
from bot.search.words import is_han, join, terms

_EDGES = re.compile(r"^\W+|\W+$")


class Likeness(IntEnum):
    """How near a Form is to what was typed; more is nearer."""

    LOOSE = 1  # its pieces, not known to stand together
    LITERAL = 2


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say something: all these sequences, each with its Terms in a row."""

    sequences: tuple[tuple[str, ...], ...]
    likeness: Likeness = Likeness.LITERAL


@dataclass(frozen=True, slots=True)
class Need:
    """One thing asked for, in any of its Forms, the nearest first; `text` is how it was typed."""

    text: str
    forms: tuple[Form, ...]


def literal(*sequence: str) -> Form:
    """These Terms in a row."""
    return Form((sequence,))


def needs_of(word: str) -> list[Need]:
    """What a word asks for: `在MI325X上量化` asks for MI325X and 量化.

    Empty for a word without Terms.
    """
    units = terms(word).units
    if len(units) == 1:
        return [Need(_EDGES.sub("", word), _forms(units[0]))]
    found = [Need(join(unit), _forms(unit)) for unit in units if not _is_single(unit)]
    found += _between(units)
    return found or [Need(join(unit), _forms(unit)) for unit in units]


def _forms(unit: tuple[str, ...]) -> tuple[Form, ...]:
    if len(unit) > 1:  # an identifier: its parts in a row, or written as one word
        return (literal(*unit), literal(join(unit)))
    term = unit[0]
    if is_han(term) and len(term) > 2:  # the text may be segmented in another way
        pairs = tuple((left + right,) for left, right in pairwise(term))
        return (literal(term), Form(pairs, Likeness.LOOSE))
    return (literal(term),)


def _is_single(unit: tuple[str, ...]) -> bool:
    return is_han(unit[0]) and len(unit[0]) == 1


def _between(units: tuple[tuple[str, ...], ...]) -> Iterator[Need]:
    """Single characters that stand together are a word the dictionary does not know: 误选."""
    for left, right in pairwise(units):
        if _is_single(left) and _is_single(right) and not {left[0], right[0]} & STOPWORDS:
            yield Need(left[0] + right[0], (literal(left[0] + right[0]),))
