"""Ranks what a search found: each rule is a number here and a named test.

An Entry's text score is the mean of how well each need is met, 0 to 1, the rare needs weighing
more. To it come small bonuses: they settle what the text leaves open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import log2

from bot.core.entry import Level
from bot.search.need import Likeness, Need
from bot.search.sight import Place, Sight, Sighting

IN_HEADLINE = 1.0
IN_VERDICT = 0.45  # or any text but the headline
AGAIN = 0.04  # for each further mention in the verdict, up to three
PART_OF_WORD = 0.85  # of what a whole word counts: moe in FusedMoE
LIKENESS = {Likeness.LITERAL: 1.0, Likeness.LOOSE: 0.7}
IN_A_ROW = 0.12  # all needs follow each other as they were typed
NEAR = 0.05  # all needs stand within NEAR_CHARACTERS
NEAR_CHARACTERS = 60
EARLY = 0.03  # at the beginning of the headline, which says what it is about
LEVELS = {Level.MUST: 0.03, Level.SKIM: 0.015, Level.UNKNOWN: 0.01, Level.SKIP: 0.0}
RECENT = 0.02  # for today's, halved every 90 days


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the index: its id, the Digest's date, and the Entry's stream of Terms."""

    id: int
    date: date
    stream: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A Candidate's id with its score, why in words, and the needs it does not meet."""

    id: int
    score: float
    why: tuple[str, ...]
    missing: tuple[str, ...]


def order(
    candidates: Sequence[Candidate],
    needs: Sequence[Need],
    weights: Mapping[str, float],
    today: date,
) -> list[Ranked]:
    """Best first, equals newest first. `weights` of the needs, by their texts, are as `weight`."""
    ranked = [_ranked(candidate, needs, weights, today) for candidate in candidates]
    return sorted(ranked, key=lambda one: (-one.score, -one.id))


def weight(count: int, total: int) -> float:
    """How much a need weighs that `count` of `total` Entries meet: the rarer, the more."""
    return log2(2 + total / (1 + count))


def _ranked(
    candidate: Candidate, needs: Sequence[Need], weights: Mapping[str, float], today: date
) -> Ranked:
    sight = Sight(candidate.stream)
    seen = {need.text: found for need in needs if (found := sight.of(need))}
    missing = tuple(need.text for need in needs if need.text not in seen)
    row = sight.in_a_row(needs) if len(needs) > 1 and not missing else None
    score = (
        _text_score(seen, needs, weights)
        + (0 if missing else _nearness(list(seen.values()), row))
        + LEVELS[sight.level]
        + RECENT * 0.5 ** (max(0, (today - candidate.date).days) / 90)
    )
    return Ranked(candidate.id, score, tuple(_why(seen, missing, row)), missing)


def _text_score(
    seen: Mapping[str, Sighting], needs: Sequence[Need], weights: Mapping[str, float]
) -> float:
    met = sum(weights[text] * _met(sighting) for text, sighting in seen.items())
    return met / (sum(weights[need.text] for need in needs) or 1)


def _met(sighting: Sighting) -> float:
    """How well one need is met."""
    value = LIKENESS[sighting.likeness] * (1 if sighting.whole_word else PART_OF_WORD)
    if sighting.place is Place.VERDICT:
        return value * (IN_VERDICT + AGAIN * min(sighting.again, 3))
    return value * IN_HEADLINE + EARLY / (1 + sighting.at / 10)


def _nearness(seen: Sequence[Sighting], row: Place | None) -> float:
    """The bonus for needs that stand together."""
    if len(seen) < 2:
        return 0
    if row:
        return IN_A_ROW if row is Place.HEADLINE else IN_A_ROW / 2
    places = [sighting.at for sighting in seen]
    one_place = len({sighting.place for sighting in seen}) == 1
    return NEAR if one_place and max(places) - min(places) <= NEAR_CHARACTERS else 0


def _why(seen: Mapping[str, Sighting], missing: Sequence[str], row: Place | None) -> Iterator[str]:
    for place in Place:
        texts = [f"“{text}”" for text, sighting in seen.items() if sighting.place is place]
        if texts:
            yield f"{', '.join(texts)} in the {place}"
    if row:
        yield "as typed, one after the other"
    if missing:
        yield "without " + ", ".join(f"“{text}”" for text in missing)
