"""Cuts Chinese, and the Chinese characters of Japanese, into words."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from opencc import OpenCC

_TRADITIONAL_TOO = frozenset("乾後徵於夥麽菸摺捱")  # in GB 2312, but with Simplified forms there
LONGEST = 3  # characters; a longer word is cut into what it is made of


def simplified(run: str) -> str:
    """Traditional and Japanese forms as Simplified ones, each character for itself: 檢→检, 図→图.

    The length stays. What is common in Simplified text (the characters of GB 2312) is left alone,
    but for the few of them that are Traditional forms.
    """
    return run if _is_simplified(run) else "".join(map(_simplified, run))


def cut(run: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of a run of Simplified characters in order, each with the pairs it brings.

    Words come from the dictionary alone: guesses at unknown ones depend on what stands around
    them, so that a text would not find itself. Pairs of characters, inside longer words and between
    single characters, stand in for the unknown ones.
    """
    words = [half for word in _jieba().cut(run, False) for half in _halves(word)]
    for word, following in pairwise((*words, "")):
        pairs = pairs_of(word) if len(word) > 2 else ()
        if following and (len(word) == 1 or len(following) == 1):
            pairs = (*pairs, word[-1] + following[0])
        yield word, pairs


@lru_cache(maxsize=50_000)
def is_in_dictionary(word: str) -> bool:
    """Whether these Simplified characters are a word, and not only next to each other."""
    return list(_jieba().cut(word, False)) == [word]


def pairs_of(word: str) -> tuple[str, ...]:
    """Its neighbouring characters, two and two."""
    return tuple(left + right for left, right in pairwise(word))


@lru_cache(maxsize=5_000)
def _halves(word: str) -> tuple[str, ...]:
    """A long word in the words it is made of (环境变量 → 环境 变量), itself if it is not."""
    if len(word) <= LONGEST:
        return (word,)
    known = set(_jieba().cut_for_search(word, False)) - {word}
    halves: list[str] = []
    rest = word
    while rest:
        half = next((rest[:n] for n in (2, 3) if rest[:n] in known and len(rest) != n + 1), None)
        if half is None:
            return (word,)
        halves.append(half)
        rest = rest[len(half) :]
    return tuple(halves)


def _is_simplified(run: str) -> bool:
    try:
        run.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return _TRADITIONAL_TOO.isdisjoint(run)


@lru_cache(maxsize=10_000)
def _simplified(character: str) -> str:
    if _is_simplified(character):
        return character
    japanese, traditional = _converters()
    converted = traditional.convert(character)
    if converted == character:  # tried second: of shared forms it makes rarer ones, 併→倂
        converted = traditional.convert(japanese.convert(character))
    return converted if len(converted) == 1 else character


@cache
def _jieba() -> Any:
    """The cutter; its dictionary is read at import, which takes a tenth of a second."""
    import rjieba

    return rjieba


@cache
def _converters() -> tuple[OpenCC, OpenCC]:
    """From Japanese to Traditional forms, and from those to Simplified ones."""
    return OpenCC("jp2t"), OpenCC("t2s")
