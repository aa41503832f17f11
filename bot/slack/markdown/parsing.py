"""Reads Markdown into tokens: CommonMark with tables and ~~strike~~, fit for Chinese, bounded."""

import functools
import re
import unicodedata
from collections.abc import MutableMapping
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token

_DEEPEST = 40  # levels of blocks in blocks
_MOST_BRACKETS = 400  # looking for the end of each takes the square of their number
_MOST_CELLS = 2000  # a short text can have many: rows are filled up
_DUNDER = re.compile(r"__[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*__(?!\w)")


def parsed(markdown: str) -> list[Token]:
    """The tokens of a text. One of hardly anything but brackets has no links; one nested deeper
    than anybody can read is not read as Markdown."""
    tokens = _parser(with_links=markdown.count("[") <= _MOST_BRACKETS).parse(markdown)
    if any(token.level >= _DEEPEST - 2 for token in tokens):
        return _plain().parse(markdown)
    return tokens


@functools.cache
def _parser(*, with_links: bool) -> MarkdownIt:
    made = MarkdownIt("js-default", {"html": False, "maxNesting": _DEEPEST})
    made.inline = _Inline()
    made.block.ruler.at("table", _small_table, {"alt": ["paragraph", "reference"]})
    if not with_links:
        made.disable(["link", "image", "reference"])
    return _ready(made)


@functools.cache
def _plain() -> MarkdownIt:
    return _ready(MarkdownIt("zero").enable("newline"))


def _ready(made: MarkdownIt) -> MarkdownIt:
    """Its first use puts its rules together, which one thread alone may do."""
    made.parse("")
    made.parse("| a |\n| - |\n> - *a*")
    return made


def _small_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The library's rule, for a table that can be shown."""
    columns = state.src.count("|", state.bMarks[start], state.eMarks[start]) + 1
    return columns * (end - start) <= _MOST_CELLS and table(state, start, end, silent)


class _Inline(ParserInline):
    """The library's parser of running text, but for where emphasis may begin and end."""

    def parse(
        self, src: str, md: MarkdownIt, env: MutableMapping[str, Any], tokens: list[Token]
    ) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _State(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """Whether markers at `start` can open or close emphasis.

        CommonMark asks for a blank or punctuation around markers whose inner side is punctuation.
        In Chinese there are no blanks: beside its characters and its punctuation, markers count
        whatever stands on their other side. (`_` keeps the rule, as names have it inside; and
        `__init__` is far more often just that than a bold word.)
        """
        scanned = super().scanDelims(start, canSplitWord)
        if not canSplitWord:
            is_name = _DUNDER.match(self.src, start)
            return Scanned(False, False, scanned.length) if is_name else scanned
        end = start + scanned.length
        before = self.src[max(start - 2, 0) : start][::-1]
        after = self.src[end : end + 2]
        if not (_is_chinese(before) or _is_chinese(after)):
            return scanned
        can_open = scanned.can_open or not (after[:1] or " ").isspace()
        can_close = scanned.can_close or not (before[:1] or " ").isspace()
        return Scanned(can_open, can_close, scanned.length)


def _is_chinese(away: str) -> bool:
    """Whether what stands next to a marker, and next to that, is Chinese: “ and ” are so where
    they quote it."""
    if away and unicodedata.east_asian_width(away[0]) == "A":
        away = away[1:]
    return is_wide(away[:1])


def is_wide(character: str) -> bool:
    """Whether a character is as wide as two: Chinese, its punctuation, kana, hangul."""
    return character != "" and unicodedata.east_asian_width(character) in "WFH"
