"""Writes a Match in the search syntax of either database.

No Term holds a quote or a backslash (see `bot.search.stream`), so quoting is all it takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.search.match import Match
from bot.search.need import Form, Row, literal
from bot.search.stems import stem
from bot.search.stream import EVERYONE, HEADLINE, SOME, is_filter


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


_EVERYONE, _SOME = literal(EVERYONE), literal(SOME)

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
    wanted = syntax.every.join(choices or [_choice((_EVERYONE, *match.visible), "", syntax)])
    hidden = _choice((_SOME,), "", syntax)
    if match.visible:
        hidden = f"({hidden}{syntax.without}{_choice(match.visible, '', syntax)})"
    without = [hidden, *([_choice(match.unwanted, "", syntax)] if match.unwanted else [])]
    return f"({wanted}){syntax.without}" + syntax.without.join(without)


def _choice(forms: Sequence[Form], mark: str, syntax: _Syntax) -> str:
    """Any of the Forms, but for those that others imply: each costs the database time."""
    simple = [row for form in forms if len(form.every) == 1 for row in form.every[0]]
    apart = [form.every for form in forms if len(form.every) > 1]
    rows = _broadest(row for row in simple if not any(_met_apart(row, each) for each in apart))
    written = [_row(row, mark, syntax) for row in rows]
    for every in apart:
        parts = [_broadest(choice) for choice in every]
        if not any(set(part) <= set(rows) for part in parts):
            written.append(_every(parts, mark, syntax))
    return f"({syntax.any.join(written)})"


def _met_apart(row: Row, every: Sequence[Sequence[Row]]) -> bool:
    """Whether the row holds one of each of the choices."""
    text = f" {' '.join(row)} "
    return all(any(f" {' '.join(other)} " in text for other in choice) for choice in every)


def _every(parts: Iterable[Sequence[Row]], mark: str, syntax: _Syntax) -> str:
    choices = (syntax.any.join(_row(row, mark, syntax) for row in rows) for rows in parts)
    return f"({syntax.every.join(f'({choice})' for choice in choices)})"


def _broadest(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows without those that hold another one, which is then enough."""
    each = dict.fromkeys(rows)
    enough = {row[0] for row in each if len(row) == 1}
    kept = [row for row in each if not _implied(row, enough)]
    several = [(row, f" {' '.join(row)} ") for row in kept if len(row) > 1]
    longer = {row for row, text in several if len(row) > 2 and _holds_another(text, several)}
    return tuple(row for row in kept if row not in longer)


def _holds_another(text: str, rows: Iterable[tuple[Row, str]]) -> bool:
    return any(other in text and other != text for _, other in rows)


def _implied(row: Row, enough: set[str]) -> bool:
    """Whether one of these Terms, or the stem of one, stands in it."""
    if len(row) == 1:
        return stem(row[0]) != row[0] and stem(row[0]) in enough
    return any(term in enough or stem(term) in enough for term in row)


def _row(row: Row, mark: str, syntax: _Syntax) -> str:
    """Terms as they stand in the index."""
    return syntax.row([term if is_filter(term) else mark + term for term in row])
