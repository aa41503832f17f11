"""What inputs hold is told as Slack tells it."""

from typing import Any

import pytest

from bot.errors import QueryError
from bot.slack.rehearsal.inputs import inputs, options_of, state_of

ONE, TWO = ({"text": {"type": "plain_text", "text": t}, "value": t.lower()} for t in ("One", "Two"))


def block(kind: str, **more: Any) -> dict[str, Any]:
    element = {"type": kind, "action_id": "a", **more}
    return {"type": "input", "block_id": kind, "element": element}


BLOCKS = [
    {"type": "divider", "block_id": "d"},
    block("plain_text_input", initial_value="moe"),
    block("static_select", option_groups=[{"options": [ONE, TWO]}]),
    block("checkboxes", options=[ONE, TWO], initial_options=[TWO]),
    block("timepicker", initial_time="09:00"),
    {"type": "actions", "block_id": "row", "elements": [block("radio_buttons")["element"]]},
]


def test_what_is_not_filled_in_holds_what_it_held_at_first() -> None:
    assert state_of(BLOCKS, {})["values"] == {
        "plain_text_input": {"a": {"type": "plain_text_input", "value": "moe"}},
        "static_select": {"a": {"type": "static_select", "selected_option": None}},
        "checkboxes": {"a": {"type": "checkboxes", "selected_options": [TWO]}},
        "timepicker": {"a": {"type": "timepicker", "selected_time": "09:00"}},
        "row": {"a": {"type": "radio_buttons", "selected_option": None}},
    }


@pytest.mark.parametrize(
    ("kind", "typed", "held"),
    [
        ("plain_text_input", "fp8", {"value": "fp8"}),
        ("plain_text_input", "", {"value": None}),
        ("static_select", "two", {"selected_option": TWO}),
        ("static_select", "One", {"selected_option": ONE}),
        ("static_select", "", {"selected_option": None}),
        ("checkboxes", "one, two", {"selected_options": [ONE, TWO]}),
        ("checkboxes", "", {"selected_options": []}),
        ("timepicker", "10:30", {"selected_time": "10:30"}),
    ],
)
def test_what_is_filled_in_is_told(kind: str, typed: str, held: dict[str, Any]) -> None:
    (each,) = (each for each in inputs(BLOCKS) if each.block == kind)
    holding = each.holding(typed, options_of(each.element))
    assert holding == {"type": kind, **held}
    assert state_of(BLOCKS, {each.place: holding})["values"][kind]["a"] == holding


def test_an_option_that_is_not_there_is_told_those_that_are() -> None:
    (each,) = (each for each in inputs(BLOCKS) if each.block == "static_select")
    with pytest.raises(QueryError, match=r"no option of `static_select` is `x`; .*: one, two"):
        each.holding("x", options_of(each.element))
