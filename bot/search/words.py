"""Cuts text into Terms, by the same rules for Entries and Queries."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import rjieba

TERMS_VERSION = "2"
"""Raise it whenever the same text gives other Terms: `reindex` then makes the index anew."""

TERM_LIMIT = 64  # characters; PostgreSQL takes lexemes of 2,046 bytes
WHOLE_PARTS = 8  # identifiers of more parts are indexed in pairs, not as a whole

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
_HIRAGANA = "\u3041-\u309f"
_LETTER = rf"[^\W_{_HAN}{_KATAKANA}{_HIRAGANA}]"
_RUN = re.compile(
    rf"(?P<word>{_LETTER}+(?:(?:[-_.]+|['\u2019]){_LETTER}+)*)"
    rf"|(?P<han>[{_HAN}]+)|[{_KATAKANA}]+|[{_HIRAGANA}]+"
)

# Parts of an identifier. Short mixed-case abbreviations stay together, digits stay with the
# letters before them: FusedMoE → Fused MoE, DeepseekV4 → Deepseek V4, MI325X → MI325X.
_PART = re.compile(
    r"(?:[A-Z]{2,}[a-z](?![a-z])"  # ROCm, GPUs
    r"|(?<![^\W_])[a-z][A-Z]+(?=[A-Z][a-z]|[^A-Za-z]|$)"  # vLLM, iOS
    r"|[A-Z][a-z][A-Z]{1,2}s?(?=[A-Z][a-z]|[^A-Za-z]|$)"  # MoE, LoRA
    r"|[A-Z]+(?=[A-Z][a-z])"  # HTTP in HTTPServer
    r"|[A-Z]?[^\W\dA-Z_]+"
    r"|[A-Z]+"
    r"|(?=\d))"
    r"(?:\d+(?:[^\W\dA-Z_]+|[A-Z](?![A-Za-z]))?)*"
)

_VERSION = re.compile(r"(?=.*\d)[\w.-]+")


@dataclass(frozen=True, slots=True)
class Terms:
    """The Terms of a text, all lower case and free of blanks and punctuation except `.`.

    `units` are its words in order, each as the Terms of its parts: an identifier has several, any
    other word one. The parts of all units follow each other. `wholes` are further Terms that have
    no place in that order: identifiers joined (`kimik3`), and pairs of Chinese characters for the
    short words that segmenting hides.
    """

    units: tuple[tuple[str, ...], ...]
    wholes: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The Terms in the order of the text."""
        return tuple(part for unit in self.units for part in unit)


def terms(text: str) -> Terms:
    """The Terms of any text; the same text always gives the same."""
    units: list[tuple[str, ...]] = []
    wholes: list[str] = []
    text = fold(text)
    before, end = "", -1  # the last word, and where it ended
    for run in _RUN.finditer(text):
        word = run[0]
        if run.lastgroup == "han":
            segments, pairs = _han(word)
            units.extend(segments)
            wholes.extend(pairs)
        elif run.lastgroup == "word":
            parts, joined = _identifier(word)
            units.append(parts)
            wholes.extend(joined)
            if end + 1 == run.start() and text[end] == " " and is_version(before, word):
                wholes.append(join((*_identifier(before)[0], *parts)))  # "Kimi K3" → kimik3
            before, end = word, run.end()
        else:
            units.append((word[:TERM_LIMIT],))
    return Terms(tuple(units), tuple(wholes))


def fold(text: str) -> str:
    """One form for full-width and other compatible characters; lone surrogates are dropped."""
    if not text.isascii():
        text = text.encode("utf-8", "ignore").decode("utf-8")
        text = unicodedata.normalize("NFKC", text)
    return text


def is_version(name: str, word: str) -> bool:
    """Whether `word`, a blank after `name`, belongs to it: Kimi K3, DeepSeek V4, GLM 5.2."""
    return len(word) <= 6 and name.isalpha() and bool(_VERSION.fullmatch(word))


def is_han(term: str) -> bool:
    """Whether a Term is Chinese."""
    return bool(re.match(f"[{_HAN}]", term))


def join(parts: Sequence[str]) -> str:
    """Parts as one Term; a dot stays between digits, so that 5.2 is not 52."""
    joined = ""
    for part in parts:
        joined += "." + part if joined[-1:].isdigit() and part[0].isdigit() else part
    return joined[:TERM_LIMIT]


@lru_cache(maxsize=20_000)
def _identifier(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parts of a word, and its wholes: neighbours joined, and all of it."""
    parts = tuple(part.casefold()[:TERM_LIMIT] for part in _PART.findall(word) if part)
    wholes = [join(pair) for pair in pairwise(parts)]
    if 2 < len(parts) <= WHOLE_PARTS:
        wholes.append(join(parts))
    return parts, tuple(wholes)


def _han(run: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """A run of Chinese in words, and the pairs of characters inside or between short words.

    Words come from the dictionary alone: guesses at unknown ones depend on what stands around
    them, so that a text would not find itself. Pairs stand in for the unknown ones.
    """
    words: list[str] = []
    for word in rjieba.cut(run, False):
        words.extend(_halves(word) if len(word) > 3 else (word,))
    pairs = [word[n : n + 2] for word in words if len(word) > 2 for n in range(len(word) - 1)]
    for left, right in pairwise(words):
        if len(left) == 1 or len(right) == 1:
            pairs.append(left[-1] + right[0])
    return [(word,) for word in words], pairs


@lru_cache(maxsize=5_000)
def _halves(word: str) -> tuple[str, ...]:
    """A long word in the words it is made of (环境变量 → 环境 变量), itself if it is not."""
    known = set(rjieba.cut_for_search(word, False)) - {word}
    halves: list[str] = []
    rest = word
    while rest:
        half = next((rest[:n] for n in (2, 3) if rest[:n] in known and len(rest) != n + 1), None)
        if half is None:
            return (word[:TERM_LIMIT],)
        halves.append(half)
        rest = rest[len(half) :]
    return tuple(halves)
