"""Tokens: one regular expression that takes a text apart into words, figures and marks."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.core.patterns import ASK, COLON, PAUSE, STOP
from bot.core.scores import FIGURES

Trie: TypeAlias = "dict[str, Trie]"
END = ""  # the key that marks the end of a word
FEW = 16  # choices tried one after the other

PAUSES, COLONS, ASKS, STOPS = "，,、（）()[]【】|—–→⇒", "：:", "？?", "。！!；;"
ASIDE = "□"  # stands for each letter of code and of quoted words


def token_pattern(concepts: Iterable[str]) -> re.Pattern[str]:
    """One pattern that takes a text apart, with nothing left over.

    A token is a word, the longest at a place, Latin ones whole; a figure, a mark; or unknown.
    What stands for a mark only in some places (a point, a dash, a line end) has its blank with it.
    """
    latin = [word for word in concepts if word.isascii()]
    other = [word for word in concepts if not word.isascii()]
    firsts = re.escape("".join({word[0] for word in other}))
    figures = re.sub(r"\?P<\w+>", "?:", FIGURES)
    return re.compile(
        rf"[ {re.escape(PAUSES + ASKS + STOPS)}]|{any_of(other)}|{any_of(latin)}(?![a-z0-9])"
        rf"|(?=[\dp★☆⭐🌟✩✰{COLONS}])(?:{figures})|[{COLONS}]|[a-z0-9]+|[^\W_a-z0-9{firsts}]+"
        # A line end is only a blank, unless a paragraph or a list follows.
        rf"|\.(?:\s|\Z)|\n\s*\n|\n\s*(?:[-+•]|\d+[.)])\s|(?<=\s)--?\s|{ASIDE}+|.",
        re.DOTALL,
    )


def marks() -> dict[str, str]:
    """The sign of each mark that is always one; none for blanks."""
    kinds = {
        PAUSES: PAUSE,
        ("- ", "-- "): PAUSE,
        COLONS: COLON,
        ASKS: ASK,
        STOPS: STOP,
        " \n\t": "",
    }
    return {mark: sign for together, sign in kinds.items() for mark in together}


def any_of(words: Iterable[str]) -> str:
    """A regular expression for the longest of the words at a place; a blank also matches a hyphen.

    Choices are nested by common beginnings: with hundreds of words many times as fast as a list.
    """
    root: Trie = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[END] = {}
    # The look-ahead passes over most positions of a text at once.
    return f"(?=[{re.escape(''.join(sorted(root)))}]){_nested(root)}" if root else r"(?!)"


def _nested(node: Trie) -> str:
    if set(node) == {END}:
        return ""
    letters = (letter for letter in node if letter != END)
    choices = [(letter, _letter(letter) + _nested(node[letter])) for letter in letters]
    nested = choices[0][1] if len(choices) == 1 and END not in node else f"(?:{_split(choices)})"
    return nested + ("?" if END in node else "")


def _split(choices: Sequence[tuple[str, str]]) -> str:
    """The choices, where there are many in bundles that their first letters tell apart."""
    if len(choices) <= FEW:
        return "|".join(choice for _, choice in choices)
    size = max(FEW, -(-len(choices) // FEW))
    bundles = [choices[at : at + size] for at in range(0, len(choices), size)]
    return "|".join(f"(?={_class(bundle)})(?:{_split(bundle)})" for bundle in bundles)


def _class(choices: Sequence[tuple[str, str]]) -> str:
    letters = "".join(letter for letter, _ in choices)
    blank = r"\s\-" if " " in letters else ""
    return f"[{re.escape(letters)}{blank}]"


def _letter(letter: str) -> str:
    return r"[\s-]+" if letter == " " else re.escape(letter)
