"""The YAML edge: a text becomes bounded nodes that know their lines.

Built from the C parser's events, not from composed nodes: four times faster, never recursive, and
an alias is refused before anything grows. Nothing is constructed; what a scalar means is decided
by whoever knows which type its field has.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import yaml

from bot.sources.fault import Fault
from bot.sources.syntax import syntax_fault

DEPTH_LIMIT = 16
NODES_LIMIT = 500_000  # some 200 MB


class Kind(StrEnum):
    """What YAML 1.1 takes a scalar for, in words for a message."""

    TEXT = "text"
    NUMBER = "a number"
    TRUTH = "true or false"
    DATE = "a date"
    NOTHING = "empty"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value as written. `comment` is what stands behind an empty value, such as `#x`."""

    line: int
    text: str
    kind: Kind
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A YAML sequence."""

    line: int
    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """A YAML mapping, in the order of the file, repeated keys included."""

    line: int
    pairs: tuple[tuple[Scalar, "Node"], ...]


Node = Scalar | Listing | Mapping

KINDS = {
    "tag:yaml.org,2002:int": Kind.NUMBER,
    "tag:yaml.org,2002:float": Kind.NUMBER,
    "tag:yaml.org,2002:bool": Kind.TRUTH,
    "tag:yaml.org,2002:timestamp": Kind.DATE,
    "tag:yaml.org,2002:null": Kind.NOTHING,
}


def parse(text: str) -> Node | None:
    """The text's one document, None if it is empty.

    Raises Fault if it is not YAML, nests too deeply, or uses anchors, aliases, tags or a second
    document.
    """
    try:
        return _build(yaml.parse(text, Loader=yaml.CSafeLoader), text)
    except yaml.MarkedYAMLError as error:
        raise syntax_fault(error, text) from None
    except yaml.YAMLError:
        raise Fault(1, "not YAML text", "save it as plain UTF-8 text") from None


class _Open:
    """A collection whose end has not come yet."""

    def __init__(self, event: yaml.CollectionStartEvent) -> None:
        self.line = _line(event)
        self.is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.nodes: list[Node] = []

    def close(self) -> Node:
        if not self.is_mapping:
            return Listing(self.line, tuple(self.nodes))
        return Mapping(self.line, tuple(self._pairs()))

    def _pairs(self) -> Iterator[tuple[Scalar, Node]]:
        for name, value in zip(self.nodes[::2], self.nodes[1::2], strict=True):
            if not isinstance(name, Scalar):
                raise Fault(name.line, "a key that is not a word", "write key: value")
            yield name, value


def _build(events: Iterator[yaml.Event], text: str) -> Node | None:
    lines = text.split("\n")
    root: Node | None = None
    opened: list[_Open] = []
    for count, event in enumerate(events):
        _check(event, second=root is not None)
        if count > NODES_LIMIT:
            raise Fault(_line(event), f"more than {NODES_LIMIT:,} values", "split the file")
        if isinstance(event, yaml.CollectionStartEvent):
            opened.append(_Open(event))
            if len(opened) > DEPTH_LIMIT:
                raise Fault(_line(event), "nested too deeply", "write the values plainly")
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            node = opened.pop().close()
        elif isinstance(event, yaml.ScalarEvent):
            node = _scalar(event, lines)
        else:
            continue
        if opened:
            opened[-1].nodes.append(node)
        else:
            root = node
    return root


def _check(event: yaml.Event, *, second: bool) -> None:
    """Refuse what makes YAML more than nested values."""
    if isinstance(event, yaml.DocumentStartEvent) and second:
        raise Fault(_line(event), "a second document", "put it into a file of its own")
    if not isinstance(event, yaml.NodeEvent):
        return
    if event.anchor is not None:
        mark = "*" if isinstance(event, yaml.AliasEvent) else "&"
        raise Fault(
            _line(event),
            f"anchors and aliases are refused ({mark}{event.anchor[:40]})",
            "write the value out; put a text that begins with * or & in quotes",
        )
    if tag := getattr(event, "tag", None):
        raise Fault(_line(event), f"the tag {tag[:60]} is refused", "write the value plainly")


def _scalar(event: yaml.ScalarEvent, lines: list[str]) -> Scalar:
    line = _line(event)
    plain = event.implicit[0] and event.style in (None, "")
    kind = _kind(event.value) if plain else Kind.TEXT
    comment = ""
    if plain and not event.value and event.start_mark:
        at = event.start_mark.line  # past the last line where the file ends in a key without value
        rest = "".join(lines[at : at + 1])[event.start_mark.column :]
        if found := re.match(r"[\s:]*(#.*)", rest):
            comment = found.group(1).strip()
    return Scalar(line, event.value, kind, comment)


def _kind(value: str) -> Kind:
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in (*resolvers.get(value[:1], ()), *resolvers.get(None, ())):
        if pattern.match(value):
            return KINDS.get(tag, Kind.TEXT)
    return Kind.TEXT


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
