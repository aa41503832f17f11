"""From a Query to the Terms an Entry must have: what both databases are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.core.query import Clause, Field, FieldName, Phrase, PullRequest, Query, Word, levels_of
from bot.search.need import Form, Need, literal, needs_of
from bot.search.stopwords import STOPWORDS
from bot.search.stream import EVERYONE, filter_term, pr_term, visible_to
from bot.search.words import is_version, join, terms

NEEDS_LIMIT = 16
"""Each Need costs a count and a look at every candidate; Chinese typed in one has hundreds."""

Choice = tuple[Form, ...]
"""Forms of which one is enough."""


@dataclass(frozen=True, slots=True)
class Match:
    """All `needs`, one Form of each of the `filters`, and none of the `unwanted` Forms.

    `impossible` says that something was asked for which has no Terms, such as `???`.
    """

    needs: tuple[Need, ...] = ()
    filters: tuple[Choice, ...] = ()
    unwanted: Choice = ()
    impossible: bool = False


def match(query: Query, team: str | None, channel: str | None) -> Match:
    """What a Query asks of the index, within what this team and channel may see.

    Dates and `seen:` are not part of it: they are no Terms.
    """
    filters = [_forms(choice) for choice in query.wanted if _narrows(choice)]
    numbers = tuple(_number(asked) for asked in query.pull_requests)
    filters += [numbers] if numbers else []
    said = [choice for choice in query.wanted if not _narrows(choice)]
    needs = _telling([need for choice in said for need in _needs(choice)])
    return Match(
        needs=_bounded(_with_neighbours(needs)),
        filters=(*filters, _visible(team, channel)),
        unwanted=_forms(query.unwanted),
        impossible=bool(said) and not needs,
    )


def _narrows(choice: Sequence[Clause]) -> bool:
    return all(isinstance(clause, Field) for clause in choice)


def _visible(team: str | None, channel: str | None) -> Choice:
    ids = [visible_to(id_) for id_ in (team, channel) if id_]
    return tuple(literal(term) for term in (EVERYONE, *ids))


def _number(asked: PullRequest) -> Form:
    repo = [(filter_term(FieldName.REPO, asked.repo),)] if asked.repo else []
    return Form(((pr_term(asked.number),), *repo))


def _needs(choice: Sequence[Clause]) -> list[Need]:
    """A Word alone may be several Needs; a choice is one."""
    if len(choice) == 1 and isinstance(choice[0], Word):
        return needs_of(choice[0].text)
    forms = _forms(choice)
    return [Need(" OR ".join(_shown(clause) for clause in choice), forms)] if forms else []


def _shown(clause: Clause) -> str:
    return f"{clause.name}:{clause.value}" if isinstance(clause, Field) else clause.text


def _forms(choice: Sequence[Clause]) -> Choice:
    return tuple(form for clause in choice for form in _forms_of(clause))


def _forms_of(clause: Clause) -> Choice:
    """A Clause on its own: of a Word that is several Needs, all of them."""
    if isinstance(clause, Field):
        values = levels_of(clause) if clause.name is FieldName.LEVEL else (clause.value,)
        return tuple(literal(filter_term(clause.name, value)) for value in values)
    if isinstance(clause, Phrase):
        return _phrase(clause.text)
    needs = needs_of(clause.text)
    if len(needs) == 1:
        return needs[0].forms
    sequences = tuple(sequence for need in needs for sequence in need.forms[0].sequences)
    return (Form(sequences),) if sequences else ()


def _phrase(text: str) -> Choice:
    """The Terms in a row; a phrase of one identifier may also be written as one word."""
    found = terms(text)
    if not found.units:
        return ()
    return (
        literal(*found.parts),
        *(literal(whole) for whole in found.wholes[-1:] if len(found.units) == 1),
    )


def _telling(needs: Sequence[Need]) -> list[Need]:
    """Without the words that ask rather than tell, unless there are no others."""
    return [need for need in needs if need.text.casefold() not in STOPWORDS] or list(needs)


def _with_neighbours(needs: Sequence[Need]) -> list[Need]:
    """`kimi k3` is also met by `kimik3`: a name and its version are often one word."""
    joined = list(needs)
    for at, (name, version) in enumerate(pairwise(needs)):
        if is_version(name.text, version.text):
            whole = literal(join(terms(name.text).parts + terms(version.text).parts))
            joined[at] = replace(joined[at], forms=(*joined[at].forms, whole))
            joined[at + 1] = replace(joined[at + 1], forms=(*joined[at + 1].forms, whole))
    return joined


def _bounded(needs: Sequence[Need]) -> tuple[Need, ...]:
    """At most NEEDS_LIMIT: the last asks for all the rest at once, each in its nearest Form."""
    if len(needs) <= NEEDS_LIMIT:
        return tuple(needs)
    first, rest = needs[: NEEDS_LIMIT - 1], needs[NEEDS_LIMIT - 1 :]
    together = Form(tuple(row for need in rest for row in need.forms[0].sequences))
    return (*first, Need(f"{rest[0].text} …", (together,)))
