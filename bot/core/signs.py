"""Signs: a Verdict as a row of known concepts, one character for each, which patterns can read."""

import re
from dataclasses import dataclass

from bot.core.patterns import COLON, FAR, GAP, STOP
from bot.core.phrases import Phrases, plain
from bot.core.scores import told_by
from bot.core.tokens import ASIDE, COLONS

NEARBY = 24  # characters that may stand between two words that belong together
LIMIT = 2_000  # signs; a verdict with more says it in these

# Code and quoted words speak about something else; they keep their length, so positions stay true.
QUOTED = re.compile(
    r"(?=[`“「『\"h])(?:`[^`\n]*`|“[^”\n]{0,80}”|「[^」\n]{0,80}」|『[^』\n]{0,80}』|\"[^\"\n]{0,80}\"|https?://[^\s，。）)]+)"
)
BULLET = re.compile(r"^([ \t]*)\*(?=\s)", re.MULTILINE)
# A heading is a label for what follows.
HEADING = re.compile(r"^(#{1,6}\s[^\n]*)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """The signs of a Verdict, and for each the token of the Verdict that it stands for.

    The tokens, one after the other, are as long as the Verdict.
    """

    signs: str
    places: list[int]
    tokens: list[str]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the Verdict the words of signs[start:end] begin and end."""
        first, last = self.places[start], self.places[end - 1]
        begin = sum(map(len, self.tokens[:first]))
        return begin, begin + sum(map(len, self.tokens[first : last + 1]))


def row_of(verdict: str, phrases: Phrases) -> Row:
    """The signs of a Verdict in order; unknown text between them is a gap, fillers are nothing."""
    tokens: list[str] = phrases.token.findall(_readable(verdict, phrases) + "\n\n")
    known = phrases.known
    signs: list[str] = []
    places: list[int] = []
    unknown = 0
    for place, token in enumerate(tokens):
        found = known.get(token)
        if found is None:
            found = None if token.isalpha() else _unlisted(token, phrases)
            if found is None:
                unknown += len(token)
                continue
        if not found:
            continue
        if unknown:
            signs.append(GAP if unknown <= NEARBY else FAR)
            places.append(place)
            unknown = 0
        signs.append(found)
        places.append(place)
        if len(found) > 1:
            places.extend([place] * (len(found) - 1))
        if len(places) > LIMIT:
            break
    return Row("".join(signs), places, tokens)


def _unlisted(token: str, phrases: Phrases) -> str | None:
    """The signs of what can be written in many ways; None for unknown text."""
    head = token[0]
    if head == ASIDE:
        return GAP
    if head in ".\n" and len(token) > 1:
        return STOP
    if figure := told_by(token):
        colon = COLON if head in COLONS else ""
        return colon + "".join(phrases.signs[name] for name in figure)
    if token.isalnum():
        return None
    # Symbols and emoji say nothing.
    return phrases.known.get(plain(token), None if head.isalnum() else "")


def _readable(verdict: str, phrases: Phrases) -> str:
    """The Verdict folded for matching, at its own length: markup and asides become blanks."""
    if "\n" in verdict:
        verdict = HEADING.sub(r"\1:", BULLET.sub(r"\1-", verdict))
    folded = phrases.letter.sub(lambda letter: phrases.letters[letter[0]], verdict)
    lowered = folded.lower()
    if len(lowered) != len(folded):  # a few capitals, such as İ, grow when lowered
        lowered = folded
    return QUOTED.sub(lambda quoted: ASIDE * len(quoted.group()), lowered)
