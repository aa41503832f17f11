"""Wraps text that mixes Chinese and Latin, which rich breaks at blanks only."""

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

_NOT_FIRST = "，。；：、？！）」』”’》】…,.;:?!)]}"
_NOT_LAST = "（「『“‘《【([{\u200d"


class Wrapped:
    """A text that may break at a blank, and before or after a wide character."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._text.split("\n", allow_blank=True):
            for part in line.divide(breaks(line.plain, options.max_width)):
                part.rstrip()
                yield part


def breaks(line: str, width: int) -> list[int]:
    """Where a line is broken so that each part takes at most `width` cells, blanks at ends aside.

    Measured part by part: a sign of several characters is not as wide as their sum.
    """
    places: list[int] = []
    start = fits = 0
    for at in range(1, len(line)):
        if _may_break(line, at):
            fits = at
        if line[at].isspace() or cell_len(line[start : at + 1]) <= width:
            continue
        whole = fits > start and cell_len(line[fits : at + 1]) <= width
        start = fits if whole else at  # a word longer than a line is cut
        places.append(start)
    return places


def _may_break(line: str, at: int) -> bool:
    before, after = line[at - 1], line[at]
    if after.isspace() or after in _NOT_FIRST or before in _NOT_LAST or not cell_len(after):
        return False
    return before.isspace() or cell_len(before) == 2 or cell_len(after) == 2
