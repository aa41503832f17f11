"""Signs: a Verdict as a row of known concepts, one character for each, which patterns can read."""

import re
from dataclasses import dataclass

from bot.core.patterns import ASK, COLON, FAR, GAP, PAUSE, STOP
from bot.core.phrases import Phrases, plain
from bot.core.scores import told_by

NEARBY = 24  # characters that may stand between two words that belong together
LIMIT = 2_000  # signs; a verdict with more says it in these

# Code and quoted words speak about something else; they keep their length, so positions stay true.
ASIDE = re.compile(
    r"(?=[`“「『\"h])(?:`[^`\n]*`|“[^”\n]{0,80}”|「[^」\n]{0,80}」|『[^』\n]{0,80}』|\"[^\"\n]{0,80}\"|https?://[^\s，。）)]+)"
)
BULLET = re.compile(r"^([ \t]*)\*(?=\s)", re.MULTILINE)
# A heading is a label for what follows.
HEADING = re.compile(r"^(#{1,6}\s[^\n]*)\n", re.MULTILINE)
WORDS = re.compile(r"\w(?:.*\w)?", re.DOTALL)
MARKS = {"pause": PAUSE, "colon": COLON, "stop": STOP, "ask": ASK, "aside": GAP}


@dataclass(frozen=True, slots=True)
class Row:
    """The signs of a Verdict, and where in it the words of each begin and end."""

    signs: str
    spans: list[tuple[int, int]]


def row_of(verdict: str, phrases: Phrases) -> Row:
    """The signs of a Verdict in order; unknown text between them is a gap, fillers are nothing."""
    text = _readable(verdict, phrases)
    signs: list[str] = []
    spans: list[tuple[int, int]] = []
    end = unknown = 0
    for match in phrases.token.finditer(text + "\n\n"):
        start, stop = span = match.span()
        if start > end:
            unknown += _written(text[end:start].strip())
        end = stop
        # The commonest first: most tokens are words written just as they are looked up.
        found = phrases.concepts.get(match[0]) if match.lastgroup == "word" else None
        if found is None:
            found = _signs(match, phrases)
        if not found:
            continue
        if unknown:
            signs.append(GAP if unknown <= NEARBY else FAR)
            spans.append((start, start))
            unknown = 0
        signs.append(found)
        spans.append(span)
        if len(found) > 1:
            spans.extend([span] * (len(found) - 1))
        if len(spans) > LIMIT:
            break
    return Row("".join(signs), spans)


def _written(unknown: str) -> int:
    """How much is written there; emoji and symbols are nothing."""
    if not unknown or unknown.isalnum():
        return len(unknown)
    word = WORDS.search(unknown)
    return len(word[0]) if word else 0


def _signs(match: re.Match[str], phrases: Phrases) -> str:
    kind = match.lastgroup or ""
    if kind in ("word", "latin"):
        return phrases.concepts[plain(match[0])]
    if kind == "figure":
        return "".join(phrases.signs[name] for name in told_by(match))
    return MARKS[kind]


def _readable(verdict: str, phrases: Phrases) -> str:
    """The Verdict folded for matching, at its own length: markup and asides become blanks."""
    if "\n" in verdict:
        verdict = HEADING.sub(r"\1:", BULLET.sub(r"\1-", verdict))
    folded = phrases.letter.sub(lambda letter: phrases.letters[letter[0]], verdict)
    lowered = folded.lower()
    if len(lowered) != len(folded):  # a few capitals, such as İ, grow when lowered
        lowered = folded
    return ASIDE.sub(lambda aside: "□" * len(aside.group()), lowered)
