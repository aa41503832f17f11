"""What a Verdict's prose comes to: its Level with the words that decided it.

A Verdict is written as a row of signs, one for each known word (`signs.py`), in which *readings*
are looked for, such as "advice, deep, read" (`patterns.py`). All words and readings are data
(`bot/sources/phrases.yaml`). Each reading found is a claim; here is what claims come to:

* negations directly before a claim turn it round, two cancel out;
* what others think, or the title, is no claim; a rebuttal of it is;
* of general claims the weightiest counts: one under a label ("Verdict:"), then one that opens a
  passage after a turn ("but"), plain ones, denied ones ("not a must-read"), conceded ones
  ("although …"), and last, hints (a score, a priority, a superlative);
* loose readings are tried only where there is no other claim;
* a claim limited to an audience or a part comes to a skim, whatever it says. It counts if no plain
  one does, and it lifts a "skip" before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.core.entry import Level
from bot.core.patterns import NEGATION, STOP
from bot.core.phrases import Phrases
from bot.core.readings import Reading, Readings
from bot.core.signs import Row, row_of
from bot.core.surroundings import Surroundings, surroundings


class _Weight(IntEnum):
    """How much a claim counts; the weightiest decides."""

    HINT = 0
    CONCEDED = 1
    DENIED = 2
    PLAIN = 3
    TURNED = 4
    LABELLED = 5


@dataclass(frozen=True, slots=True)
class _Claim:
    """One judgement found: what it comes to, and where in the row of signs it is said."""

    level: Level
    weight: _Weight
    start: int
    end: int
    sentence: int
    for_some: bool
    partly: bool
    lifts: bool

    @property
    def limited(self) -> bool:
        return self.for_some or self.partly


def judge(verdict: str, phrases: Phrases) -> tuple[Level, str]:
    """The Level a Verdict comes to, with the exact words of it that decided (the evidence).

    A Verdict that does not say whether to read is `unknown`, with no evidence.
    """
    row = row_of(verdict, phrases)
    claims = [*_claims(row, phrases.readings, phrases)] or [*_claims(row, phrases.loose, phrases)]
    level, start, end = _decide(claims)
    return level, verdict[slice(*row.span(start, end))] if end else ""


def _decide(claims: Sequence[_Claim]) -> tuple[Level, int, int]:
    """The Level, and which signs decided it."""
    said = [claim for claim in claims if not claim.lifts]
    best = max((claim for claim in said if not claim.limited), key=_standing, default=None)
    plainly = [claim for claim in said if claim.weight is not _Weight.HINT]
    limited = [claim for claim in plainly if claim.for_some or (claim.partly and best is None)]
    if limited and (best is None or best.weight <= _Weight.CONCEDED):
        return Level.SKIM, limited[0].start, limited[0].end
    if best is None:
        return Level.UNKNOWN, 0, 0
    lifting = (claim for claim in claims if best.level is Level.SKIP and _lifts(claim, best))
    if lifter := next(lifting, None):
        return Level.SKIM, min(lifter.start, best.start), max(lifter.end, best.end)
    return best.level, best.start, best.end


def _standing(claim: _Claim) -> tuple[int, bool, int]:
    """Sorts claims: of equal weight the first stands, but a skip yields; of turns the last."""
    if claim.weight is _Weight.TURNED:
        return claim.weight, False, claim.start
    return claim.weight, claim.level is not Level.SKIP, -claim.start


def _lifts(claim: _Claim, skip: _Claim) -> bool:
    """Whether it leaves something to read to whoever was told to skip."""
    if not (claim.lifts or (claim.limited and claim.level.at_least(Level.SKIM))):
        return False
    if claim.lifts or claim.weight is _Weight.HINT:
        return claim.start > skip.start and claim.sentence <= skip.sentence + 1
    told_first = claim.sentence >= skip.sentence - 1 and skip.weight is not _Weight.TURNED
    return claim.start > skip.start or told_first


def _claims(row: Row, readings: Readings, phrases: Phrases) -> Iterator[_Claim]:
    """Every judgement in the order of the text."""
    ended = 0
    for match, reading in readings.found(row.signs):
        words, end = match.span()
        negations = phrases.negations.search(row.signs, ended, words)
        start = negations.start() if negations else words
        ended = end
        around = surroundings(row.signs, start, words, end, phrases.scopes)
        if around.doubted is None or around.hearsay:
            continue
        count = row.signs.count(phrases.signs[NEGATION], start, words) + around.doubted
        denied = count % 2 == 1
        level = reading.denied if denied else reading.level
        lifts = reading.lifts and not denied
        if level is Level.UNKNOWN or (lifts and not around.after_turn):
            continue
        yield _Claim(
            level=level,
            weight=_weight(reading, denied, around),
            start=start,
            end=end,
            sentence=row.signs.count(STOP, 0, start),
            for_some=around.for_some,
            partly=around.partly,
            lifts=lifts,
        )


def _weight(reading: Reading, denied: bool, around: Surroundings) -> _Weight:
    if reading.hint:
        return _Weight.HINT
    if around.labelled:
        return _Weight.LABELLED
    if around.conceded:
        return _Weight.CONCEDED
    if denied:
        return _Weight.DENIED
    return _Weight.TURNED if around.turned else _Weight.PLAIN
