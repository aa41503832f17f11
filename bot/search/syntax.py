"""Writes a Match in the search syntax of either database.

No Term holds a quote or a backslash (see `bot.search.stream`), so quoting is all it takes.
"""

from collections.abc import Callable

from bot.search.match import Choice, Match
from bot.search.stream import HEADLINE, is_filter


def fts5(match: Match, *, in_headline: bool = False) -> str:
    """For SQLite's FTS5; `in_headline` wants all needs met in the headline."""
    wanted = _all(match, in_headline, _fts5_row, (" AND ", " OR "))
    unwanted = _any(match.unwanted, "", _fts5_row, (" AND ", " OR "))
    return f"{wanted} NOT {unwanted}" if match.unwanted else wanted


def tsquery(match: Match, *, in_headline: bool = False) -> str:
    """The same for a PostgreSQL tsquery."""
    wanted = _all(match, in_headline, _tsquery_row, (" & ", " | "))
    unwanted = _any(match.unwanted, "", _tsquery_row, (" & ", " | "))
    return f"{wanted} & !{unwanted}" if match.unwanted else wanted


_Row = Callable[[list[str]], str]


def _fts5_row(terms: list[str]) -> str:
    return '"' + " ".join(terms) + '"'


def _tsquery_row(terms: list[str]) -> str:
    return "(" + " <-> ".join(f"'{term}'" for term in terms) + ")"


def _all(match: Match, in_headline: bool, row: _Row, words: tuple[str, str]) -> str:
    mark = HEADLINE if in_headline else ""
    choices = [_any(need.forms, mark, row, words) for need in match.needs]
    choices += [_any(choice, "", row, words) for choice in match.filters]
    return "(" + words[0].join(choices) + ")"


def _any(choice: Choice, mark: str, row: _Row, words: tuple[str, str]) -> str:
    forms = (
        words[0].join(
            row([term if is_filter(term) else mark + term for term in sequence])
            for sequence in form.sequences
        )
        for form in choice
    )
    return "(" + words[1].join(f"({form})" for form in forms) + ")"
