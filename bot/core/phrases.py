"""Phrases: the words verdicts use, by concept, with what concepts in a row mean."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.core.patterns import NEGATION, Grammar
from bot.core.readings import Reading, Readings, compiled
from bot.core.scores import CONCEPTS
from bot.core.tokens import marks, token_pattern

FILLER = "filler"
OPINIONS = ("opinion", "person", "everyone")  # may stand between a negation and its words
# What bears on a reading, found around it: `surroundings.py` says how.
SCOPES = (
    *("yes", "no", "hearsay", "seeming", "concession", "turn", "turned", "labelled", "part"),
    *("whole", "only", "excepted", "everyone", "subject", "named", "audience", "added"),
    *("recipient", "especially"),
)
LAST_TURN = "last turn"
MARKUP = "*_#~"
FIRST_SIGN = 0x80  # signs are letters; below 256, which keeps patterns small


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of each concept and the readings, made ready by `prepare`.

    `token` takes a text apart, `known` has the signs of each word and mark (none for fillers).
    `loose` are readings tried only where none of `readings` fits. `negations` finds those directly
    before a reading, and `scopes`, by name, what else bears on it.
    """

    known: Mapping[str, str]
    signs: Mapping[str, str]
    letters: Mapping[str, str]
    letter: re.Pattern[str]
    token: re.Pattern[str]
    readings: Readings
    loose: Readings
    negations: re.Pattern[str]
    scopes: Mapping[str, re.Pattern[str]]


def prepare(
    words: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
    loose: Sequence[Reading],
    letters: Mapping[str, str],
    groups: Mapping[str, Sequence[str]],
    scopes: Mapping[str, Sequence[str]],
) -> Phrases:
    """Phrases ready for matching, from words by concept; a letter also stands for its `letters`.

    A key of `words` may name several concepts in a row: its words stand for all of them. Raises
    ValueError if a word is given twice or a pattern names an unknown concept.
    """
    read_as = {other: letter for letter, others in letters.items() for other in others}
    read_as |= dict.fromkeys(MARKUP, " ") | {"’": "'"}
    names = dict.fromkeys(chain(*(key.split() for key in words), CONCEPTS, (NEGATION,)))
    signs = {name: chr(FIRST_SIGN + n) for n, name in enumerate(names)} | {FILLER: ""}
    concepts: dict[str, str] = {}
    for key, its_words in words.items():
        its_signs = "".join(signs[name] for name in key.split())
        for word in its_words:
            if concepts.setdefault(plain(word), its_signs) != its_signs:
                raise ValueError(f"{word!r} stands under {key} and elsewhere")
    grammar = Grammar(signs, groups)
    return Phrases(
        known=concepts | marks(),
        signs=signs,
        letters=read_as,
        letter=re.compile(f"[{re.escape(''.join(read_as))}]"),
        token=token_pattern(concepts),
        readings=compiled(grammar, readings),
        loose=compiled(grammar, loose),
        negations=_negations(grammar),
        scopes=_scopes(grammar, scopes),
    )


def plain(word: str) -> str:
    """The form in which words are looked up in `Phrases.known`."""
    return re.sub(r"[\s-]+", " ", word.lower())


def _negations(grammar: Grammar) -> re.Pattern[str]:
    """Up to three, each with what may stand between it and what it turns round."""
    whose = "".join(grammar.signs.get(name, "") for name in OPINIONS)
    between = grammar.directly() + (f"(?:[{whose}]{grammar.near()})?" if whose else "")
    return re.compile(rf"(?:{grammar.signs[NEGATION]}{between}){{1,3}}\Z")


def _scopes(grammar: Grammar, scopes: Mapping[str, Sequence[str]]) -> dict[str, re.Pattern[str]]:
    """Each scope as a pattern; one without words is never found."""
    found = {name: re.compile(_either(grammar, scopes.get(name, ()))) for name in SCOPES}
    return found | {LAST_TURN: re.compile(f".*(?:{_either(grammar, scopes.get('turn', ()))})")}


def _either(grammar: Grammar, patterns: Sequence[str]) -> str:
    return "|".join(map(grammar.compile, patterns)) or "(?!)"
