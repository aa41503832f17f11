"""The state that travels in a button."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.answer.paging import Page, from_value, to_value
from bot.slack.kit.blocks import BUTTON_VALUE_LIMIT


@given(st.text(max_size=3000), st.integers(0, 10_000))
def test_a_page_comes_back_as_it_was_or_does_not_travel(query: str, start: int) -> None:
    value = to_value(Page(query, start))
    if value is not None:
        assert len(value) <= BUTTON_VALUE_LIMIT
        assert from_value(value) == Page(query, start)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "moe",
        "[]",
        "{}",
        '{"q": "moe"}',
        '{"q": 1, "s": 0}',
        '{"q": "moe", "s": -1}',
        '{"q": "moe", "s": true}',
        '{"q": "moe", "s": 1e9}',
        '{"q": "moe", "s": 99999999}',
        "[" * 3000,
    ],
)
def test_a_value_that_is_not_ours_is_no_page(value: object) -> None:
    assert from_value(value) is None
