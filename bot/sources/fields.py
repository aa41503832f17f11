"""The fields of one YAML mapping, each asked for by its type.

What is wrong is gathered, not raised, so that a person sees all of it at once.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from bot.sources.fault import Fault
from bot.sources.nodes import Kind, Listing, Mapping, Node, Scalar
from bot.sources.reading import clean
from bot.sources.values import (
    one_line,
    parse_day,
    parse_day_of_moment,
    quoted,
    seen_as,
    text_of,
)

Choice = TypeVar("Choice", bound=StrEnum)
Value = TypeVar("Value")


class Fields:
    """A mapping whose keys are known. Each question returns None if there is no good answer.

    `faults` grows by what is wrong: unknown and repeated keys at once, values when asked for.
    """

    def __init__(self, mapping: Mapping, known: Sequence[str], faults: list[Fault]) -> None:
        self.line = mapping.line
        self._faults = faults
        self._nodes: dict[str, Node] = {}
        for name, node in mapping.pairs:
            if name.text not in known:
                self._refuse(name, f"unknown key {quoted(name.text)}", _meant(name.text, known))
            elif name.text in self._nodes:
                first = self._nodes[name.text].line
                self._refuse(
                    name,
                    f"{name.text} stands here twice, first on line {first}",
                    "remove one of them",
                )
            else:
                self._nodes[name.text] = node

    def has(self, name: str) -> bool:
        """Whether the key is there with a value (an empty value is none)."""
        node = self._nodes.get(name)
        return node is not None and not _is_nothing(node)

    def declares(self, name: str) -> bool:
        """Whether the key is there, with or without a value."""
        return name in self._nodes

    def line_of(self, name: str) -> int:
        """The line of a key's value, of the mapping without it."""
        node = self._nodes.get(name)
        return node.line if node else self.line

    def refuse(self, name: str, problem: str, mend: str) -> None:
        """Gather a fault at a key's line."""
        self._faults.append(Fault(self.line_of(name), problem, mend))

    def need(self, name: str, mend: str) -> Node | None:
        """A key that must be there and have a value."""
        node = self._nodes.get(name)
        if node is None:
            self._faults.append(Fault(self.line, f"no {name}", mend))
        elif isinstance(node, Scalar) and _is_nothing(node):
            if node.comment:
                mend = f"{quoted(node.comment)} is a comment, since # starts one; {mend}"
            self._refuse(node, f"{name} is empty", mend)
            del self._nodes[name]  # said once; whoever asks for it gets None
        else:
            return node
        return None

    def text(self, name: str, most: int) -> str | None:
        """A text of one line of at most `most` characters."""
        found = self.prose(name, most)
        return None if found is None else one_line(found)

    def prose(self, name: str, most: int) -> str | None:
        """A text that may have several lines, without blanks around it."""
        node = self._given(name)
        found = None if node is None else text_of(node, name, most)
        if isinstance(found, Fault):
            self._faults.append(found)
            return None
        return found

    def word(self, name: str) -> str | None:
        """A short value as written, whatever YAML takes it for (`no` is a language as well)."""
        node = self._given(name)
        if isinstance(node, Scalar):
            return clean(node.text.replace("\0", "")).strip()[:200]
        if node is not None:
            self._wrong(node, name, "one value", f"write {name}: …")
        return None

    def choice(self, name: str, choices: type[Choice]) -> Choice | None:
        """One of an enum's values."""
        word = self.word(name)
        if word is None:
            return None
        if word in list(choices):
            return choices(word)
        names = [str(choice) for choice in choices]
        self.refuse(name, f"unknown {name} {quoted(word)}", _meant(word, names))
        return None

    def number(self, name: str, most: int) -> int | None:
        """A whole number from 1 to `most`, in plain digits."""
        node = self._given(name)
        if node is None:
            return None
        if isinstance(node, Scalar) and node.kind is Kind.NUMBER:
            plain = re.fullmatch(r"[1-9][0-9]{0,18}", node.text)
            if plain and int(node.text) <= most:
                return int(node.text)
        self._wrong(
            node,
            name,
            f"a whole number from 1 to {most}",
            f"write it in digits, without quotes or leading zeros: {name}: 1",
        )
        return None

    def truth(self, name: str) -> bool | None:
        """true or false."""
        word = self.word(name)
        if word is None:
            return None
        if word.lower() in ("true", "yes", "on", "false", "no", "off"):
            return word.lower() in ("true", "yes", "on")
        self.refuse(name, f"{name} is {quoted(word)}", "write true or false")
        return None

    def day(self, name: str) -> date | None:
        """A date, bare or quoted."""
        word = self.word(name)
        found = None if word is None else parse_day(word)
        if word is not None and found is None:
            self.refuse(name, f"{name} {quoted(word)} is not a date", "write it as 2026-11-27")
        return found

    def moment(self, name: str) -> date | None:
        """A date, or the UTC date of an ISO date with time."""
        word = self.word(name)
        if word is None:
            return None
        found = parse_day(word) or parse_day_of_moment(word)
        if found is None:
            self.refuse(
                name,
                f"{name} {quoted(word)} is not a date",
                "write it as 2026-11-27 or 2026-11-27T09:30:00Z",
            )
        return found

    def many(
        self, name: str, most: int, read: Callable[[Node], Value | Fault]
    ) -> tuple[Value, ...] | None:
        """A list of at most `most` values, each read by `read`, which returns what is wrong."""
        node = self._given(name)
        if node is None:
            return None
        if not isinstance(node, Listing):
            self._wrong(node, name, "a list", f"write {name}: [a, b]")
            return None
        if len(node.nodes) > most:
            self._refuse(node, f"{name} has {len(node.nodes):,} values", f"write at most {most:,}")
            return None
        values = [read(one) for one in node.nodes]
        wrong = [value for value in values if isinstance(value, Fault)]
        self._faults.extend(wrong)
        return None if wrong else tuple(one for one in values if not isinstance(one, Fault))

    def _given(self, name: str) -> Node | None:
        node = self._nodes.get(name)
        if not isinstance(node, Scalar) or not _is_nothing(node):
            return node
        if re.match(r"#\S", node.comment):  # `pr: #123` means 123, `pr: # unknown` means nothing
            self.need(name, "leave out the #, or put the value in quotes")
        return None

    def _wrong(self, node: Node, name: str, wanted: str, mend: str) -> None:
        self._refuse(node, f"{name} must be {wanted}, but is {seen_as(node)}", mend)

    def _refuse(self, node: Node, problem: str, mend: str) -> None:
        self._faults.append(Fault(node.line, problem, mend))


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind is Kind.NOTHING


def _meant(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word[:60].lower(), known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"write one of {', '.join(known)}"
