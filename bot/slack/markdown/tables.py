"""Tables as lines of text, for a box in which every character is equally wide."""

from collections.abc import Sequence
from itertools import zip_longest

from bot.slack.markdown.parsing import is_wide

_WIDEST = 40  # what is wider moves its neighbours


def drawn(rows: Sequence[Sequence[str]]) -> str:
    """The rows below each other, with a line under the first."""
    columns = zip_longest(*rows, fillvalue="")
    widths = [min(max(map(_width, column)), _WIDEST) for column in columns]
    lines = [
        " │ ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    line = "─┼─".join("─" * width for width in widths)
    return "\n".join(each.rstrip() for each in [*lines[:1], line, *lines[1:]])


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - _width(cell))


def _width(cell: str) -> int:
    return sum(1 + is_wide(character) for character in cell)
