"""The glossary: which names mean the same, and which a wider name covers."""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from bot.core.concept import Concept
from bot.search.parts import join
from bot.search.scripts import fold, is_han
from bot.search.spelling import Lexicon
from bot.search.stems import stem
from bot.search.words import Unit, units

_DEPTH = 2  # AMD GPU covers ROCm, which covers MI325X

Atoms = tuple[str, ...]
"""How names are compared: the stems of Latin words, each Chinese character, runs of kana."""

Files = dict[Atoms, tuple[Concept, ...]]


class Glossary:
    """Concepts, found by the words of a Query. A name may belong to several.

    They are taken, once, when the first words are looked up.
    """

    def __init__(self, concepts: Iterable[Concept] = ()) -> None:
        self._concepts = concepts
        self._covered: dict[tuple[Concept, ...], tuple[str, ...]] = {}

    @cached_property
    def _files(self) -> tuple[Files, Files]:
        """The concepts by their names, and by other forms of them."""
        exact: Files = {}
        stemmed: Files = {}
        for concept in self._concepts:
            keys = [_keys_of(name) for name in concept.names]
            _file(exact, concept, (each for each, *_ in keys))
            _file(stemmed, concept, (other for _, *others in keys for other in others))
        return exact, stemmed

    @property
    def _exact(self) -> Files:
        return self._files[0]

    @property
    def _stemmed(self) -> Files:
        return self._files[1]

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._stemmed), default=0)

    def named(self, found: Sequence[Unit]) -> tuple[Concept, ...]:
        """The concepts that have these words as a name, else those with other forms of them."""
        return self._filed(parts_of(found), atoms(found))

    def called(self, name: str) -> tuple[Concept, ...]:
        """The same for a name as a glossary has it."""
        exact, stemmed, *_ = _keys_of(name)
        return self._filed(exact, stemmed)

    def _filed(self, exact: Atoms, stemmed: Atoms) -> tuple[Concept, ...]:
        return self._exact.get(exact) or self._stemmed.get(stemmed, ())

    def longest_at(self, found: Sequence[Unit], start: int) -> int:
        """Where the longest name ends that begins at `start`; `start` if none does."""
        sought: Atoms = ()
        end = start
        for at in range(start, len(found)):
            sought = (*sought, *atoms(found[at : at + 1]))
            if len(sought) > self._longest:
                break
            end = at + 1 if sought in self._stemmed else end
        return end

    def synonyms(self, concepts: Iterable[Concept]) -> tuple[str, ...]:
        """All names of these concepts, in order, each once."""
        return tuple(dict.fromkeys(name for concept in concepts for name in concept.names))

    def is_ambiguous(self, name: str) -> bool:
        """Whether a name belongs to several concepts."""
        return len(self._exact.get(_keys_of(name)[0], ())) > 1

    def covered(self, concepts: tuple[Concept, ...]) -> tuple[str, ...]:
        """The names that these concepts cover, the nearest first.

        Those of other concepts come with all their names, and with what these cover in turn.
        """
        if concepts not in self._covered:
            self._covered[concepts] = self._covered_by(concepts)
        return self._covered[concepts]

    def _covered_by(self, wider: tuple[Concept, ...]) -> tuple[str, ...]:
        names: dict[str, None] = {}
        for _ in range(_DEPTH):
            direct = [name for concept in wider for name in concept.covers]
            narrower = [self.called(name) for name in direct]
            wider = tuple(dict.fromkeys(concept for found in narrower for concept in found))
            names.update(dict.fromkeys((*direct, *self.synonyms(wider))))
        return tuple(names)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words that its names are made of, known whether or not any Entry has them."""
        concepts = dict.fromkeys(each for found in self._exact.values() for each in found)
        return Lexicon(name for each in concepts for name in (*each.names, *each.covers))


def _file(into: dict[Atoms, tuple[Concept, ...]], concept: Concept, keys: Iterable[Atoms]) -> None:
    for key in dict.fromkeys(keys):
        into[key] = (*into.get(key, ()), concept)


@cache  # there are no more than the glossaries have names
def _keys_of(name: str) -> tuple[Atoms, ...]:
    """What a name is filed under: as it is, and stemmed; DeepSeek also as deepseek."""
    found = tuple(units(fold(name)))
    joined = [(stem(join(found[0].parts)),)] if len(found) == 1 < len(found[0].parts) else []
    return parts_of(found), atoms(found), *joined


def parts_of(found: Iterable[Unit]) -> Atoms:
    """The Terms of a row of words, as they are."""
    return tuple(part for unit in found for part in unit.parts)


def atoms(found: Iterable[Unit]) -> Atoms:
    """The Atoms of a row of words."""
    return tuple(
        atom
        for unit in found
        for part in unit.parts
        for atom in (part if is_han(part) else (stem(part),))
    )
