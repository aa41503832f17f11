"""Needs: the single things a Query asks for, and the Forms in which they may stand in a text."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

Row = tuple[str, ...]
"""Terms that follow each other."""


class Likeness(IntEnum):
    """How near a Form is to what was typed; more is nearer."""

    NARROWER = 1  # something that what was typed covers
    AMBIGUOUS = 2  # a synonym that means other things too
    LOOSE = 3  # its pieces, or other names of its words, not known to stand together
    APART = 4  # its words, anywhere
    SYNONYM = 5
    INFLECTED = 6
    LITERAL = 7


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say something: `every` one of these, each as any one of its rows."""

    every: tuple[tuple[Row, ...], ...]
    likeness: Likeness = Likeness.LITERAL


@dataclass(frozen=True, slots=True)
class Need:
    """One thing asked for, in any of its Forms, the nearest first.

    `text` is how it was typed, `row` its Terms; `known` says that the glossary has it.
    """

    text: str
    forms: tuple[Form, ...]
    row: Row = ()
    known: bool = False


def in_a_row(row: Iterable[str], likeness: Likeness = Likeness.LITERAL) -> Form:
    """These Terms in a row."""
    return Form(((tuple(row),),), likeness)


def literal(*row: str) -> Form:
    """These Terms in a row, as typed."""
    return in_a_row(row)


def together(needs: Iterable[Need], likeness: Likeness = Likeness.LITERAL) -> Form:
    """All of the Needs, each in any of its simple Forms."""
    return Form(tuple(rows_of(need) for need in needs), likeness)


def rows_of(need: Need) -> tuple[Row, ...]:
    """The rows that are each enough for a Need, the nearest first."""
    simple = [form.every[0] for form in need.forms if len(form.every) == 1]
    return tuple(dict.fromkeys(row for rows in simple for row in rows))
