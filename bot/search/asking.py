"""From the words of a Query to its Needs, with what the glossary knows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.search.forms import Group, is_single, need_of
from bot.search.glossary import Glossary
from bot.search.need import Form, Need, literal
from bot.search.parts import is_version, join
from bot.search.scripts import fold, is_hiragana
from bot.search.stopwords import STOPWORDS
from bot.search.words import Unit, units


def needs_of(words: Iterable[str], glossary: Glossary) -> list[Need]:
    """What words that follow each other ask for: `在MI325X上量化` asks for MI325X and 量化.

    Words that ask rather than tell are left out, unless there are no others. Empty for words
    without Terms.
    """
    text = fold(" ".join(words))
    groups = list(_groups(list(units(text)), glossary))
    needs = [(group, need_of(text, group, glossary)) for group in groups]
    telling = [need for group, need in _with_versions(text, needs) if _tells(text, group)]
    return telling or [need for _, need in needs]


def _groups(found: Sequence[Unit], glossary: Glossary) -> Iterator[Group]:
    """The longest names first come; single characters that stand together are a word too."""
    at = 0
    while at < len(found):
        end = glossary.longest_at(found, at)
        if end == at:
            end += 1 + (is_single(found[at]) and _goes_on(found, at, glossary))
        yield found[at:end]
        at = end


def _goes_on(found: Sequence[Unit], at: int, glossary: Glossary) -> bool:
    """Whether the next unit is one more character of a word no dictionary knows: 误选."""
    if at + 1 == len(found) or not is_single(found[at + 1]):
        return False
    first, second = found[at : at + 2]
    apart = first.end < second.start or {*first.parts, *second.parts} & STOPWORDS
    return not apart and glossary.longest_at(found, at + 1) == at + 1


def _tells(text: str, group: Group) -> bool:
    """Whether an Entry is looked for by these words: they do not only ask, or belong to others."""
    written = [text[unit.start : unit.end].casefold() for unit in group]
    if all(word in STOPWORDS for word in written):
        return False
    return (
        len(group) > 1
        or not (is_single(group[0]) or is_hiragana(written[0]))
        or _apart(text, group)
    )


def _apart(text: str, group: Group) -> bool:
    """Whether blanks or the ends of the text are on both sides."""
    around = text[: group[0].start][-1:] + text[group[-1].end :][:1]
    return not around.strip()


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
