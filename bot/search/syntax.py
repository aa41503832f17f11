"""Writes a Match in the search syntax of either database.

No Term holds a quote or a backslash (see `bot.search.stream`), so quoting is all it takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.search.match import Match
from bot.search.need import Form, Row
from bot.search.stems import stem
from bot.search.stream import HEADLINE, is_filter


@dataclass(frozen=True, slots=True)
class _Syntax:
    """How a database writes `and`, `or`, `and not`, and Terms in a row."""

    every: str
    any: str
    without: str
    before: str
    between: str
    after: str

    def row(self, row: Sequence[str]) -> str:
        return self.before + self.between.join(row) + self.after


_FTS5 = _Syntax(" AND ", " OR ", " NOT ", '"', " ", '"')
_TSQUERY = _Syntax(" & ", " | ", " & !", "('", "' <-> '", "')")


def fts5(match: Match, *, in_headline: bool = False) -> str:
    """For SQLite's FTS5; `in_headline` wants all needs met in the headline."""
    return _written(match, HEADLINE if in_headline else "", _FTS5)


def tsquery(match: Match, *, in_headline: bool = False) -> str:
    """The same for a PostgreSQL tsquery."""
    return _written(match, HEADLINE if in_headline else "", _TSQUERY)


def _written(match: Match, mark: str, syntax: _Syntax) -> str:
    choices = [_choice(need.forms, mark, syntax) for need in match.needs]
    choices += [_choice(choice, "", syntax) for choice in match.filters]
    wanted = "(" + syntax.every.join(choices) + ")"
    if not match.unwanted:
        return wanted
    return wanted + syntax.without + _choice(match.unwanted, "", syntax)


def _choice(forms: Sequence[Form], mark: str, syntax: _Syntax) -> str:
    """Any of the Forms; those of one row are written first, each row once."""
    simple = [row for form in forms if len(form.every) == 1 for row in form.every[0]]
    written = _rows(simple, mark, syntax)
    for form in forms:
        if len(form.every) > 1:
            parts = (f"({syntax.any.join(_rows(rows, mark, syntax))})" for rows in form.every)
            written.append(f"({syntax.every.join(parts)})")
    return f"({syntax.any.join(written)})"


def _rows(rows: Iterable[Row], mark: str, syntax: _Syntax) -> list[str]:
    """Rows as they stand in the index. Where the stem is asked for, its word need not be."""
    each = dict.fromkeys(rows)
    return [
        syntax.row([term if is_filter(term) else mark + term for term in row])
        for row in each
        if len(row) > 1 or stem(row[0]) == row[0] or (stem(row[0]),) not in each
    ]
