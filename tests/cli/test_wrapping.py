"""Mixed text breaks where a reader of either script would break it."""

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from bot.cli.wrapping import Wrapped, breaks


def lines(text: str, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(Wrapped(Text(text)))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().rstrip("\n").split("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two three", ["one two", "three"]),
        ("量化内核更快", ["量化内核", "更快"]),
        ("用 MoE 内核的人", ["用 MoE", "内核的人"]),
        ("加载权重，很快", ["加载权", "重，很快"]),
        ("一个词（括号）", ["一个词", "（括号）"]),
        ("abcdefghijk", ["abcdefgh", "ijk"]),
        ("a\nb", ["a", "b"]),
        ("ab ⚠\ufe0f cd efg", ["ab ⚠\ufe0f cd", "efg"]),
    ],
)
def test_a_line_breaks_at_blanks_and_between_chinese_characters(
    text: str, expected: list[str]
) -> None:
    assert lines(text, 8) == expected


@given(
    st.text(st.sampled_from("ab 量化，。（e\u0301👩\u200d💻🇩🇪"), max_size=60), st.integers(3, 20)
)
def test_every_part_of_a_line_fits_and_nothing_is_lost(text: str, width: int) -> None:
    places = [0, *breaks(text, width), len(text)]
    parts = [text[start:end] for start, end in pairwise(places)]
    assert "".join(parts) == text
    assert all(cell_len(part.rstrip()) <= width for part in parts)
