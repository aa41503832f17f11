"""Cuts text into Terms, by the same rules for Entries and Queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.search import han
from bot.search.parts import TERM_LIMIT, is_version, join, parts_of, wholes_of
from bot.search.scripts import Run, Script, fold, runs

TERMS_VERSION = "4"
"""Raise it whenever the same text gives other Terms: `reindex` then makes the index anew."""

_LONG_KANA = 3  # characters; longer runs of katakana are often several words: ソングエディタ


class Unit(NamedTuple):
    """One word of a text, which stands from `start` up to `end` of the folded text.

    `parts` are its Terms in order: an identifier has several, any other word one. `wholes` are
    further Terms it is found by, in no order: an identifier joined (`kimik3`), stems, and pairs of
    characters for short words that Chinese and Japanese hide in longer ones.
    """

    parts: tuple[str, ...]
    wholes: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The Terms of a text, all lower case and free of blanks and punctuation except `.`.

    `units` are the `parts` of its words, `wholes` those of all of them, see `Unit`.
    """

    units: tuple[tuple[str, ...], ...]
    wholes: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The Terms in the order of the text."""
        return tuple(part for unit in self.units for part in unit)


def terms(text: str) -> Terms:
    """The Terms of any text; the same text always gives the same."""
    found = list(units(fold(text)))
    return Terms(
        tuple(unit.parts for unit in found),
        tuple(whole for unit in found for whole in unit.wholes),
    )


def units(folded: str) -> Iterator[Unit]:
    """The words of a text that `fold` has made ready."""
    before = Run(Script.WORD, "", -1)  # the last run
    for run in runs(folded):
        if run.script is Script.WORD:
            yield _word(run, before, folded)
        elif run.script is Script.HAN:
            yield from _han(run)
        else:
            yield _kana(run)
        before = run


def _word(run: Run, before: Run, folded: str) -> Unit:
    wholes, end = wholes_of(run.text), run.start + len(run.text)
    if _is_next_to(before, run, folded) and is_version(before.text, run.text):
        wholes = (*wholes, join((*parts_of(before.text), *parts_of(run.text))))  # "Kimi K3"
    return Unit(parts_of(run.text), wholes, run.start, end)


def _is_next_to(before: Run, run: Run, folded: str) -> bool:
    """Whether only a blank stands between two words."""
    end = before.start + len(before.text)
    return before.script is Script.WORD and end + 1 == run.start and folded[end] == " "


def _han(run: Run) -> Iterator[Unit]:
    at = run.start
    for word, pairs in han.cut(han.simplified(run.text)):
        yield Unit((word[:TERM_LIMIT],), pairs, at, at + len(word))
        at += len(word)


def _kana(run: Run) -> Unit:
    """A run of kana is one word; a long vowel at its end is written or not: エディタ(ー)."""
    term = run.text[:TERM_LIMIT]
    term = term.rstrip("ー") or term
    is_long = run.script is Script.KATAKANA and len(term) > _LONG_KANA
    wholes = han.pairs_of(term) if is_long else ()
    return Unit((term,), wholes, run.start, run.start + len(run.text))
