"""Marks in a text as it is shown the words by which it was found."""

from collections.abc import Collection, Iterable, Iterator

from bot.search.need import Row
from bot.search.origins import origins
from bot.search.places import Span, places

Piece = tuple[str, bool]
"""A piece of a text, and whether it is a match."""

_BETWEEN = {"", " ", "-", "_", "."}  # two matches with only this between them are one


def highlight(text: str, rows: Collection[Row]) -> tuple[Piece, ...]:
    """The text in pieces, which joined give just the text; those that stand for a row are matches.

    `places` says what stands for a row. No two matches follow each other.
    """
    if not rows:
        return ((text, False),) if text else ()
    known = origins(text)
    found = sorted(known.span(*span) for _, span in places(known.folded, rows))
    return tuple(_pieces(text, _merged(text, found)))


def rows_in(text: str, rows: Collection[Row]) -> set[Row]:
    """Those of the rows that `highlight` marks in the text."""
    return {row for row, _ in places(origins(text).folded, rows)} if rows else set()


def _pieces(text: str, spans: Iterable[Span]) -> Iterator[Piece]:
    at = 0
    for start, end in spans:
        if at < start:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def _merged(text: str, spans: Iterable[Span]) -> list[Span]:
    """Sorted spans without those that overlap or follow each other."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and text[merged[-1][1] : start] in _BETWEEN:
            start, before = merged.pop()
            end = max(before, end)
        merged.append((start, end))
    return merged
