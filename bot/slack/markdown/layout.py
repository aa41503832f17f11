"""Blocks of Markdown in blocks: lists, quotes, code and tables as parts of rich text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from bot.slack.kit.blocks import Element, text
from bot.slack.markdown.purse import Purse
from bot.slack.markdown.spans import pieces, plain, spans
from bot.slack.markdown.tables import drawn

_DEEPEST = 8  # Slack's deepest indent


@dataclass(slots=True)
class _List:
    """A list that is open. Slack counts an ordered one from 1, and anew after whatever comes
    between: one that begins otherwise, and what is inside one, is told `in_lines` of our own.
    """

    is_ordered: bool
    in_lines: bool
    number: int
    indent: int
    part: Element | None = None


def laid_out(tokens: Sequence[Token], purse: Purse) -> Iterator[list[Element]]:
    """The parts of each outermost block, none for a line across; until the purse is empty."""
    layout = _Layout(purse)
    for token in tokens:
        layout.take(token)
        if purse.is_empty or (token.level == 0 and token.nesting <= 0):
            parts = layout.finish()
            if parts or token.type == "hr":
                yield parts
        if purse.is_empty:
            return


class _Layout:
    """The parts of one outermost block, token by token."""

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self._parts: list[Element] = []
        self._lists: list[_List] = []
        self._quotes = 0
        self._rows: list[list[str]] | None = None  # of the table that is open
        self._is_heading = False
        self._line: list[Element] | None = None  # where another line can be added
        self._waiting: _List | None = None  # an item of it has begun, and has no words yet

    def finish(self) -> list[Element]:
        """The parts so far; what comes is of another block."""
        parts, self._parts, self._line = self._parts, [], None
        return parts

    def take(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append(self._list(token))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
                self._waiting = None
            case "list_item_open":
                self._item(self._lists[-1])
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "heading_open" | "inline" | "tr_open" | "table_open" | "table_close":
                self._text(token)
            case "fence" | "code_block":
                self._code(token.content.rstrip("\n"))

    def _list(self, token: Token) -> _List:
        is_ordered, first = token.type.startswith("ordered"), int(token.attrs.get("start", 1))
        in_lines = (is_ordered and first != 1) or self._is_in_ordered
        indent = len(self._lists)
        return _List(is_ordered, in_lines, first - 1, indent)

    @property
    def _is_in_ordered(self) -> bool:
        return any(each.is_ordered for each in self._lists)

    def _item(self, of: _List) -> None:
        of.number += 1
        self._waiting = of
        if not of.in_lines:
            self._line = None

    def _text(self, token: Token) -> None:
        """A heading is bold; what stands in a table waits for its end."""
        match token.type:
            case "heading_open":
                self._is_heading = True
            case "table_open":
                self._rows = []
            case "tr_open" if self._rows is not None:
                self._rows.append([])
            case "table_close" if self._rows is not None:
                rows, self._rows = self._rows, None
                self._code(drawn(rows))
            case "inline" if self._rows:
                self._rows[-1].append(plain(token.children or []))
            case "inline":
                style = ("bold",) if self._is_heading else ()
                self._is_heading = False
                self._write(spans(token.children or [], *style))

    def _code(self, told: str) -> None:
        """Text in a box of its own; where that would break an ordered list off, in its item."""
        if self._is_in_ordered:
            self._write([text(piece, "code") for piece in pieces(told)])
            return
        kept = self._purse.take(text(piece) for piece in pieces(told))
        if kept:
            self._parts.append({"type": "rich_text_preformatted", "elements": kept, **self._border})
        self._line = None

    def _write(self, elements: list[Element]) -> None:
        """A line: the first of an item, one more of what came last, or in a part of its own."""
        of, self._waiting = self._waiting, None
        elements = self._purse.take([*_mark(of), *elements])
        if not elements:
            return
        if of and not of.in_lines:
            self._line = self._row(of)
        elif self._line is None:
            self._line = self._part()
        else:
            self._line.append(text("\n"))
        self._line += elements

    def _row(self, of: _List) -> list[Element]:
        """The next row of a list: in another part, if something came between."""
        if not self._parts or of.part is not self._parts[-1]:
            of.part = {
                "type": "rich_text_list",
                "style": "ordered" if of.is_ordered else "bullet",
                "indent": min(of.indent, _DEEPEST),
                "elements": [],
                **self._border,
            }
            self._parts.append(of.part)
        row: Element = {"type": "rich_text_section", "elements": []}
        of.part["elements"].append(row)
        kept: list[Element] = row["elements"]
        return kept

    def _part(self) -> list[Element]:
        kind = "rich_text_quote" if self._quotes else "rich_text_section"
        elements: list[Element] = []
        self._parts.append({"type": kind, "elements": elements})
        return elements

    @property
    def _border(self) -> Element:
        return {"border": 1} if self._quotes else {}


def _mark(of: _List | None) -> list[Element]:
    """What stands before an item that is told in lines."""
    if of is None or not of.in_lines:
        return []
    mark = f"{of.number}. " if of.is_ordered else "◦ "
    return [text("\u2003" * max(of.indent - 1, 0) + mark)]
