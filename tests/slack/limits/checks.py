"""Checks: what a field of a payload may hold. Each gives its breaches, and where they are."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.slack.limits.text import ADDRESS, length, of_mrkdwn, of_shown, of_string

Breaches = Iterator[str]


@dataclass(frozen=True)
class Place:
    """Where something stands: its path, on which surface, and whom it may name."""

    path: str
    surface: str
    named: Collection[str] = ()

    def __truediv__(self, name: object) -> "Place":
        return Place(f"{self.path}.{name}", self.surface, self.named)


Check = Callable[[Any, Place], Breaches]


@dataclass(frozen=True)
class Shape:
    """The fields of an object by name, those that it must have, and a check of it as a whole."""

    fields: Mapping[str, Check]
    needs: Collection[str]
    whole: Check | None = None

    def __call__(self, value: Any, at: Place) -> Breaches:
        if not isinstance(value, dict):
            yield f"{at.path}: no object"
            return
        for name in self.needs:
            if name not in value:
                yield f"{at.path}: no {name}"
        for name, inner in value.items():
            if name not in self.fields:
                yield f"{at.path}: an unknown field {name}"
            else:
                yield from self.fields[name](inner, at / name)
        if self.whole and set(self.needs) <= set(value):
            yield from self.whole(value, at)


def of_type(kinds: Mapping[str, Check], what: str) -> Check:
    """One of these, by its `type`."""

    def check(value: Any, at: Place) -> Breaches:
        kind = value.get("type") if isinstance(value, dict) else None
        if kind in kinds:
            yield from kinds[str(kind)](value, at)
        else:
            yield f"{at.path}: {kind} is no {what}"

    return check


def string(most: int, least: int = 1) -> Check:
    """A string of so many characters."""

    def check(value: Any, at: Place) -> Breaches:
        if not isinstance(value, str):
            yield f"{at.path}: no string"
            return
        if not least <= length(value) <= most:
            yield f"{at.path}: {length(value)} characters"
        yield from (f"{at.path}: {breach}" for breach in of_string(value))

    return check


def shown(most: int) -> Check:
    """Words as they are read."""
    bounded = string(most)

    def check(value: Any, at: Place) -> Breaches:
        yield from bounded(value, at)
        if isinstance(value, str):
            yield from (f"{at.path}: {breach}" for breach in of_shown(value))

    return check


def address(value: Any, at: Place) -> Breaches:
    """A web address, percent-encoded."""
    yield from string(3000)(value, at)
    if isinstance(value, str) and not ADDRESS.fullmatch(value):
        yield f"{at.path}: no address of the web"


def one_of(*allowed: object) -> Check:
    """One of these values, and of their types: 1 is not True."""

    def check(value: Any, at: Place) -> Breaches:
        if not any(value == each and type(value) is type(each) for each in allowed):
            yield f"{at.path}: {value!r}"

    return check


flag = one_of(True, False)


def number(least: int, most: int) -> Check:
    """A whole number."""

    def check(value: Any, at: Place) -> Breaches:
        if type(value) is not int or not least <= value <= most:
            yield f"{at.path}: {value!r}"

    return check


def many(inner: Check, most: int, least: int = 1) -> Check:
    """A list of so many."""

    def check(value: Any, at: Place) -> Breaches:
        if not isinstance(value, list | tuple):
            yield f"{at.path}: no list"
            return
        if not least <= len(value) <= most:
            yield f"{at.path}: {len(value)} of them"
        for n, each in enumerate(value):
            yield from inner(each, at / n)

    return check


def plain(most: int) -> Check:
    """A plain_text object."""
    fields = {"type": one_of("plain_text"), "text": shown(most), "emoji": flag}
    return Shape(fields, ("type", "text"))


def mrkdwn(most: int) -> Check:
    """A mrkdwn object: as Slack reads it without changing it, which `verbatim` asks for."""
    fields = {"type": one_of("mrkdwn"), "text": shown(most), "verbatim": one_of(True)}
    return Shape(fields, ("type", "text", "verbatim"), _reads)


def _reads(value: Any, at: Place) -> Breaches:
    breaches = of_mrkdwn(str(value["text"]), at.named)
    yield from (f"{at.path}: {breach}" for breach in breaches)


def either(most: int) -> Check:
    """A text object of either kind."""
    return of_type({"plain_text": plain(most), "mrkdwn": mrkdwn(most)}, "text object")
