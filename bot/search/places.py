"""Finds where in a folded text rows of Terms stand."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.search.need import Row
from bot.search.parts import join
from bot.search.scripts import is_han, is_kana
from bot.search.stems import stem
from bot.search.words import Unit, units

Span = tuple[int, int]
"""From where up to where something stands."""


class _Place(NamedTuple):
    """Where a Term stands in a folded text."""

    term: str
    start: int
    end: int


class _Word(NamedTuple):
    """The parts of a word, and what else it is found by."""

    places: tuple[_Place, ...]
    wholes: tuple[str, ...]


def places(folded: str, rows: Collection[Row]) -> Iterator[tuple[Row, Span]]:
    """The rows that stand in a folded text, and where: of a row of several, each of its Terms.

    A row is a word, a part of an identifier or of a run of Chinese, or several that follow each
    other. A row of one Term is also any word with the same stem.
    """
    words = _words(folded)
    alone: dict[str, list[Row]] = {}
    for row in rows:
        if len(row) == 1:
            for term in {row[0], stem(row[0])}:
                alone.setdefault(term, []).append(row)
    for place in _alone(words, alone):
        yield from ((row, place[1:]) for row in alone[place.term])
    several = [row for row in rows if len(row) > 1]
    yield from _in_a_row([place for word in words for place in word.places], several)


@lru_cache(maxsize=100)  # a text is looked at for what it has, then for where; Answers come again
def _words(folded: str) -> tuple[_Word, ...]:
    return tuple(_Word(_parts(unit, folded), unit.wholes) for unit in units(folded))


def _parts(unit: Unit, folded: str) -> tuple[_Place, ...]:
    """The parts of a word where they stand; where that cannot be told, all where the word does."""
    if len(unit.parts) == 1:
        return (_Place(unit.parts[0], unit.start, unit.end),)
    everywhere = tuple([_Place(part, unit.start, unit.end) for part in unit.parts])
    written = folded[unit.start : unit.end].casefold()
    found, at = [], 0
    for part in unit.parts:
        at = written.find(part, at)
        if at < 0 or len(written) != unit.end - unit.start:
            return everywhere
        found.append(_Place(part, unit.start + at, unit.start + at + len(part)))
        at += len(part)
    return tuple(found)


def _in_a_row(places: Sequence[_Place], rows: Iterable[Row]) -> Iterator[tuple[Row, Span]]:
    terms = tuple(place.term for place in places)
    at: dict[str, list[int]] = {}
    for n, term in enumerate(terms):
        at.setdefault(term, []).append(n)
    for row in rows:
        for n in at.get(row[0], ()) if row else ():
            if terms[n : n + len(row)] == row:
                yield from ((row, place[1:]) for place in places[n : n + len(row)])


def _alone(words: Sequence[_Word], wanted: Container[str]) -> Iterator[_Place]:
    """Where single Terms stand, as parts of words or among what else these are found by."""
    for n, word in enumerate(words):
        for place in word.places:
            if place.term in wanted:
                yield place
            elif (stemmed := stem(place.term)) in wanted:
                yield place._replace(term=stemmed)
        for whole in word.wholes:
            if whole in wanted:
                before = words[n - 1].places if n else ()
                after = words[n + 1].places[0].term if n + 1 < len(words) else ""
                start, end = _span(whole, before, word.places, after)
                yield _Place(whole, start, end)


def _span(whole: str, before: Sequence[_Place], places: Sequence[_Place], after: str) -> Span:
    """Where in a word, or from the one before or into the one after it, that stands by which it is
    also found: a pair of characters, parts joined, a stem, a name without its number."""
    first, last = places[0], places[-1]
    pair = (first.term + after[:1]).find(whole)
    if pair >= 0 and (is_han(whole) or is_kana(whole)):
        return first.start + pair, first.start + pair + len(whole)
    for group in (*pairwise(places), places, (*before, *places)):
        joined = join([place.term for place in group])
        if whole in {joined, stem(joined)}:
            return group[0].start, group[-1].end
    for place in places:
        if whole == stem(place.term) or place.term.startswith(whole):
            return place.start, place.end
    return first.start, last.end
