"""The Forms in which what was typed may stand: as typed, by other names, or in pieces."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bot.search.glossary import Glossary
from bot.search.han import pairs_of
from bot.search.need import Form, Likeness, Need, Row, in_a_row, literal, together
from bot.search.parts import join
from bot.search.scripts import fold, is_han, is_kana
from bot.search.stems import stem
from bot.search.words import Unit, units

FORMS_LIMIT = 80  # of one Need; a family can cover a great many names

Group = Sequence[Unit]
"""Words that are one thing: a name of the glossary, or a word alone."""

_HYPHENATED = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")
_NO_NAMES = Glossary()


def need_of(text: str, group: Group, glossary: Glossary) -> Need:
    """What the words of a Group in the folded text ask for."""
    concepts = glossary.named(group)
    forms = [*_as_typed(text, group, glossary)]
    for name in glossary.synonyms(concepts):
        ambiguous = glossary.is_ambiguous(name)
        forms += _named(name, Likeness.AMBIGUOUS if ambiguous else Likeness.SYNONYM)
    for name in glossary.covered(concepts):
        forms += _named(name, Likeness.NARROWER)
    nearest = sorted(forms, key=lambda form: -form.likeness)
    each = {form.every: form for form in reversed(nearest)}
    kept = [form for form in nearest if each[form.every] is form]
    typed = text[group[0].start : group[-1].end]
    row = tuple(part for unit in group for part in unit.parts)
    return Need(typed, tuple(kept[:FORMS_LIMIT]), row, bool(concepts))


def _as_typed(text: str, group: Group, glossary: Glossary) -> Iterator[Form]:
    if len(group) == 1:
        yield from _of_unit(text, group[0], glossary)
    elif all(map(is_single, group)) and len(group) == 2:
        yield literal("".join(unit.parts[0] for unit in group))
    else:
        yield literal(*(part for unit in group for part in unit.parts))
        if not any(map(is_single, group)):  # a character says nothing where it stands apart
            yield together((need_of(text, [unit], _NO_NAMES) for unit in group), Likeness.APART)
            yield together((need_of(text, [unit], glossary) for unit in group), Likeness.LOOSE)


def _of_unit(text: str, unit: Unit, glossary: Glossary) -> Iterator[Form]:
    term = unit.parts[0]
    if len(unit.parts) > 1:
        yield from _of_identifier(unit.parts)
        if _HYPHENATED.fullmatch(text[unit.start : unit.end]):
            apart = [part for term in unit.parts for part in units(term)]
            yield together(
                (need_of(term.parts[0], [term], glossary) for term in apart), Likeness.LOOSE
            )
        return
    yield literal(term)
    if stem(term) != term:
        yield in_a_row((stem(term),), Likeness.INFLECTED)
    elif len(term) > 2 and (is_han(term) or is_kana(term)):  # the text may be cut in another way
        yield Form(tuple(((pair,),) for pair in pairs_of(term)), Likeness.LOOSE)


def _of_identifier(parts: Row) -> Iterator[Form]:
    """As one word, or part of a longer one; two parts may also be two words.

    More parts in a row take the database long, above all the numbers of versions: they are loose.
    """
    yield literal(join(parts))
    if len(parts) > 2:
        yield Form(tuple(((join(pair),),) for pair in pairwise(parts)))
        yield in_a_row(parts, Likeness.LOOSE)
    elif not all(map(str.isdigit, parts)):
        yield literal(*parts)


@lru_cache(maxsize=20_000)
def _named(name: str, likeness: Likeness) -> tuple[Form, ...]:
    """The Forms of a name of the glossary: a word with all its inflections, more in a row."""
    found = tuple(units(fold(name)))
    row = tuple(part for unit in found for part in unit.parts)
    if len(row) == 1:
        return (in_a_row((stem(row[0]),), likeness),)
    joined = [in_a_row((join(row),), likeness)] if len(found) == 1 else []
    return (in_a_row(row, likeness), *joined)


def is_single(unit: Unit) -> bool:
    """Whether it is one Chinese character."""
    return is_han(unit.parts[0]) and len(unit.parts[0]) == 1
