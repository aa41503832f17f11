"""From the words of a Query to its Needs, with what the glossary knows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from bot.search.glossary import Glossary
from bot.search.han import pairs_of
from bot.search.need import Form, Likeness, Need, Row, in_a_row, literal, together
from bot.search.parts import is_version, join
from bot.search.scripts import fold, is_han, is_hiragana, is_kana
from bot.search.stems import stem
from bot.search.stopwords import STOPWORDS
from bot.search.words import Unit, units

FORMS_LIMIT = 80  # of one Need; a family can cover a great many names

_HYPHENATED = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")

_NO_NAMES = Glossary()

Group = Sequence[Unit]
"""Words that are one thing: a name of the glossary, or a word alone."""


def needs_of(words: Iterable[str], glossary: Glossary) -> list[Need]:
    """What words that follow each other ask for: `在MI325X上量化` asks for MI325X and 量化.

    Words that ask rather than tell are left out, unless there are no others. Empty for words
    without Terms.
    """
    text = fold(" ".join(words))
    groups = list(_groups(list(units(text)), glossary))
    needs = [(group, _need(text, group, glossary)) for group in groups]
    telling = [need for group, need in _with_versions(text, needs) if _tells(text, group)]
    return telling or [need for _, need in needs]


def _groups(found: Sequence[Unit], glossary: Glossary) -> Iterator[Group]:
    """The longest names first come; single characters that stand together are a word too."""
    at = 0
    while at < len(found):
        end = glossary.longest_at(found, at)
        if end == at:
            end += 1 + (_is_single(found[at]) and _goes_on(found, at, glossary))
        yield found[at:end]
        at = end


def _goes_on(found: Sequence[Unit], at: int, glossary: Glossary) -> bool:
    """Whether the next unit is one more character of a word no dictionary knows: 误选."""
    if at + 1 == len(found) or not _is_single(found[at + 1]):
        return False
    first, second = found[at : at + 2]
    apart = first.end < second.start or {*first.parts, *second.parts} & STOPWORDS
    return not apart and glossary.longest_at(found, at + 1) == at + 1


def _is_single(unit: Unit) -> bool:
    return is_han(unit.parts[0]) and len(unit.parts[0]) == 1


def _tells(text: str, group: Group) -> bool:
    """Whether an Entry is looked for by these words: they do not only ask, or belong to others."""
    written = [text[unit.start : unit.end].casefold() for unit in group]
    if all(word in STOPWORDS for word in written):
        return False
    return (
        len(group) > 1
        or not (_is_single(group[0]) or is_hiragana(written[0]))
        or _apart(text, group)
    )


def _apart(text: str, group: Group) -> bool:
    """Whether blanks or the ends of the text are on both sides."""
    around = text[: group[0].start][-1:] + text[group[-1].end :][:1]
    return not around.strip()


def _need(text: str, group: Group, glossary: Glossary) -> Need:
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
    elif all(map(_is_single, group)) and len(group) == 2:
        yield literal("".join(unit.parts[0] for unit in group))
    else:
        yield literal(*(part for unit in group for part in unit.parts))
        if not any(map(_is_single, group)):  # a character says nothing where it stands apart
            yield together((_need(text, [unit], _NO_NAMES) for unit in group), Likeness.APART)
            yield together((_need(text, [unit], glossary) for unit in group), Likeness.LOOSE)


def _of_unit(text: str, unit: Unit, glossary: Glossary) -> Iterator[Form]:
    term = unit.parts[0]
    if len(unit.parts) > 1:
        yield from _of_identifier(unit.parts)
        if _HYPHENATED.fullmatch(text[unit.start : unit.end]):
            apart = [part for term in unit.parts for part in units(term)]
            yield together(
                (_need(term.parts[0], [term], glossary) for term in apart), Likeness.LOOSE
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


def _with_versions(text: str, needs: Sequence[tuple[Group, Need]]) -> Sequence[tuple[Group, Need]]:
    """`kimi k3` is also met by `kimik3`: a name and its version are often one word."""
    joined = list(needs)
    for at, ((name, _), (version, _)) in enumerate(pairwise(needs)):
        first, second = (text[group[0].start : group[-1].end] for group in (name, version))
        if is_version(first, second) and first.casefold() not in STOPWORDS:
            whole = literal(join([part for unit in (*name, *version) for part in unit.parts]))
            for n in (at, at + 1):
                group, need = joined[n]
                joined[n] = group, _with(need, whole)
    return joined


def _with(need: Need, form: Form) -> Need:
    return replace(need, forms=(need.forms[0], form, *need.forms[1:]))
