"""The keys of one YAML mapping: which are there, which are needed, which are none of ours.

What is wrong is gathered, not raised, so that a person sees all of it at once.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from bot.sources.fault import Fault
from bot.sources.nodes import Kind, Mapping, Node, Scalar
from bot.sources.values import quoted


class Keys:
    """The keys of a mapping in which only some are `known`.

    `faults` grows by what is wrong: unknown and repeated keys at once, others when asked for.
    """

    def __init__(self, mapping: Mapping, known: Sequence[str], faults: list[Fault]) -> None:
        self.line = mapping.line
        self.faults = faults
        self._nodes: dict[str, Node] = {}
        for name, node in mapping.pairs:
            if name.text not in known:
                self.refuse_node(name, f"unknown key {quoted(name.text)}", meant(name.text, known))
            elif name.text in self._nodes:
                first = self._nodes[name.text].line
                self.refuse_node(
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
        self.faults.append(Fault(self.line_of(name), problem, mend))

    def need(self, name: str, mend: str) -> Node | None:
        """A key that must be there and have a value."""
        node = self._nodes.get(name)
        if node is None:
            self.faults.append(Fault(self.line, f"no {name}", mend))
        elif isinstance(node, Scalar) and _is_nothing(node):
            if node.comment:
                mend = f"{quoted(node.comment)} is a comment, since # starts one; {mend}"
            self.refuse_node(node, f"{name} is empty", mend)
            del self._nodes[name]  # said once; whoever asks for it gets None
        else:
            return node
        return None

    def given(self, name: str) -> Node | None:
        """The node of a key that has a value."""
        node = self._nodes.get(name)
        if not isinstance(node, Scalar) or not _is_nothing(node):
            return node
        if re.match(r"#\S", node.comment):  # `pr: #123` means 123, `pr: # unknown` means nothing
            self.need(name, "leave out the #, or put the value in quotes")
        return None

    def refuse_node(self, node: Node, problem: str, mend: str) -> None:
        """Gather a fault at a node's line."""
        self.faults.append(Fault(node.line, problem, mend))


def meant(word: str, known: Sequence[str]) -> str:
    """The mend for a word that is none of the known ones."""
    near = get_close_matches(word[:60].lower(), known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"write one of {', '.join(known)}"


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind is Kind.NOTHING
