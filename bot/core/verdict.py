"""What a Verdict's prose comes to: its Level with the words that decided it.

A Verdict is cut into tokens, each a word of a known *concept* (advice, negation, close reading …);
*readings* say what concepts in a row mean; what is found is weighed against each other. All words
and readings are data (`bot/sources/phrases.yaml`); here are only the rules of grammar:

* a negation directly before the words turns them round, two cancel out;
* what is said for an audience or of a part only makes the PR worth a skim;
* otherwise the first general judgement stands, unless a later one directly follows a turn ("but",
  "overall"); a "skip" becomes "skim" if something is still recommended after a turn.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.entry import Level
from bot.core.phrases import PAUSES, STOPS, Phrases, Reading, plain

NEARBY = 24  # characters that may stand between two words of one reading

# Code and quoted words speak about something else; they keep their length, so positions stay true.
ASIDE = re.compile(r"`[^`\n]*`|“[^”\n]{0,80}”|「[^」\n]{0,80}」|\"[^\"\n]{0,80}\"")


@dataclass(frozen=True, slots=True)
class _Token:
    concept: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Claim:
    """One judgement found: `turned` if it follows a turn ("but"), `outright` if directly."""

    level: Level
    start: int
    end: int
    limited: bool
    lifts: bool
    turned: bool
    outright: bool


def judge(verdict: str, phrases: Phrases) -> tuple[Level, str]:
    """The Level a Verdict comes to, with the exact words of it that decided (the evidence).

    A Verdict that does not say whether to read is `unknown`, with no evidence.
    """
    claims = list(_claims(_readable(verdict, phrases), phrases))
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
            if later.turned and later.level.at_least(Level.SKIM):
                return Level.SKIM, _words(verdict, claim, later)
    return claim.level, _words(verdict, claim, claim)


def _words(verdict: str, first: _Claim, last: _Claim) -> str:
    return verdict[first.start : last.end]


def _readable(verdict: str, phrases: Phrases) -> str:
    """The Verdict folded for matching, at its own length: marks and asides become blanks."""
    folded = verdict.translate(phrases.letters)
    lowered = folded.lower()
    if len(lowered) != len(folded):  # a few capitals, such as İ, grow when lowered
        lowered = folded
    marked = lowered.replace("*", " ").replace("_", " ").replace("’", "'")
    return ASIDE.sub(lambda aside: "□" * len(aside.group()), marked)


def _claims(text: str, phrases: Phrases) -> Iterator[_Claim]:
    """Every judgement in the order of the text."""
    for before, clause in _clauses(text, phrases):
        at = 0
        while at < len(clause):
            found = _read_at(text, clause, at, phrases)
            if found is None:
                at += 1
                continue
            reading, last = found
            yield _claim(text, before, clause, (at, last), reading)
            at = last + 1


def _claim(
    text: str,
    before: Sequence[_Token],
    clause: Sequence[_Token],
    place: tuple[int, int],
    reading: Reading,
) -> _Claim:
    at, last = place
    leading = _leading(text, clause, at)
    negations = [i for i in leading if clause[i].concept == "negation"]
    first = negations[-1] if negations else at
    reached = leading[-1] if leading else at
    outright = reached > 0 and clause[reached - 1].concept == "turn"
    return _Claim(
        level=(reading.denied or reading.level) if len(negations) % 2 else reading.level,
        start=clause[first].start,
        end=clause[last].end,
        limited=_limited(before, clause, at),
        lifts=reading.lifts,
        turned=any(token.concept == "turn" for token in (*before, *clause[:at])),
        outright=outright or (reached == 0 and bool(before) and before[-1].concept == "turn"),
    )


def _clauses(text: str, phrases: Phrases) -> Iterator[tuple[list[_Token], list[_Token]]]:
    """Each clause's tokens, with the tokens before it in its sentence."""
    before: list[_Token] = []
    clause: list[_Token] = []
    for match in phrases.token.finditer(text):
        if match.lastgroup is None:
            concept = phrases.concepts[plain(match.group())]
            clause.append(_Token(concept, match.start(), match.end()))
            continue
        if clause:
            yield before, clause
        before = before + clause if match.lastgroup == "pause" else []
        clause = []
    if clause:
        yield before, clause


def _read_at(
    text: str, clause: Sequence[_Token], at: int, phrases: Phrases
) -> tuple[Reading, int] | None:
    """The first reading that begins at a token, with the place of its last token."""
    for reading in phrases.readings:
        if reading.says[0] != clause[at].concept:
            continue
        last = _follow(clause, at, reading.says)
        if last is not None and not (reading.alone and _accompanied(text, clause)):
            return reading, last
    return None


def _follow(clause: Sequence[_Token], at: int, says: Sequence[str]) -> int | None:
    """Where the last of `says` stands if all follow each other from `at`, not too far apart."""
    for concept in says[1:]:
        reach = clause[at].end + NEARBY
        following = range(at + 1, len(clause))
        found = (i for i in following if clause[i].concept == concept and clause[i].start <= reach)
        place = next(found, None)
        if place is None:
            return None
        at = place
    return at


def _accompanied(text: str, clause: Sequence[_Token]) -> bool:
    """Whether anything but the clause's one word stands between the marks around it."""
    if len(clause) > 1:
        return True
    marks = PAUSES + STOPS
    before = re.split(f"[{re.escape(marks)}]|\\.\\s", text[: clause[0].start])[-1]
    after = re.split(f"[{re.escape(marks)}]|\\.(?:\\s|$)", text[clause[0].end :])[0]
    return bool(before.strip() or after.strip())


def _leading(text: str, clause: Sequence[_Token], at: int) -> list[int]:
    """The places of the negations and fillers directly before `at`, nearest first."""
    places: list[int] = []
    for i in reversed(range(at)):
        gap = text[clause[i].end : clause[i + 1].start]
        if clause[i].concept not in ("negation", "filler") or gap.strip():
            break
        places.append(i)
    return places


def _limited(before: Sequence[_Token], clause: Sequence[_Token], at: int) -> bool:
    """Whether the words hold for an audience or a part only ("especially for" does not limit)."""
    heard = [token.concept for token in (*before, *clause[:at])]
    after = [token.concept for token in clause[at:]]
    if "especially" in after:
        after = after[: after.index("especially")]
    here = [token.concept for token in clause[:at]]
    return "audience" in heard or "audience" in after or "part" in (*here, *after)
