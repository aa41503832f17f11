"""Phrases: the words verdicts use, by concept, with what concepts in a row mean."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.core.entry import Level

PAUSES = "，,、：:（）()—–"
STOPS = "。！？!?；;"


@dataclass(frozen=True, slots=True)
class Reading:
    """What concepts following each other in one passage mean; `denied` under a negation.

    `alone`: only if nothing else is in the passage. `lifts`: means nothing by itself, but makes an
    earlier "skip" a "skim".
    """

    says: tuple[str, ...]
    level: Level
    denied: Level | None = None
    alone: bool = False
    lifts: bool = False


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of each concept and the readings, made ready by `prepare`."""

    concepts: Mapping[str, str]
    readings: tuple[Reading, ...]
    letters: Mapping[int, int]
    token: re.Pattern[str]


def prepare(
    words: Mapping[str, Sequence[str]], readings: Sequence[Reading], letters: Mapping[str, str]
) -> Phrases:
    """Phrases ready for matching, from words by concept; `letters` are read as their values.

    Raises ValueError if a word belongs to two concepts or a reading names an unknown one.
    """
    folded = {ord(old): ord(new) for old, new in letters.items()}
    concepts: dict[str, str] = {}
    for concept, its_words in words.items():
        for word in its_words:
            known = concepts.setdefault(plain(word.translate(folded)), concept)
            if known != concept:
                raise ValueError(f"{word!r} stands under {known} and under {concept}")
    for reading in readings:
        if unknown := set(reading.says) - set(words):
            raise ValueError(f"no words for {', '.join(sorted(unknown))}")
    return Phrases(concepts, tuple(readings), folded, _token_pattern(concepts))


def plain(word: str) -> str:
    """The form in which words are looked up in `Phrases.concepts`."""
    return re.sub(r"[\s-]+", " ", word.lower())


def _token_pattern(concepts: Mapping[str, str]) -> re.Pattern[str]:
    """One pattern for all words, longest first; Latin ones match whole only."""
    by_length = sorted(concepts, key=len, reverse=True)
    latin = [re.escape(word).replace(r"\ ", r"[\s-]+") for word in by_length if word.isascii()]
    other = [re.escape(word) for word in by_length if not word.isascii()]
    # The look-aheads pass over most positions at once: three times faster than the bare choices.
    return re.compile(
        rf"(?=[{_firsts(concepts, ascii_only=True)}])(?<![a-z0-9])(?:{'|'.join(latin)})(?![a-z0-9])"
        rf"|(?=[{_firsts(concepts, ascii_only=False)}])(?:{'|'.join(other)})"
        rf"|(?P<pause>[{re.escape(PAUSES)}])"
        # A line end is only a blank, unless a paragraph or a list follows.
        rf"|(?P<stop>[{re.escape(STOPS)}]|\.(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-+•]|\d+[.)])\s))"
    )


def _firsts(concepts: Mapping[str, str], *, ascii_only: bool) -> str:
    return re.escape(
        "".join(sorted({word[0] for word in concepts if word.isascii() == ascii_only}))
    )
