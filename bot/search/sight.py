"""Where in an Entry a Need is met, seen in its stream of Terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import Level
from bot.core.query import FieldName
from bot.search.need import Likeness, Need
from bot.search.stream import HEADLINE, PART, is_filter

_FILTERS = f" {FieldName.REPO}:"  # the first filter ends the headline
_LEVEL = f" {FieldName.LEVEL}:"


class Region(StrEnum):
    """A text of an Entry: its headline or title, or its verdict or any other."""

    HEADLINE = "headline"
    VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a Need is best met.

    `at` counts characters from the beginning of the headline or of the other texts; `again` is
    how often it stands there besides.
    """

    region: Region
    whole_word: bool
    likeness: Likeness
    at: int
    again: int


@dataclass(frozen=True, slots=True)
class Sought:
    """A Need as it would stand in streams: for each region and Form, its rows of Terms."""

    text: str
    forms: tuple[tuple[Region, Likeness, tuple[str, ...]], ...]

    @classmethod
    def of(cls, need: Need) -> "Sought":
        """The Need to look for in many Entries: headlines first, then the nearest Forms."""
        forms = (
            (region, form.likeness, tuple(_row(row, region) for row in form.sequences))
            for region in Region
            for form in need.forms
        )
        return cls(need.text, tuple(forms))


class Sight:
    """One Entry's stream, made ready to be looked at for several Needs."""

    def __init__(self, stream: str) -> None:
        head, _, rest = f" {stream} ".partition(_FILTERS)
        self._texts = {Region.HEADLINE: head + " ", Region.VERDICT: _FILTERS + rest}
        self._flat = {region: text.replace(PART, " ") for region, text in self._texts.items()}

    @property
    def level(self) -> Level:
        """The Entry's Level."""
        text = self._texts[Region.VERDICT]
        start = text.find(_LEVEL) + len(_LEVEL)
        return Level(text[start : text.index(" ", start)])

    def of(self, sought: Sought) -> Sighting | None:
        """Where the Need is met: in the headline if at all there, by its nearest Form."""
        for region, likeness, rows in sought.forms:
            flat = self._flat[region]
            if rows[0] in flat and all(row in flat for row in rows[1:]):
                whole = self._is_whole(region, rows)
                again = flat.count(rows[0]) - 1
                return Sighting(region, whole, likeness, flat.index(rows[0]), again)
        return None

    def in_a_row(self, row: Sequence[str]) -> Region | None:
        """Where these Terms follow each other, None where they do not."""
        return next((region for region in Region if _row(row, region) in self._flat[region]), None)

    def _is_whole(self, region: Region, rows: Sequence[str]) -> bool:
        """Whether each row is words, or all parts of one, and not a part of a longer word."""
        text = self._texts[region]
        return all(row in text or f" {row[1:-1].replace(' ', PART)} " in text for row in rows)


def _row(terms: Sequence[str], region: Region) -> str:
    """The Terms as they stand next to each other in the stream."""
    mark = HEADLINE if region is Region.HEADLINE else ""
    return f" {' '.join(term if is_filter(term) else mark + term for term in terms)} "
