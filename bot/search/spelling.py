"""Finds the known word that was most likely meant by one that stands nowhere."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import log2

from rapidfuzz import process
from rapidfuzz.distance import OSA, Indel

from bot.core.entry import Entry
from bot.search.han import is_in_dictionary
from bot.search.scripts import is_han, is_hiragana
from bot.search.sounds import sound
from bot.search.stream import TEXT_LIMIT
from bot.search.words import terms

SHORTEST, LONGEST = 3, 20  # letters of a word that may be meant
_LONGEST_HAN = 8  # characters

# How far a word is, in halves of an edit: 2 for a letter dropped or added, 3 for one replaced or
# two swapped, 1 for a Chinese character replaced by one that sounds the same; and then
_REPLACED = 3
_SAME_SKELETON = -1  # differs in vowels and doubled letters only
_SAME_LETTERS = -2  # only in their order
_OTHER_FIRST = 1  # begins with another letter: fewer slip there
_TWICE = -0.22  # is in twice as many Entries, counted up to
_COMMON = 1_024

_SURE = 32  # Entries: a word of the glossary is taken to be in so many

_LATIN = re.compile(rf"(?<![a-z0-9])[a-z]{{{SHORTEST},{LONGEST}}}(?![a-z0-9])")
_OTHERS = re.compile(r"[^ -~]{2,}")
_QUIET = re.compile(r"(?<=.)[aeiouyー]|(.)(?=\1)")


def words_of(entry: Entry, stream: str) -> set[str]:
    """The Terms in the stream of an Entry, as far as they may pass `is_word`.

    Latin ones are taken from its texts: the stems that the stream has beside them are no words.
    Nor are characters that only stand next to each other.
    """
    texts = (entry.headline, entry.title or "", *entry.labels, entry.verdict)
    words = set(_LATIN.findall(" ".join(text[:TEXT_LIMIT] for text in texts).casefold()))
    others = set(_OTHERS.findall(stream))
    words.update(word for word in others if not is_han(word) or is_in_dictionary(word))
    return words


def is_word(term: str) -> bool:
    """Whether a Term may be meant by a mistyped word: letters only, neither too short nor too long.

    Hiragana is not: particles and endings.
    """
    if is_han(term):
        return 2 <= len(term) <= _LONGEST_HAN
    return SHORTEST <= len(term) <= LONGEST and term.isalpha() and not is_hiragana(term)


def reach(term: str) -> int:
    """Up to how many edits a mistyped word may be away from what was meant.

    An edit adds, drops or replaces a letter, or swaps two neighbours.
    """
    if is_han(term):
        return int(len(term) > 2)
    return 0 if len(term) < 4 else 1 if len(term) < 8 else 2


def nearest(term: str, known: Mapping[str, int]) -> str | None:
    """The known word most likely meant, None where the Term is known itself or nothing is near.

    `known` says in how many Entries each word is, roughly. Chinese words that sound alike are near.
    """
    if term in known or not is_word(term):
        return None
    alike = _heard_alike if is_han(term) else _spelled_alike
    costs = [
        (far + _TWICE * log2(min(known[word], _COMMON)), word)
        for word, far in alike(term, known).items()
    ]
    return min(costs)[1] if costs else None


def _spelled_alike(term: str, words: Iterable[str]) -> dict[str, int]:
    """Those of the words that may be meant, and how far they are."""
    limit = 2 if len(term) < 5 else 3 if len(term) < 8 else 5
    found = ((word, _distance(term, word, edits)) for word, edits in _within_reach(term, words))
    return {word: far for word, far in found if far <= limit}


def _heard_alike(term: str, words: Iterable[str]) -> dict[str, int]:
    """The same for Chinese: words that sound the same, or have one other character."""
    heard = sound(term)
    same_length = [word for word in words if len(word) == len(term)]
    other = {word: _REPLACED for word, _ in _within_reach(term, same_length)}
    return other | {word: _differing(term, word) for word in same_length if sound(word) == heard}


def _differing(term: str, word: str) -> int:
    """How many characters are other ones, in words of the same length."""
    return sum(one != other for one, other in zip(term, word, strict=True))


def _within_reach(term: str, words: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Those of the words that are within reach, and how many edits away."""
    found = process.extract(
        term, list(words), scorer=OSA.distance, score_cutoff=reach(term), limit=None
    )
    return ((word, int(edits)) for word, edits, _ in found)


def _distance(term: str, word: str, edits: int) -> int:
    return (
        edits
        + Indel.distance(term, word)
        + _SAME_SKELETON * (_skeleton(term) == _skeleton(word))
        + _SAME_LETTERS * (sorted(term) == sorted(word))
        + _OTHER_FIRST * (term[0] != word[0])
    )


def _skeleton(word: str) -> str:
    """What slips leave of a word: its first letter, then consonants, none twice in a row."""
    return _QUIET.sub("", word)


class Lexicon:
    """The single words of names that are known whether or not any Entry has them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._words = sorted({word for name in names for word in _words_in(name)})
        self._sounds = defaultdict[str, list[str]](list)
        for word in filter(is_han, self._words):
            self._sounds[sound(word)].append(word)

    def near(self, term: str) -> dict[str, int]:
        """Those that may be meant by a Term, as `nearest` wants them."""
        spelled = (word for word, _ in _within_reach(term, self._words))
        return dict.fromkeys((*spelled, *self._sounds.get(sound(term), ())), _SURE)


def _words_in(name: str) -> set[str]:
    return {*_LATIN.findall(name.casefold()), *filter(is_word, terms(name).parts)}
