"""Phrases: the words verdicts use, by concept, with what concepts in a row mean."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.core.entry import Level
from bot.core.patterns import NEGATION, Grammar, is_anchored
from bot.core.scores import CONCEPTS, FIGURES
from bot.core.trie import any_of

FILLER = "filler"
OPINIONS = ("opinion", "person", "everyone")  # may stand between a negation and its words
# What bears on a reading, found around it: `surroundings.py` says how.
SCOPES = (
    *("yes", "no", "hearsay", "seeming", "concession", "turn", "turned", "labelled", "part"),
    *("whole", "only", "excepted", "everyone", "subject", "named", "audience", "added"),
    "especially",
)
LAST_TURN = "last turn"
PAUSES, COLONS, ASKS, STOPS = "，,、（）()[]【】|—–→⇒", "：:", "？?", "。！!；;"
MARKUP = "*_#~"
FIRST_SIGN = 0xE000  # of the private use area: signs are letters that no text has a use for


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
class Opening:
    """The readings that can begin with a certain sign; `pattern` has the nth in its nth group."""

    pattern: re.Pattern[str]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of each concept and the readings, made ready by `prepare`.

    `token` finds words, figures and marks in a text, `concepts` has the signs of each word (none
    for fillers). `openings` are the readings by their first sign, `inner` those of them that may
    begin within a passage; `negations` finds those directly before a reading, and `scopes`, by
    name, what else bears on it.
    """

    concepts: Mapping[str, str]
    signs: Mapping[str, str]
    letters: Mapping[str, str]
    letter: re.Pattern[str]
    token: re.Pattern[str]
    openings: Mapping[str, Opening]
    inner: Mapping[str, Opening]
    negations: re.Pattern[str]
    scopes: Mapping[str, re.Pattern[str]]


def prepare(
    words: Mapping[str, Sequence[str]],
    readings: Sequence[Reading],
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
        concepts=concepts,
        signs=signs,
        letters=read_as,
        letter=re.compile(f"[{re.escape(''.join(read_as))}]"),
        token=_token_pattern(concepts),
        openings=_openings(grammar, readings),
        inner=_openings(grammar, [one for one in readings if not is_anchored(one.says)]),
        negations=_negations(grammar),
        scopes=_scopes(grammar, scopes),
    )


def plain(word: str) -> str:
    """The form in which words are looked up in `Phrases.concepts`."""
    return re.sub(r"[\s-]+", " ", word.lower())


def _openings(grammar: Grammar, readings: Sequence[Reading]) -> dict[str, Opening]:
    """Which readings can begin with a sign: few with most."""
    beginning: dict[str, list[Reading]] = {}
    for reading in readings:
        for sign in grammar.firsts(reading.says):
            beginning.setdefault(sign, []).append(reading)
    return {sign: Opening(_groups(grammar, some), tuple(some)) for sign, some in beginning.items()}


def _groups(grammar: Grammar, readings: Iterable[Reading]) -> re.Pattern[str]:
    return re.compile("|".join(f"({grammar.compile(reading.says)})" for reading in readings))


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


def _token_pattern(concepts: Iterable[str]) -> re.Pattern[str]:
    """One pattern for figures, all words, the longest at a place, and marks; Latin ones whole."""
    latin = [word for word in concepts if word.isascii()]
    other = [word for word in concepts if not word.isascii()]
    # The look-ahead passes over most positions at once.
    firsts = re.escape("".join({word[0] for word in latin}) + PAUSES + COLONS + ASKS + STOPS)
    return re.compile(
        rf"(?P<word>{any_of(other)})|(?=[-.\n□\d★☆⭐🌟✩✰{firsts}])(?:"
        rf"(?P<pause>[{re.escape(PAUSES)}]|(?<=\s)--?\s)|(?P<colon>[{COLONS}])|(?P<ask>[{ASKS}])"
        # A line end is only a blank, unless a paragraph or a list follows.
        rf"|(?P<stop>[{STOPS}]|\.(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-+•]|\d+[.)])\s))"
        rf"|(?P<latin>(?<![a-z0-9])(?:{any_of(latin)})(?![a-z0-9]))"
        rf"|(?P<figure>(?=[\dp★☆⭐🌟✩✰])(?:{FIGURES}))|(?P<aside>□+))"
    )
