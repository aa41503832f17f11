"""Puts other words in the place of those of a Query that stand nowhere."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.hit import Correction
from bot.core.query import Clause, Query, Word
from bot.search.need import Need
from bot.search.scripts import fold


def corrected(
    query: Query, unmet: Sequence[Need], nearest: Callable[[str], str | None]
) -> tuple[Query, tuple[Correction, ...]]:
    """The Query with the `nearest` known words in place of unmet ones, and which these are.

    What is quoted, and what the glossary knows, stays as it was typed.
    """
    clauses = (clause for choice in query.wanted for clause in choice)
    words = fold(" ".join(clause.text for clause in clauses if isinstance(clause, Word)))
    typed = (need for need in unmet if not need.known and need.text in words)
    found = [correction for need in typed if (correction := _correction(need, nearest))]
    choices = (tuple(_read(clause, found) for clause in choice) for choice in query.wanted)
    return replace(query, wanted=tuple(choices)), tuple(found)


def _correction(need: Need, nearest: Callable[[str], str | None]) -> Correction | None:
    text = need.text
    nearest_rows = (row for rows in need.forms[0].every for row in rows[0])
    for term in dict.fromkeys((*need.row, *nearest_rows)):
        meant = nearest(term)
        if meant:
            text = re.sub(re.escape(term), meant, text, count=1, flags=re.IGNORECASE)
    return Correction(need.text, text) if text != need.text else None


def _read(clause: Clause, corrections: Sequence[Correction]) -> Clause:
    """A Word with its corrections; any other Clause as it is."""
    if not isinstance(clause, Word):
        return clause
    text = fold(clause.text)
    for each in corrections:
        text = _put(each, text)
    return Word(text) if text != fold(clause.text) else clause


def _put(correction: Correction, text: str) -> str:
    """The text with the correction wherever that is not the middle of a longer English word."""
    typed = rf"(?:\b|(?=\W)){re.escape(correction.typed)}(?:\b|(?<=\W))"
    return re.sub(typed, lambda _: correction.searched, text, flags=re.ASCII | re.IGNORECASE)
