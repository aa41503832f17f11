"""Passages: a Verdict cut at its marks, each passage as the known words in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.phrases import Phrases, plain

TOKENS_LIMIT = 64  # a passage; more would take long and say nothing

# Code and quoted words speak about something else; they keep their length, so positions stay true.
ASIDE = re.compile(r"`[^`\n]*`|“[^”\n]{0,80}”|「[^」\n]{0,80}」|\"[^\"\n]{0,80}\"")


@dataclass(frozen=True, slots=True)
class Token:
    """A known word: its concept, and where it stands."""

    concept: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """The tokens between two marks (at `start` and `end` of the text) of the nth `sentence`.

    `audience` says whether the sentence named one before, `turn_end` where its last turn ended.
    """

    text: str
    start: int
    end: int
    sentence: int
    tokens: Sequence[Token]
    audience: bool
    turn_end: int | None

    def concepts(self, start: int = 0, end: int | None = None) -> list[str]:
        """The concepts of some of its tokens."""
        return [token.concept for token in self.tokens[start:end]]


def passages(text: str, phrases: Phrases) -> Iterator[Passage]:
    """The passages that have tokens."""
    audience, turn_end = False, None
    tokens: list[Token] = []
    start = sentence = 0
    for match in phrases.token.finditer(text + "\n\n"):
        mark = match.lastgroup
        if mark is None:
            if len(tokens) < TOKENS_LIMIT:
                concept = phrases.concepts[plain(match.group())]
                tokens.append(Token(concept, match.start(), match.end()))
            continue
        if tokens:
            yield Passage(text, start, match.start(), sentence, tokens, audience, turn_end)
            audience = audience or any(token.concept == "audience" for token in tokens)
            turns = [token.end for token in tokens if token.concept == "turn"]
            turn_end = turns[-1] if turns else turn_end
        if mark == "stop":
            audience, turn_end, sentence = False, None, sentence + 1
        tokens, start = [], match.end()


def readable(verdict: str, phrases: Phrases) -> str:
    """The Verdict folded for matching, at its own length: marks and asides become blanks."""
    folded = verdict.translate(phrases.letters)
    lowered = folded.lower()
    if len(lowered) != len(folded):  # a few capitals, such as İ, grow when lowered
        lowered = folded
    marked = lowered.replace("*", " ").replace("_", " ").replace("’", "'")
    return ASIDE.sub(lambda aside: "□" * len(aside.group()), marked)
