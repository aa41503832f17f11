"""Where in an Entry a Need is met, seen in its stream of Terms.

An Answer looks at some hundred streams, for every Form of every Need: the plain string searches
here are most of the time it takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.core.query import FieldName
from bot.search.need import Likeness, Need, Row
from bot.search.stream import HEADLINE, PART, is_filter

_FILTERS = f" {FieldName.REPO}:"  # the first filter ends the headline
_LEVEL = f" {FieldName.LEVEL}:"


class Region(StrEnum):
    """A text of an Entry: its headline or title, or its verdict or any other."""

    HEADLINE = "headline"
    VERDICT = "verdict"


class Sighting(NamedTuple):
    """Where a Need is best met, and by which `rows` of Terms.

    `at` counts characters from the beginning of the stream; `again` is how often it stands in the
    verdict besides.
    """

    region: Region
    whole_word: bool
    likeness: Likeness
    rows: tuple[Row, ...]
    at: int
    again: int


_Written = tuple[str, Row]
"""A row as it stands in a stream, and the row."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A Need as it would stand in streams: the Forms for the headline, then for the verdict.

    Each Form is all of its choices of rows.
    """

    headline: tuple[tuple[Likeness, tuple[tuple[_Written, ...], ...]], ...]
    verdict: tuple[tuple[Likeness, tuple[tuple[_Written, ...], ...]], ...]

    @classmethod
    def of(cls, need: Need) -> "Sought":
        """The Need to look for in many Entries, the nearest Forms first."""
        headline, verdict = (
            tuple(
                (
                    form.likeness,
                    tuple(tuple((_row(row, mark), row) for row in rows) for rows in form.every),
                )
                for form in need.forms
            )
            for mark in (HEADLINE, "")
        )
        return cls(headline, verdict)


class Sight:
    """One Entry's stream, made ready to be looked at for several Needs."""

    __slots__ = ("_raw", "_text", "headline")

    def __init__(self, stream: str) -> None:
        self._raw = f" {stream} "
        self._text = self._raw.replace(PART, " ")
        self.headline = self._text[: self._text.find(_FILTERS) + 1]
        """The Terms of the headline, the same for the same words."""

    @property
    def level(self) -> str:
        """The Entry's Level."""
        start = self._text.find(_LEVEL, len(self.headline) - 1) + len(_LEVEL)
        return self._text[start : self._text.index(" ", start)]

    def of(self, sought: Sought) -> Sighting | None:
        """Where the Need is met: in the headline if at all there, by its nearest Form."""
        found = _met(self.headline, sought.headline)
        if found:
            return self._sighting(Region.HEADLINE, *found)
        found = _met(self._text, sought.verdict)
        return self._sighting(Region.VERDICT, *found) if found else None

    def in_a_row(self, row: Sequence[str]) -> Region | None:
        """Where these Terms follow each other, None where they do not."""
        if _row(row, HEADLINE) in self.headline:
            return Region.HEADLINE
        return Region.VERDICT if _row(row, "") in self._text else None

    def rows(self, needs: Iterable[Need]) -> tuple[Row, ...]:
        """All rows that are enough for one of the Needs and stand in it, the nearest first."""
        forms = (form for need in needs for form in need.forms if len(form.every) == 1)
        rows = dict.fromkeys(row for form in forms for row in form.every[0])
        return tuple(row for row in rows if _row(row, "") in self._text)

    def _sighting(self, region: Region, likeness: Likeness, met: Sequence[_Written]) -> Sighting:
        written = met[0][0]
        told = written.replace(HEADLINE, "") if region is Region.HEADLINE else written
        return Sighting(
            region,
            all(self._is_whole(each) for each, _ in met),
            likeness,
            tuple([row for _, row in met]),
            self._text.index(written),
            self._text.count(told) - 1,  # the verdict's part of the stream tells the headline too
        )

    def _is_whole(self, written: str) -> bool:
        """Whether a row is words, or all parts of one, and not a part of a longer word."""
        return written in self._raw or f" {written[1:-1].replace(' ', PART)} " in self._raw


def _met(
    text: str, forms: Sequence[tuple[Likeness, tuple[tuple[_Written, ...], ...]]]
) -> tuple[Likeness, list[_Written]] | None:
    """The first Form all of whose choices stand in the text, with the rows that do."""
    for likeness, every in forms:
        met = []
        for rows in every:
            for written in rows:
                if written[0] in text:
                    met.append(written)
                    break
            else:
                break
        else:
            return likeness, met
    return None


def _row(terms: Sequence[str], mark: str) -> str:
    """The Terms as they stand next to each other in the stream."""
    return f" {' '.join([term if is_filter(term) else mark + term for term in terms])} "
