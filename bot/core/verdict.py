"""What a Verdict's prose comes to: its Level with the words that decided it.

A Verdict is cut into tokens, each a word of a known *concept* (advice, negation, close reading …);
*readings* say what concepts in a row mean; what is found is weighed against each other. All words
and readings are data (`bot/sources/phrases.yaml`); here are only the rules of grammar:

* a negation directly before the words turns them round, two cancel out;
* what is said for an audience or of a part only makes the PR worth a skim;
* otherwise the first general judgement stands, unless a later one directly follows a turn ("but",
  "overall"); a "skip" becomes "skim" if something is still recommended after a turn in the same
  or the next sentence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.entry import Level
from bot.core.passages import Passage, Token, passages, readable
from bot.core.phrases import PAUSES, Phrases, Reading

NEARBY = 24  # characters that may stand between two words of one reading


@dataclass(frozen=True, slots=True)
class _Claim:
    """One judgement found: `turned` if it follows a turn ("but"), `outright` if directly."""

    level: Level
    start: int
    end: int
    sentence: int
    limited: bool
    lifts: bool
    turned: bool
    outright: bool


def judge(verdict: str, phrases: Phrases) -> tuple[Level, str]:
    """The Level a Verdict comes to, with the exact words of it that decided (the evidence).

    A Verdict that does not say whether to read is `unknown`, with no evidence.
    """
    claims = list(_claims(readable(verdict, phrases), phrases))
    general = [claim for claim in claims if not claim.limited and not claim.lifts]
    if general:
        turned = [claim for claim in general[1:] if claim.outright]
        return _decide(turned[-1] if turned else general[0], claims, verdict)
    limited = [claim for claim in claims if claim.limited and not claim.lifts]
    if limited:
        return Level.SKIM, _words(verdict, limited[0], limited[0])
    return Level.UNKNOWN, ""


def _decide(claim: _Claim, claims: Sequence[_Claim], verdict: str) -> tuple[Level, str]:
    if claim.level is Level.SKIP:
        for later in claims[claims.index(claim) + 1 :]:
            if later.sentence > claim.sentence + 1:
                break
            if later.turned and later.level.at_least(Level.SKIM):
                return Level.SKIM, _words(verdict, claim, later)
    return claim.level, _words(verdict, claim, claim)


def _words(verdict: str, first: _Claim, last: _Claim) -> str:
    return verdict[first.start : last.end]


def _claims(text: str, phrases: Phrases) -> Iterator[_Claim]:
    """Every judgement in the order of the text."""
    for passage in passages(text, phrases):
        at = 0
        while at < len(passage.tokens):
            found = _read_at(passage, at, phrases)
            if found is None:
                at += 1
                continue
            reading, last = found
            yield _claim(passage, at, last, reading)
            at = last + 1


def _read_at(passage: Passage, at: int, phrases: Phrases) -> tuple[Reading, int] | None:
    """The first reading that begins at a token, with the place of its last token."""
    for reading in phrases.readings:
        if reading.says[0] != passage.tokens[at].concept:
            continue
        last = _follow(passage.tokens, at, reading.says)
        if last is not None and not (reading.alone and not _is_alone(passage)):
            return reading, last
    return None


def _follow(tokens: Sequence[Token], at: int, says: Sequence[str]) -> int | None:
    """Where the last of `says` stands if all follow each other from `at`, not too far apart."""
    for concept in says[1:]:
        reach = tokens[at].end + NEARBY
        at = next((i for i in range(at + 1, len(tokens)) if tokens[i].concept == concept), at)
        if tokens[at].concept != concept or tokens[at].start > reach:
            return None
    return at


def _is_alone(passage: Passage) -> bool:
    """Whether the passage is one word of ours and nothing else."""
    word = passage.tokens[0]
    around = passage.text[passage.start : word.start] + passage.text[word.end : passage.end]
    return not around.strip()


def _claim(passage: Passage, at: int, last: int, reading: Reading) -> _Claim:
    tokens = passage.tokens
    leading = _leading(passage, at)
    negations = [i for i in leading if tokens[i].concept == "negation"]
    denied = len(negations) % 2 == 1 and reading.denied
    turn_end = _turn_end(passage, at)
    begins = tokens[leading[-1] if leading else at].start
    return _Claim(
        level=denied or reading.level,
        start=tokens[negations[-1] if negations else at].start,
        end=tokens[last].end,
        sentence=passage.sentence,
        limited=_is_limited(passage, at),
        lifts=reading.lifts,
        turned=turn_end is not None,
        outright=turn_end is not None and not passage.text[turn_end:begins].strip(PAUSES + " \n"),
    )


def _leading(passage: Passage, at: int) -> list[int]:
    """The places of the negations and fillers directly before `at`, nearest first."""
    tokens = passage.tokens
    places: list[int] = []
    for i in reversed(range(at)):
        apart = passage.text[tokens[i].end : tokens[i + 1].start].strip()
        if tokens[i].concept not in ("negation", "filler") or apart:
            break
        places.append(i)
    return places


def _turn_end(passage: Passage, at: int) -> int | None:
    """Where the last turn before a token ended, in its sentence."""
    turns = [token.end for token in passage.tokens[:at] if token.concept == "turn"]
    return turns[-1] if turns else passage.turn_end


def _is_limited(passage: Passage, at: int) -> bool:
    """Whether the words hold for an audience or a part only ("especially for" does not limit)."""
    before, after = passage.concepts(0, at), passage.concepts(at)
    if "especially" in after:
        after = after[: after.index("especially")]
    said = before + after
    return passage.audience or "audience" in said or "part" in said
