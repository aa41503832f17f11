"""Reads what follows `/prdigest` as a Query, or as the Filter of a Subscription."""

from collections.abc import Iterator

from bot.core.draft import Draft
from bot.core.entry import Level
from bot.core.lexer import normalised, pieces
from bot.core.query import Clause, Field, FieldName, Moment, Phrase, PullRequest, Query, Sort
from bot.errors import QueryError

TEXT_LIMIT = 500  # characters
TERM_LIMIT = 32  # words, phrases and fields together


def parse(text: str) -> Query:
    """What a person typed, read leniently: an `OR` at an edge is dropped, an open quote closed.

    Raises QueryError, and nothing else, for what cannot be read. An empty text is an empty Query.
    """
    cleaned = normalised(text[: TEXT_LIMIT + 1])
    if max(len(text), len(cleaned)) > TEXT_LIMIT:
        raise QueryError(
            "The query is longer than {n} characters; keep the few words that tell", n=TEXT_LIMIT
        )
    draft = Draft()
    found = list(pieces(cleaned))
    if sum(piece.text != "OR" for piece in found) > TERM_LIMIT:
        raise QueryError(
            "The query has more than {n} terms; keep the few words that tell", n=TERM_LIMIT
        )
    for piece in found:
        draft.add(piece)
    return draft.query(" ".join(cleaned.split()))


def parse_filter(text: str) -> Query:
    """A Filter: a Query in which nothing depends on who looks or on an order.

    Raises QueryError also for `seen:` and `sort:`, and for what asks for nothing or cannot match.
    """
    query = parse(text)
    if not understood(query):
        raise QueryError("The filter asks for nothing; write words or fields, or leave it out")
    for choice in query.wanted:
        if not any(map(_can_be_found, choice)):
            typed = _clause(choice[0])
            raise QueryError("`{typed}` has no letter or digit to find; leave it out", typed=typed)
    for piece in pieces(normalised(text)):
        if piece.name in {"seen", "sort"}:
            raise QueryError("`{name}:` has no place in a filter; leave it out", name=piece.name)
    return query


def _can_be_found(clause: Clause) -> bool:
    return isinstance(clause, Field) or any(map(str.isalnum, clause.text))


def understood(query: Query) -> str:
    """How a Query was read, in query syntax that reads back as the same Query."""
    return " ".join(_told(query))


def _told(query: Query) -> Iterator[str]:
    for choice in query.wanted:
        yield " OR ".join(map(_clause, choice))
    yield from ("-" + _clause(clause) for clause in query.unwanted)
    yield from map(_pull_request, query.pull_requests)
    if query.since:
        yield f"since:{_moment(query.since)}"
    if query.until:
        yield f"until:{_moment(query.until)}"
    if query.seen is not None:
        yield f"seen:{'yes' if query.seen else 'no'}"
    if query.sort is Sort.NEW:
        yield f"sort:{Sort.NEW}"


def _clause(clause: Clause) -> str:
    if isinstance(clause, Phrase):
        return f'"{clause.text}"'
    if not isinstance(clause, Field):
        return clause.text
    if clause.name is FieldName.LEVEL:
        return f"level:{_levels(clause.value)}"
    return (
        f'{clause.name}:"{clause.value}"'
        if " " in clause.value
        else f"{clause.name}:{clause.value}"
    )


def _levels(value: str) -> str:
    for lowest in Level:
        if "," in value and value == ",".join(each for each in Level if each.at_least(lowest)):
            return f"{lowest}+"
    return value


def _pull_request(asked: PullRequest) -> str:
    return f"{asked.repo or ''}#{asked.number}"


def _moment(moment: Moment) -> str:
    if moment.date is not None or moment.days is None:
        return str(moment.date)
    # More days than four digits hold were written in weeks.
    return f"{moment.days}d" if moment.days < 10_000 else f"{moment.days // 7}w"
