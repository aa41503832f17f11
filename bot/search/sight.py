"""Where in an Entry a Need is met, seen in its stream of Terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.core.entry import Level
from bot.core.query import FieldName
from bot.search.need import Likeness, Need, Row
from bot.search.stream import HEADLINE, PART, is_filter

_FILTERS = f" {FieldName.REPO}:"  # the first filter ends the headline
_LEVEL = f" {FieldName.LEVEL}:"


class Region(StrEnum):
    """A text of an Entry: its headline or title, or its verdict or any other."""

    HEADLINE = "headline"
    VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a Need is best met, and by which `rows` of Terms.

    `at` counts characters from the beginning of the headline or of the other texts; `again` is
    how often it stands in the verdict besides.
    """

    region: Region
    whole_word: bool
    likeness: Likeness
    rows: tuple[Row, ...]
    at: int
    again: int


@dataclass(frozen=True, slots=True)
class Sought:
    """A Need as it would stand in streams: for each region and Form, its choices of rows."""

    text: str
    forms: tuple[tuple[Region, Likeness, tuple[tuple[tuple[str, Row], ...], ...]], ...]

    @classmethod
    def of(cls, need: Need) -> "Sought":
        """The Need to look for in many Entries: headlines first, then the nearest Forms."""
        forms = (
            (
                region,
                form.likeness,
                tuple(tuple((_row(row, region), row) for row in rows) for rows in form.every),
            )
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
    def headline(self) -> str:
        """The Terms of the headline, the same for the same words."""
        return self._texts[Region.HEADLINE]

    @property
    def level(self) -> Level:
        """The Entry's Level."""
        text = self._texts[Region.VERDICT]
        start = text.find(_LEVEL) + len(_LEVEL)
        return Level(text[start : text.index(" ", start)])

    def of(self, sought: Sought) -> Sighting | None:
        """Where the Need is met: in the headline if at all there, by its nearest Form."""
        for region, likeness, every in sought.forms:
            flat = self._flat[region]
            met = []
            for rows in every:
                for written, row in rows:
                    if written in flat:
                        met.append((written, row))
                        break
                else:
                    break
            if len(met) == len(every):
                return self._sighting(region, likeness, met)
        return None

    def in_a_row(self, row: Sequence[str]) -> Region | None:
        """Where these Terms follow each other, None where they do not."""
        return next((region for region in Region if _row(row, region) in self._flat[region]), None)

    def _sighting(
        self, region: Region, likeness: Likeness, met: Sequence[tuple[str, Row]]
    ) -> Sighting:
        written, row = met[0]
        told = self._flat[Region.VERDICT].count(_row(row, Region.VERDICT))
        return Sighting(
            region=region,
            whole_word=all(self._is_whole(region, each) for each, _ in met),
            likeness=likeness,
            rows=tuple(row for _, row in met),
            at=self._flat[region].index(written),
            again=told - 1,  # the verdict's part of the stream tells the headline too
        )

    def _is_whole(self, region: Region, row: str) -> bool:
        """Whether a row is words, or all parts of one, and not a part of a longer word."""
        text = self._texts[region]
        return row in text or f" {row[1:-1].replace(' ', PART)} " in text


def _row(terms: Sequence[str], region: Region) -> str:
    """The Terms as they stand next to each other in the stream."""
    mark = HEADLINE if region is Region.HEADLINE else ""
    return f" {' '.join(term if is_filter(term) else mark + term for term in terms)} "
