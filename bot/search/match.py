"""From a Query to the Terms an Entry must have: what both databases are asked for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.core.query import Clause, Field, FieldName, Phrase, PullRequest, Query, Word, levels_of
from bot.search.asking import needs_of
from bot.search.glossary import Glossary
from bot.search.need import Form, Likeness, Need, Row, literal, together
from bot.search.parts import join
from bot.search.stream import filter_term, pr_term, visible_to
from bot.search.words import terms

NEEDS_LIMIT = 16
"""Each Need costs a count and a look at every candidate; Chinese typed in one has hundreds."""

Choice = tuple[Form, ...]
"""Forms of which one is enough."""

_LITERALLY = Glossary()


@dataclass(frozen=True, slots=True)
class Match:
    """All `needs`, one Form of each of the `filters`, and none of the `unwanted` Forms.

    Of Entries that are not for everyone, only those with one of the Terms in `visible`.
    `impossible` says that something was asked for which has no Terms, such as `???`.
    """

    needs: tuple[Need, ...] = ()
    filters: tuple[Choice, ...] = ()
    unwanted: Choice = ()
    visible: Choice = ()
    impossible: bool = False


def match(query: Query, glossary: Glossary, team: str | None, channel: str | None) -> Match:
    """What a Query asks of the index, within what this team and channel may see.

    Dates and `seen:` are not part of it: they are no Terms.
    """
    filters = [_forms(choice, _LITERALLY) for choice in query.wanted if _narrows(choice)]
    numbers = tuple(_number(asked) for asked in query.pull_requests)
    filters += [numbers] if numbers else []
    said = [choice for choice in query.wanted if not _narrows(choice)]
    needs = _each_once(_needs(said, glossary))
    return Match(
        needs=_bounded(needs),
        filters=tuple(filters),
        unwanted=_forms(query.unwanted, _LITERALLY),
        visible=tuple(literal(visible_to(id_)) for id_ in (team, channel) if id_),
        impossible=bool(said) and not needs,
    )


def nearest(match: Match) -> Match:
    """The same Match without what its needs only cover, or may be put together from."""
    return replace(match, needs=tuple(map(_nearest, match.needs)))


def _nearest(need: Need) -> Need:
    near = tuple(form for form in need.forms if _is_near(form))
    return replace(need, forms=near or need.forms)


def _is_near(form: Form) -> bool:
    return form.likeness not in {Likeness.LOOSE, Likeness.NARROWER}


def each_need(match: Match) -> list[Match]:
    """The Match with one of its needs at a time."""
    return [replace(match, needs=(need,)) for need in match.needs]


def loosened(query: Query) -> Query:
    """The same Query with its phrases read as plain words."""
    wanted = (tuple(map(_loosened, choice)) for choice in query.wanted)
    return replace(query, wanted=tuple(wanted))


def _loosened(clause: Clause) -> Clause:
    return Word(clause.text) if isinstance(clause, Phrase) else clause


def _narrows(choice: Sequence[Clause]) -> bool:
    return all(isinstance(clause, Field) for clause in choice)


def _number(asked: PullRequest) -> Form:
    repo = [((filter_term(FieldName.REPO, asked.repo),),)] if asked.repo else []
    return Form((((pr_term(asked.number),),), *repo))


def _needs(said: Sequence[Sequence[Clause]], glossary: Glossary) -> Iterator[Need]:
    """Words that follow each other are read together; a choice is one Need."""
    for are_words, choices in groupby(said, key=_is_word):
        if are_words:
            words = [clause.text for (clause,) in choices if isinstance(clause, Word)]
            yield from needs_of(words, glossary)
        else:
            yield from filter(None, (_choice(choice, glossary) for choice in choices))


def _is_word(choice: Sequence[Clause]) -> bool:
    return len(choice) == 1 and isinstance(choice[0], Word)


def _choice(choice: Sequence[Clause], glossary: Glossary) -> Need | None:
    forms = _forms(choice, glossary)
    text = " OR ".join(_shown(clause) for clause in choice)
    return Need(text, forms, _first_row(forms)) if forms else None


def _first_row(forms: Choice) -> Row:
    return tuple(term for rows in forms[0].every for term in rows[0])


def _shown(clause: Clause) -> str:
    return f"{clause.name}:{clause.value}" if isinstance(clause, Field) else clause.text


def _forms(choice: Sequence[Clause], glossary: Glossary) -> Choice:
    return tuple(form for clause in choice for form in _forms_of(clause, glossary))


def _forms_of(clause: Clause, glossary: Glossary) -> Choice:
    """A Clause on its own: of a Word that is several Needs, all of them."""
    if isinstance(clause, Field):
        values = levels_of(clause) if clause.name is FieldName.LEVEL else (clause.value,)
        return tuple(literal(filter_term(clause.name, value)) for value in values)
    if isinstance(clause, Phrase):
        return _phrase(clause.text)
    needs = needs_of([clause.text], glossary)
    if len(needs) == 1:
        return needs[0].forms
    return (together(needs),) if needs else ()


def _phrase(text: str) -> Choice:
    """The Terms in a row; a phrase of one identifier may also be written as one word."""
    found = terms(text)
    if not found.units:
        return ()
    is_identifier = len(found.units) == 1 < len(found.parts)
    return (literal(*found.parts), *([literal(join(found.parts))] if is_identifier else []))


def _each_once(needs: Iterable[Need]) -> list[Need]:
    """A word typed twice asks for no more than one."""
    each: dict[Form, Need] = {}
    for need in needs:
        each.setdefault(need.forms[0], need)
    return list(each.values())


def _bounded(needs: Sequence[Need]) -> tuple[Need, ...]:
    """At most NEEDS_LIMIT: the last asks for all the rest at once."""
    if len(needs) <= NEEDS_LIMIT:
        return tuple(needs)
    first, rest = needs[: NEEDS_LIMIT - 1], needs[NEEDS_LIMIT - 1 :]
    row = tuple(term for need in rest for term in need.row)
    return (*first, Need(f"{rest[0].text} …", (together(rest),), row))
