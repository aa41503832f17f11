"""Where in an Entry a Need is met, seen in its stream of Terms."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import Level
from bot.core.query import FieldName
from bot.search.need import Form, Likeness, Need
from bot.search.stream import HEADLINE, PART, is_filter

_FILTERS = f" {FieldName.REPO}:"  # the first filter ends the headline
_LEVEL = re.compile(rf" {FieldName.LEVEL}:(\w+) ")


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


class Sight:
    """One Entry's stream, made ready to be looked at for several Needs."""

    def __init__(self, stream: str) -> None:
        head, _, rest = f" {stream} ".partition(_FILTERS)
        self._texts = {Place.HEADLINE: head + " ", Place.VERDICT: _FILTERS + rest}
        self._flat = {place: text.replace(PART, " ") for place, text in self._texts.items()}

    @property
    def level(self) -> Level:
        """The Entry's Level."""
        found = _LEVEL.search(self._texts[Place.VERDICT])
        return Level(found[1]) if found else Level.UNKNOWN

    def of(self, need: Need) -> Sighting | None:
        """Where the Need is met: in the headline if at all there, by its nearest Form."""
        for place in Place:
            for form in need.forms:
                if found := self._form(form, place):
                    return found
        return None

    def in_a_row(self, needs: Sequence[Need]) -> Place | None:
        """Where the needs follow each other as they were typed, None where they do not."""
        terms = [term for need in needs for row in need.forms[0].sequences for term in row]
        return next((place for place in Place if _row(terms, place) in self._flat[place]), None)

    def _form(self, form: Form, place: Place) -> Sighting | None:
        rows = [_row(row, place) for row in form.sequences]
        text, flat = self._texts[place], self._flat[place]
        if any(row not in flat for row in rows):
            return None
        return Sighting(
            place=place,
            whole_word=all(row in text or _joined(row) in text for row in rows),
            likeness=form.likeness,
            at=flat.index(rows[0]),
            again=flat.count(rows[0]) - 1,
        )


def _row(terms: Iterable[str], place: Place) -> str:
    """The Terms as they stand next to each other in the stream."""
    mark = HEADLINE if place is Place.HEADLINE else ""
    return f" {' '.join(term if is_filter(term) else mark + term for term in terms)} "


def _joined(row: str) -> str:
    """The same Terms as the parts of one word."""
    return f" {row.strip().replace(' ', PART)} "
