"""Readings: what concepts in a row mean, and where in a row of signs they are found."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.core.entry import Level
from bot.core.patterns import MARKS, NEGATION, TURN, Grammar, is_anchored


@dataclass(frozen=True, slots=True)
class Reading:
    """What concepts in a row mean: a pattern with its level, and that under a negation.

    `unknown` means that it says nothing. `hint`: counts only where nothing plainer is said.
    `lifts`: means nothing by itself, but makes an earlier "skip" a "skim".
    """

    says: str
    level: Level
    denied: Level = Level.UNKNOWN
    hint: bool = False
    lifts: bool = False


@dataclass(frozen=True, slots=True)
class _Opening:
    """The readings that can begin with a certain sign; `pattern` has the nth in its nth group."""

    pattern: re.Pattern[str]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings by the signs that they can begin with, of which few have many.

    `inner` has those that may begin within a passage, `openings` also those for its head, which
    may follow a mark, a negation or a turn: one of `heads`.
    """

    openings: Mapping[str, _Opening]
    inner: Mapping[str, _Opening]
    heads: str

    def found(self, signs: str) -> Iterator[tuple[re.Match[str], Reading]]:
        """The readings found one after the other; at each place the first that fits."""
        at, end = 0, len(signs)
        while at < end:
            openings = self.openings if at == 0 or signs[at - 1] in self.heads else self.inner
            opening = openings.get(signs[at])
            match = opening.pattern.match(signs, at) if opening else None
            if opening and match and match.lastindex and match.end() > at:
                yield match, opening.readings[match.lastindex - 1]
                at = match.end()
            else:
                at += 1


def compiled(grammar: Grammar, readings: Sequence[Reading]) -> Readings:
    """Readings ready to be found. Raises ValueError if one names an unknown concept."""
    inner = [reading for reading in readings if not is_anchored(reading.says)]
    heads = MARKS + grammar.signs[NEGATION] + grammar.signs.get(TURN, "")
    return Readings(_by_sign(grammar, readings), _by_sign(grammar, inner), heads)


def _by_sign(grammar: Grammar, readings: Sequence[Reading]) -> dict[str, _Opening]:
    beginning: dict[str, list[Reading]] = {}
    for reading in readings:
        for sign in grammar.firsts(reading.says):
            beginning.setdefault(sign, []).append(reading)
    return {sign: _opening(grammar, some) for sign, some in beginning.items()}


def _opening(grammar: Grammar, readings: Sequence[Reading]) -> _Opening:
    groups = "|".join(f"({grammar.compile(reading.says)})" for reading in readings)
    return _Opening(re.compile(groups), tuple(readings))
