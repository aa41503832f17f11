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


class Place(StrEnum):
    """A text of an Entry: its headline or title, or its verdict or any other."""

    HEADLINE = "headline"
    VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class Sighting:
    """The best place where a Need is met.

    `at` counts characters from the beginning of the headline or of the other texts; `again` is
    how often it stands there besides.
    """

    place: Place
    whole_word: bool
    likeness: Likeness
    at: int
    again: int


@dataclass(frozen=True, slots=True)
class Sought:
    """A Need as it would stand in streams: for each place and Form, its rows of Terms."""

    text: str
    forms: tuple[tuple[Place, Likeness, tuple[str, ...]], ...]

    @classmethod
    def of(cls, need: Need) -> "Sought":
        """The Need to look for in many Entries: headlines first, then the nearest Forms."""
        forms = (
            (place, form.likeness, tuple(_row(row, place) for row in form.sequences))
            for place in Place
            for form in need.forms
        )
        return cls(need.text, tuple(forms))


class Sight:
    """One Entry's stream, made ready to be looked at for several Needs."""

    def __init__(self, stream: str) -> None:
        head, _, rest = f" {stream} ".partition(_FILTERS)
        self._texts = {Place.HEADLINE: head + " ", Place.VERDICT: _FILTERS + rest}
        self._flat = {place: text.replace(PART, " ") for place, text in self._texts.items()}

    @property
    def level(self) -> Level:
        """The Entry's Level."""
        text = self._texts[Place.VERDICT]
        start = text.find(_LEVEL) + len(_LEVEL)
        return Level(text[start : text.index(" ", start)])

    def of(self, sought: Sought) -> Sighting | None:
        """Where the Need is met: in the headline if at all there, by its nearest Form."""
        for place, likeness, rows in sought.forms:
            flat = self._flat[place]
            if rows[0] in flat and all(row in flat for row in rows[1:]):
                whole = self._is_whole(place, rows)
                again = flat.count(rows[0]) - 1
                return Sighting(place, whole, likeness, flat.index(rows[0]), again)
        return None

    def in_a_row(self, row: Sequence[str]) -> Place | None:
        """Where these Terms follow each other, None where they do not."""
        return next((place for place in Place if _row(row, place) in self._flat[place]), None)

    def _is_whole(self, place: Place, rows: Sequence[str]) -> bool:
        """Whether each row is words, or all parts of one, and not a part of a longer word."""
        text = self._texts[place]
        return all(row in text or f" {row[1:-1].replace(' ', PART)} " in text for row in rows)


def _row(terms: Sequence[str], place: Place) -> str:
    """The Terms as they stand next to each other in the stream."""
    mark = HEADLINE if place is Place.HEADLINE else ""
    return f" {' '.join(term if is_filter(term) else mark + term for term in terms)} "
