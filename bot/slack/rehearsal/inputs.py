"""What the inputs of a view hold, as Slack tells it with whatever is done there. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import QueryError

Block = dict[str, Any]
Place = tuple[str, str]
"""A block_id and an action_id."""

# Of each kind: the field with what it holds at first, and that with what it holds.
_HOLDING = {
    "plain_text_input": ("initial_value", "value"),
    "number_input": ("initial_value", "value"),
    "static_select": ("initial_option", "selected_option"),
    "external_select": ("initial_option", "selected_option"),
    "radio_buttons": ("initial_option", "selected_option"),
    "multi_static_select": ("initial_options", "selected_options"),
    "checkboxes": ("initial_options", "selected_options"),
    "timepicker": ("initial_time", "selected_time"),
    "datepicker": ("initial_date", "selected_date"),
    "conversations_select": ("initial_conversation", "selected_conversation"),
}


@dataclass(frozen=True, slots=True)
class Input:
    """An element that holds something; it `tells` at once when that changes, or when submitted."""

    block: str
    element: Block
    tells: bool

    @property
    def place(self) -> Place:
        return self.block, str(self.element["action_id"])

    @property
    def held_in(self) -> str:
        """The field in which Slack tells what it holds."""
        return _HOLDING[self.element["type"]][1]

    def at_first(self) -> Block:
        """What it holds before anybody changes it."""
        initial, held = _HOLDING[self.element["type"]]
        nothing: list[Block] | None = [] if held == "selected_options" else None
        return {"type": self.element["type"], held: self.element.get(initial, nothing)}

    def holding(self, typed: str, options: Sequence[Block]) -> Block:
        """What it holds when `typed` is written or chosen; several are written with commas.

        An option is named by its value or its label. Raises QueryError if there is none.
        """
        held: Any = typed or None
        if self.held_in == "selected_option":
            held = self._option(typed, options) if typed else None
        elif self.held_in == "selected_options":
            names = [name.strip() for name in typed.split(",") if name.strip()]
            held = [self._option(name, options) for name in names]
        return {"type": self.element["type"], self.held_in: held}

    def _option(self, name: str, options: Sequence[Block]) -> Block:
        for option in options:
            if name in (option.get("value"), option["text"]["text"]):
                return {"text": option["text"], "value": option.get("value")}
        values = ", ".join(str(option.get("value")) for option in options)
        raise QueryError(f"no option of `{self.block}` is `{name}`; there are: {values or 'none'}")


def inputs(blocks: Sequence[Block]) -> Iterator[Input]:
    """All that holds something."""
    for block in blocks:
        id_ = str(block.get("block_id", ""))
        if block.get("type") == "input":
            held, tells = [block["element"]], bool(block.get("dispatch_action"))
        else:
            held, tells = [block.get("accessory"), *block.get("elements", ())], True
        for element in held:
            if isinstance(element, dict) and element.get("type") in _HOLDING:
                yield Input(id_, element, tells)


def options_of(element: Block) -> list[Block]:
    """The options that stand in a menu, those of its groups too."""
    groups = element.get("option_groups", ())
    return [*element.get("options", ()), *(each for group in groups for each in group["options"])]


def state_of(blocks: Sequence[Block], filled: Mapping[Place, Block]) -> Block:
    """`view.state` as Slack sends it; `filled` is what somebody changed, by its place."""
    values: dict[str, dict[str, Block]] = {}
    for each in inputs(blocks):
        held = filled.get(each.place) or each.at_first()
        values.setdefault(each.block, {})[each.place[1]] = held
    return {"values": values}
