"""Folds a text and tells of which of its characters each folded one comes."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.search.scripts import fold


@dataclass(frozen=True, slots=True)
class Origins:
    """A folded text; its character at `n` comes of the text from `starts[n]` up to `ends[n]`."""

    folded: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the text that stands which stands from `start` up to `end` when folded."""
        return self.starts[start], self.ends[end - 1]


def origins(text: str) -> Origins:
    """The text as `fold` makes it, with the place in the text of each character.

    What folds together comes of the same place: a letter with its accents, all letters of a
    ligature.
    """
    if text.isascii() or all(map(_stays_alone, set(text))):  # nearly every text
        return Origins(fold(text), range(len(text)), range(1, len(text) + 1))
    folded, starts, ends = "", [], []
    for start, end in _clusters(text):
        cluster = fold(text[start:end])
        folded += cluster
        starts += [start] * len(cluster)
        ends += [end] * len(cluster)
    return Origins(folded, starts, ends)


@lru_cache(maxsize=5_000)
def _stays_alone(character: str) -> bool:
    return len(fold(character)) == 1 and not _joins(character)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """The shortest pieces that can be folded each for itself."""
    start = 0
    for at in range(1, len(text)):
        if not _joins(text[at]):
            yield start, at
            start = at
    if text:
        yield start, len(text)


@lru_cache(maxsize=5_000)
def _joins(character: str) -> bool:
    """Whether it may become one with what stands before: marks, vowels and finals of Hangul.

    What `fold` drops is nothing, so that what stands behind it joins what stands before.
    """
    first = unicodedata.normalize("NFKD", character)[0]
    is_mark = unicodedata.category(first) in {"Mn", "Mc", "Me"} or "\u1160" <= first <= "\u11ff"
    return is_mark or not fold(character)
