"""The glossary: which names mean the same, and which a wider name covers."""

from collections.abc import Iterable, Iterator, Sequence

from bot.core.concept import Concept
from bot.search.scripts import fold, is_han
from bot.search.stems import stem
from bot.search.words import Unit, units

_DEPTH = 2  # AMD GPU covers ROCm, which covers MI325X

Atoms = tuple[str, ...]
"""How names are compared: the stems of Latin words, each Chinese character, runs of kana."""


class Glossary:
    """Concepts, found by the words of a Query. A name may belong to several."""

    def __init__(self, concepts: Iterable[Concept] = ()) -> None:
        self._concepts: dict[Atoms, tuple[Concept, ...]] = {}
        for concept in concepts:
            for key in dict.fromkeys(atoms(units(fold(name))) for name in concept.names):
                self._concepts[key] = (*self._concepts.get(key, ()), concept)
        self._longest = max(map(len, self._concepts), default=0)

    def named(self, found: Sequence[Unit]) -> tuple[Concept, ...]:
        """The concepts that have these words as a name."""
        return self._concepts.get(atoms(found), ())

    def longest_at(self, found: Sequence[Unit], start: int) -> int:
        """Where the longest name ends that begins at `start`; `start` if none does."""
        sought: Atoms = ()
        end = start
        for at in range(start, len(found)):
            sought = (*sought, *atoms(found[at : at + 1]))
            if len(sought) > self._longest:
                break
            end = at + 1 if sought in self._concepts else end
        return end

    def synonyms(self, concepts: Iterable[Concept]) -> tuple[str, ...]:
        """All names of these concepts, in order, each once."""
        return tuple(dict.fromkeys(name for concept in concepts for name in concept.names))

    def covered(self, concepts: Iterable[Concept], depth: int = _DEPTH) -> tuple[str, ...]:
        """The names that these concepts cover, those of other concepts with all their names."""
        names: dict[str, None] = {}
        for name in (name for concept in concepts for name in concept.covers):
            narrower = self.named(tuple(units(fold(name))))
            names.update(dict.fromkeys((name, *self.synonyms(narrower))))
            if depth > 1:
                names.update(dict.fromkeys(self.covered(narrower, depth - 1)))
        return tuple(names)

    def words(self) -> Iterator[str]:
        """The single words of all names, as they were written, each once."""
        names = self.synonyms(each for found in self._concepts.values() for each in found)
        yield from dict.fromkeys(
            folded[unit.start : unit.end] for folded in map(fold, names) for unit in units(folded)
        )


def atoms(found: Iterable[Unit]) -> Atoms:
    """The Atoms of a row of words."""
    return tuple(
        atom
        for unit in found
        for part in unit.parts
        for atom in (part if is_han(part) else (stem(part),))
    )
