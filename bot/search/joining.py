"""Joins a team's own concepts to the shipped ones."""

from collections.abc import Iterable, Iterator, Sequence

from bot.core.concept import Concept
from bot.search.glossary import Glossary


def joined(shipped: Sequence[Concept], own: Sequence[Concept]) -> tuple[Concept, ...]:
    """The shipped concepts, widened by a team's own, then those of the team's that are new.

    A concept of the team's that has a name of a shipped one means the same: the two become one, and
    so do several shipped ones that it has names of. Names are the same where a search takes them
    for the same: in any case, inflection and script. One that the shipped glossary has in several
    concepts joins none, as nobody can tell which is meant. What the team wrote comes first.
    """
    glossary = Glossary(shipped)
    united: dict[Concept, tuple[Concept, ...]] = {}
    for concept in own:
        known = (each for one in _known(concept, glossary) for each in united.get(one, (one,)))
        together = tuple(dict.fromkeys((concept, *known)))
        united |= dict.fromkeys(together, together)
    groups = dict.fromkeys(united.get(each, (each,)) for each in (*shipped, *own))
    return tuple(map(_one_of, groups))


def _known(concept: Concept, glossary: Glossary) -> Iterator[Concept]:
    """The shipped concepts that it certainly shares a name with."""
    for name in concept.names:
        found = glossary.called(name)
        if len(found) == 1:
            yield found[0]


def _one_of(group: Sequence[Concept]) -> Concept:
    return Concept(
        _each_once(name for concept in group for name in concept.names),
        _each_once(name for concept in group for name in concept.covers),
    )


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
