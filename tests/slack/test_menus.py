"""What travels with the menu of an Entry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.answer.paging import MOST_HITS, Page
from bot.slack.entry.menus import answer_block, entry_block, entry_id, page_of, query_of
from bot.slack.kit.text import one_line

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=300)


@given(st.integers(0, 49), ANY_TEXT, st.integers(0, MOST_HITS))
def test_a_block_brings_back_the_page_or_else_the_head_of_its_query(
    n: int, query: str, start: int
) -> None:
    block, read = answer_block(n, Page(query, start)), one_line(query)
    assert len(block.encode("utf-16-le")) <= 2 * 255
    if len(read.encode("utf-16-le")) <= 2 * 160:
        assert (page_of(block), query_of(block)) == (Page(read, start), read)
    else:
        told = query_of(block)
        assert page_of(block) is None
        assert told is not None
        assert told.endswith("…")
        assert read.startswith(told[:-1])


@pytest.mark.parametrize(
    "block", ["", "b", entry_block(7), "hit:1", "hit:1:x:moe", "hit::0:moe", "hit:1:10001:moe"]
)
def test_a_block_that_is_none_of_ours_has_no_page(block: str) -> None:
    assert page_of(block) is None


def test_an_id_is_read_as_it_is_written_and_no_other_way() -> None:
    assert [entry_id(value) for value in ("1", "2147483647")] == [1, 2**31 - 1]
    bad = ("", "0", "-1", "01", "1 ", "1\n", "１", "2147483648", "9" * 4000, "x", None, 7, ["1"])
    assert [value for value in bad if entry_id(value) is not None] == []
