"""Cuts text at the borders between its scripts: words of letters, Chinese, Japanese kana."""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from bot.core.lexer import UNSEEN

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
_HIRAGANA = "\u3041-\u309f"
_LETTER = rf"[^\W_{_HAN}{_KATAKANA}{_HIRAGANA}]"


class Script(StrEnum):
    """What a run is written in; `WORD` is letters, digits and what joins them in identifiers."""

    WORD = "word"
    HAN = "han"
    KATAKANA = "katakana"
    HIRAGANA = "hiragana"


class Run(NamedTuple):
    """Text of one script, and where it begins."""

    script: Script
    text: str
    start: int


_RUN = re.compile(
    rf"(?P<word>(?<!\w)[CFcf](?:\+\+|\#)(?!\w)|{_LETTER}+(?:(?:[-_.]+|['\u2019]){_LETTER}+)*)"
    rf"|(?P<han>[{_HAN}]+)|(?P<katakana>[{_KATAKANA}]+)|(?P<hiragana>[{_HIRAGANA}]+)"
)
_IS_HAN = re.compile(f"[{_HAN}]")
_IS_KANA = re.compile(f"[{_KATAKANA}{_HIRAGANA}]")
_SCRIPTS = {script.value: script for script in Script}


def runs(text: str) -> Iterator[Run]:
    """The runs of a folded text, in order; symbols, emoji and blanks are in none."""
    for found in _RUN.finditer(text):
        yield Run(_SCRIPTS[found.lastgroup or ""], found[0], found.start())


def fold(text: str) -> str:
    """One form for full-width and other compatible characters.

    Lone surrogates are dropped, and what is not seen: a Query has none of that either.
    """
    if not text.isascii():
        text = UNSEEN.sub("", text.encode("utf-8", "ignore").decode("utf-8"))
        text = unicodedata.normalize("NFKC", text)
    return text


def is_han(term: str) -> bool:
    """Whether a Term is of Chinese characters, which Japanese has too."""
    return bool(_IS_HAN.match(term))


def is_kana(term: str) -> bool:
    """Whether a Term is Japanese kana."""
    return bool(_IS_KANA.match(term))


def is_hiragana(term: str) -> bool:
    """Whether a Term is hiragana: mostly particles and endings."""
    return "\u3041" <= term[:1] <= "\u309f"
