"""The values of one YAML mapping, each asked for by its type."""

import re
from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import TypeVar

from bot.sources.fault import Fault
from bot.sources.keys import Keys, meant
from bot.sources.nodes import Kind, Listing, Node, Scalar
from bot.sources.reading import without_controls
from bot.sources.values import (
    one_line,
    parse_day,
    parse_day_of_moment,
    quoted,
    seen_as,
    text_of,
)

Member = TypeVar("Member", bound=StrEnum)
Value = TypeVar("Value")


class Fields(Keys):
    """The values of a mapping. Each question returns None if there is no good answer."""

    def text(self, name: str, most: int) -> str | None:
        """A text of one line of at most `most` characters."""
        found = self.prose(name, most)
        return None if found is None else one_line(found)

    def prose(self, name: str, most: int) -> str | None:
        """A text that may have several lines, without blanks around it."""
        node = self.given(name)
        found = None if node is None else text_of(node, name, most)
        if isinstance(found, Fault):
            self.faults.append(found)
            return None
        return found

    def word(self, name: str) -> str | None:
        """A short value as written, whatever YAML takes it for (`no` is a language as well)."""
        node = self.given(name)
        if isinstance(node, Scalar):
            return without_controls(node.text.replace("\0", "")).strip()[:200]
        if node is not None:
            self._wrong(node, name, "one value", f"write {name}: …")
        return None

    def choice(self, name: str, choices: type[Member]) -> Member | None:
        """One of an enum's values."""
        word = self.word(name)
        if word is None:
            return None
        if word in list(choices):
            return choices(word)
        names = [str(choice) for choice in choices]
        self.refuse(name, f"unknown {name} {quoted(word)}", meant(word, names))
        return None

    def number(self, name: str, most: int) -> int | None:
        """A whole number from 1 to `most`, in plain digits."""
        node = self.given(name)
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
        node = self.given(name)
        if node is None:
            return None
        if not isinstance(node, Listing):
            self._wrong(node, name, "a list", f"write {name}: [a, b]")
            return None
        if len(node.nodes) > most:
            self.refuse_node(
                node, f"{name} has {len(node.nodes):,} values", f"write at most {most:,}"
            )
            return None
        values = [read(one) for one in node.nodes]
        wrong = [value for value in values if isinstance(value, Fault)]
        self.faults.extend(wrong)
        return None if wrong else tuple(one for one in values if not isinstance(one, Fault))

    def _wrong(self, node: Node, name: str, wanted: str, mend: str) -> None:
        self.refuse_node(node, f"{name} must be {wanted}, but is {seen_as(node)}", mend)
