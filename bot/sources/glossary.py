"""Reads glossary files: the shipped one, and a team's own."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from bot.core.concept import Concept
from bot.errors import ConfigError
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.naming import shown
from bot.sources.nodes import Kind, Listing, Mapping, Node, Scalar, parse
from bot.sources.reading import read_text
from bot.sources.values import one_line, quoted, seen_as, text_of

FILE = Path(__file__).parent.parent / "search" / "glossary.yaml"

SIZE_LIMIT = 1_000_000  # bytes
CONCEPTS_LIMIT = 5_000
NAMES_LIMIT = 40
COVERS_LIMIT = 60
NAME_LIMIT = 60  # characters
PROBLEMS_LIMIT = 100  # told at once


@cache
def read_shipped() -> tuple[Concept, ...]:
    """The shipped concepts; read once a process."""
    # Our own file, not a person's: a mistake in it is ours, found by the tests.
    read = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return tuple(map(_taken, read))


def _taken(each: Any) -> Concept:
    if isinstance(each, dict):
        return Concept(tuple(each["names"]), tuple(each.get("covers", ())))
    return Concept(tuple(each))


def read_own(path: Path) -> tuple[Concept, ...]:
    """The concepts of a team's file, in its order. The shipped one tells the format at its top.

    Raises ConfigError that names everything wrong, each as a line
    `file:line: what is wrong; how to mend it`, up to PROBLEMS_LIMIT of them.
    """
    faults: list[Fault] = []
    concepts: list[Concept] = []
    try:
        for node in _nodes(parse(read_text(path, SIZE_LIMIT))):
            concepts += _read_concept(node, faults)
    except Fault as fault:
        faults.append(fault)
    if faults:
        raise ConfigError("\n".join(_told(faults, shown(path))))
    return tuple(concepts)


def _told(faults: list[Fault], file: str) -> Iterator[str]:
    for fault in sorted(faults, key=lambda one: one.line)[:PROBLEMS_LIMIT]:
        yield str(fault.at(file))
    if len(faults) > PROBLEMS_LIMIT:
        yield f"and {len(faults) - PROBLEMS_LIMIT:,} more like these"


def _nodes(root: Node | None) -> tuple[Node, ...]:
    """The file's concepts; one in which all is commented out has none."""
    if root is None or (isinstance(root, Scalar) and not root.text):
        return ()
    if not isinstance(root, Listing):
        problem = f"a glossary must be a list, but this is {seen_as(root)}"
        raise Fault(root.line, problem, "begin each concept with - [name, other name]")
    if len(root.nodes) > CONCEPTS_LIMIT:
        problem = f"{len(root.nodes):,} concepts"
        raise Fault(root.line, problem, f"keep the most useful {CONCEPTS_LIMIT:,}")
    return root.nodes


def _read_concept(node: Node, faults: list[Fault]) -> list[Concept]:
    """The node's concept, alone; nothing if anything is wrong with it, which `faults` then says."""
    if isinstance(node, Listing):  # [a, b] is short for {names: [a, b]}
        node = Mapping(node.line, ((Scalar(node.line, "names", Kind.TEXT), node),))
    if not isinstance(node, Mapping):
        problem = f"a concept must be a list of names, but this is {seen_as(node)}"
        faults.append(Fault(node.line, problem, "write - [name, other name]"))
        return []
    known = len(faults)
    fields = Fields(node, ("names", "covers"), faults)
    fields.need("names", "write names: [name, other name]")
    names = _names(fields, "names", NAMES_LIMIT)
    covers = _names(fields, "covers", COVERS_LIMIT)
    if len(faults) == known and (not names or len(names) + len(covers) < 2):
        problem = "a concept of one name says nothing" if names else "a concept without names"
        fields.refuse("names", problem, "add a name that means the same, or what it covers")
    return [Concept(names, covers)] if len(faults) == known else []


def _names(fields: Fields, key: str, most: int) -> tuple[str, ...]:
    names = fields.many(key, most, _name) or ()
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            fields.refuse(key, f"{quoted(name)} stands twice in {key}", "remove one of them")
    return names


def _name(node: Node) -> str | Fault:
    found = text_of(node, "a name", NAME_LIMIT)
    if isinstance(found, Fault):
        return found
    name = one_line(found)
    if not any(map(str.isalnum, name)):
        return Fault(node.line, f"{quoted(name)} has no letter or digit", "write it in words")
    if len(name) == 1:
        problem = f"{quoted(name)} is a single character, which means too many things"
        return Fault(node.line, problem, "write a longer name")
    return name
