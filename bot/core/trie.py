"""One regular expression for many words, which reads each letter of a text once."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Trie: TypeAlias = "dict[str, Trie]"
END = ""  # the key that marks the end of a word
FEW = 8  # choices tried one after the other


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
