"""Ranks what a search found: each rule is a number here and a named test.

An Entry's text score is the mean of how well each need is met, 0 to 1, the rare needs weighing
more. To it come small bonuses: they settle what the text leaves open.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from math import log2
from typing import NamedTuple

from bot.core.entry import Level
from bot.search.need import Likeness, Need, Row
from bot.search.sight import Region, Sight, Sighting, Sought

IN_HEADLINE = 1.0
IN_VERDICT = 0.45  # or any text but the headline
AGAIN = 0.04  # for each further mention in the verdict, up to three
TOLD_TOO = 0.03  # the verdict goes on about what the headline says
PART_OF_WORD = 0.85  # of what a whole word counts: moe in FusedMoE
LIKENESS = {
    Likeness.LITERAL: 1.0,
    Likeness.INFLECTED: 0.95,
    Likeness.SYNONYM: 0.85,
    Likeness.APART: 0.8,
    Likeness.LOOSE: 0.65,
    Likeness.AMBIGUOUS: 0.5,
    Likeness.NARROWER: 0.4,  # in a headline less than the word as typed in a verdict
}
IN_A_ROW = 0.25  # all needs follow each other as typed: more than parts of a word lose
NEAR = 0.05  # all needs stand within NEAR_CHARACTERS
NEAR_CHARACTERS = 60
EARLY = 0.03  # at the beginning of the headline, which says what it is about
LEVELS: dict[str, float] = {
    Level.MUST: 0.03,
    Level.SKIM: 0.015,
    Level.UNKNOWN: 0.01,
    Level.SKIP: 0.0,
}
_RAREST = 0.0005  # the share of Entries from which on rarer does not weigh more
RECENT = 0.02  # for today's, halved every 90 days


class Candidate(NamedTuple):
    """A row of the index: its id, the Digest's date, and the Entry's stream of Terms."""

    id: int
    date: date
    stream: str


class Ranked(NamedTuple):
    """A Candidate with its score, and where each of the needs was sighted.

    `headline` is its Terms; `row` is where all needs follow each other as they were typed, if
    anywhere.
    """

    id: int
    score: float
    needs: Sequence[Need]
    sightings: Sequence[Sighting | None]
    row: Region | None
    headline: str
    stream: str

    @property
    def seen(self) -> Sequence[tuple[str, Sighting]]:
        """The needs that are met, as they were typed, and where."""
        pairs = zip(self.needs, self.sightings, strict=True)
        return [(need.text, sighting) for need, sighting in pairs if sighting]

    @property
    def missing(self) -> Sequence[str]:
        """The needs that are not met, as they were typed."""
        pairs = zip(self.needs, self.sightings, strict=True)
        return [need.text for need, sighting in pairs if not sighting]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All Terms by which it meets a need, each row as it stands in the text.

        Words that may also stand apart count only where nothing nearer was sighted.
        """
        sighted = [row for _, sighting in self.seen for row in sighting.rows]
        return tuple(dict.fromkeys((*sighted, *Sight(self.stream).rows(self.needs))))


def order(
    candidates: Iterable[Candidate], needs: Sequence[Need], weights: Sequence[float], today: date
) -> list[Ranked]:
    """The candidates, best first, equals newest first; what meets all needs before the rest.

    What only repeats the headline of a better one comes after all others that meet as many.
    `weights` says how much each need counts (see `weight`).
    """
    sought = [Sought.of(need) for need in needs]
    typed = [term for need in needs for term in need.row]
    ranked = []
    for candidate in candidates:
        sight = Sight(candidate.stream)
        sightings = [sight.of(one) for one in sought]
        whole = len(sought) > 1 and None not in sightings
        row = sight.in_a_row(typed) if whole else None
        score = (
            _text_score(sightings, weights)
            + (_nearness(sightings, row) if whole else 0)
            + LEVELS[sight.level]
            + RECENT * 0.5 ** (max(0, (today - candidate.date).days) / 90)
        )
        found = (candidate.id, score, needs, sightings, row, sight.headline, candidate.stream)
        ranked.append(Ranked(*found))
    return _in_order(ranked)


def _in_order(ranked: Iterable[Ranked]) -> list[Ranked]:
    best_first = sorted(ranked, key=lambda one: (-one.score, -one.id))
    told: set[str] = set()
    again: set[int] = set()
    for one in best_first:
        again |= {one.id} if one.headline in told else set()
        told.add(one.headline)
    return sorted(best_first, key=lambda one: (None in one.sightings, one.id in again))


def weight(share: float) -> float:
    """How much a need weighs that this share of the Entries meets, 0 to 1: the rarer, the more."""
    return log2(2 + 1 / (share + _RAREST))


def _text_score(sightings: Sequence[Sighting | None], weights: Sequence[float]) -> float:
    met = sum(
        weighs * _met(sighting)
        for sighting, weighs in zip(sightings, weights, strict=True)
        if sighting
    )
    return met / (sum(weights) or 1)


def _met(sighting: Sighting) -> float:
    """How well one need is met."""
    value = LIKENESS[sighting.likeness] * (1 if sighting.whole_word else PART_OF_WORD)
    if sighting.region is Region.VERDICT:
        return value * (IN_VERDICT + AGAIN * min(sighting.again, 3))
    return value * IN_HEADLINE + EARLY / (1 + sighting.at / 10) + TOLD_TOO * bool(sighting.again)


def _nearness(sightings: Sequence[Sighting | None], row: Region | None) -> float:
    """The bonus for needs that stand together."""
    if row:
        return IN_A_ROW if row is Region.HEADLINE else IN_A_ROW / 2
    seen = [sighting for sighting in sightings if sighting]
    places = [sighting.at for sighting in seen]
    one_place = len({sighting.region for sighting in seen}) == 1
    return NEAR if one_place and max(places) - min(places) <= NEAR_CHARACTERS else 0
