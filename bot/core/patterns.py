"""Patterns: what stands in a row of signs, written as the names of concepts.

`advice deep +read` is an advice, then *near* it (a few other words may stand between) a deep, then
*directly* a read (auxiliary words may stand between, or "this PR"). `=read` allows none of them.
`a|b` is either, `a?` may be missing; a name of `groups` is any of its own patterns.

`,` `:` `?` are the marks. `^` and `$` are the ends of a passage (after "but", and after a negation,
too), `start` and `over` those of a sentence, `begin` and `here` those of what is looked through;
`...` is anything in the same sentence.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

GAP, FAR = "_", "~"  # a few characters that say nothing; more than a few
PAUSE, COLON, STOP, ASK = ",", ":", ".", "?"
MARKS = PAUSE + COLON + STOP + ASK

BETWEEN, NEARBY = 4, 6  # signs that may stand between two that are directly together, or near
NEGATION, TURN = "negation", "turn"  # concepts after which a passage begins anew
LOOSE = (
    "aux",
    "ba",
    "it",
    "reader",
    "affirmed",
)  # concepts that say nothing between two directly together
BARRIER = "barrier"  # the group of concepts that two that are near can't have between them
ANCHORS = {
    "...": f"[^{STOP}{ASK}]*?",
    "^": f"(?<![^{MARKS}])",
    "$": rf"(?=[{MARKS}]|\Z)",
    "start": f"(?<![^{STOP}{ASK}])",
    "end": rf"(?=[{STOP}{ASK}]|\Z)",
    "over": rf"(?=[{PAUSE}{STOP}{ASK}]|\Z)",
    "begin": r"\A",
    "here": r"\Z",
}


@dataclass(frozen=True, slots=True)
class Grammar:
    """What patterns are made of: the sign of each concept, and named groups of patterns."""

    signs: Mapping[str, str]
    groups: Mapping[str, Sequence[str]]

    def compile(self, pattern: str) -> str:
        """A pattern as a regular expression over signs. Raises ValueError for an unknown name."""
        parts = []
        for joint, names, needed in _parts(pattern):
            part = self._joint(joint) + self._choice(names)
            parts.append(part if needed else f"(?:{part})?")
        return "".join(parts)

    def firsts(self, pattern: str) -> set[str]:
        """The signs that a pattern can begin with; a mark at its head is none."""
        found: set[str] = set()
        for joint, names, needed in _parts(pattern):
            if joint == "+":
                found.update(self.signs.get(name, "") for name in LOOSE)
            named = set(names.split("|"))
            found |= set().union(*map(self._firsts, named - set(ANCHORS)))
            if needed and not named & set(ANCHORS):
                break
        return found - {""}

    def directly(self) -> str:
        """A regular expression for what may stand between two signs directly together."""
        return f"[{self._class(LOOSE)}]{{0,{BETWEEN}}}"

    def near(self) -> str:
        """The same for two signs near each other."""
        barriers = self._class(self.groups.get(BARRIER, ()))
        return f"[^{MARKS}{FAR}{barriers}]{{0,{NEARBY}}}?"

    def _firsts(self, name: str) -> set[str]:
        if name in self.groups:
            return set().union(*map(self.firsts, self.groups[name]))
        return {name if name in MARKS else self.signs.get(name, "")}

    def _joint(self, mark: str) -> str:
        return {"": "", "=": "", "+": self.directly(), " ": self.near()}[mark]

    def _choice(self, names: str) -> str:
        options = [self._named(name) for name in names.split("|")]
        return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"

    def _named(self, name: str) -> str:
        if name == "^":
            turn, negation = self._class((TURN,)), self._class((NEGATION,))
            after = f"|(?<={negation})(?<![{GAP}{FAR}]{negation})" if negation else ""
            return f"(?:(?<![^{MARKS}{turn}]){after})"
        if name in ANCHORS:
            return ANCHORS[name]
        if name in MARKS:
            return re.escape(name)
        if name in self.groups:
            return f"(?:{'|'.join(map(self.compile, self.groups[name]))})"
        if self.signs.get(name):
            return self.signs[name]
        raise ValueError(f"no words for {name}")

    def _class(self, names: Sequence[str]) -> str:
        """Signs for use in a character class; none for concepts without words."""
        return "".join(self.signs.get(name, "") for name in names)


def is_anchored(pattern: str) -> bool:
    """Whether a pattern only fits at the head of a passage, after a turn, or after a negation."""
    return pattern.split()[0] in ("^", "start", "begin")


def _parts(pattern: str) -> Iterator[tuple[str, str, bool]]:
    """What a pattern is made of: how each part is joined, its names, and whether it is needed."""
    for at, written in enumerate(pattern.split()):
        names = written.lstrip("+=")
        needed = len(names) == 1 or not names.endswith("?")
        names = names if needed else names[:-1]
        joint = written[0] if written[0] in "+=" else " "
        unjoined = at == 0 or names in MARKS or names == "..."
        yield "" if unjoined and joint == " " else joint, names, needed
