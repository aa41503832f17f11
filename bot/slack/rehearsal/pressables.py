"""What can be pressed in messages and views, and what it is called. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pressable:
    """A button, or an option of a menu, and the block around it."""

    block: str
    element: Block
    option: Block | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What it is called: its action_id; an option by what stands before the `:` of its value,
        alone or behind the menu's action_id and a slash."""
        action_id = str(self.element.get("action_id", ""))
        if self.option is None:
            return (action_id,)
        name = str(self.option.get("value", "")).partition(":")[0]
        return name, f"{action_id}/{name}"

    def action(self) -> Block:
        """The element of `actions` that Slack sends when it is pressed."""
        told = {name: self.element[name] for name in _TOLD if name in self.element}
        chosen = {} if self.option is None else {"selected_option": self.option}
        return {**told, "block_id": self.block, **chosen, "action_ts": "1764500000.000000"}


_TOLD = ("type", "action_id", "text", "value", "url")


def pressables(blocks: Sequence[Block]) -> Iterator[Pressable]:
    """All that can be pressed, from the top."""
    for block in blocks:
        id_ = str(block.get("block_id", ""))
        for element in _elements(block):
            if element.get("type") == "overflow":
                yield from (Pressable(id_, element, option) for option in element["options"])
            elif element.get("type") == "button":
                yield Pressable(id_, element)


def named(blocks: Sequence[Block], name: str) -> list[Pressable]:
    """All that is called so."""
    return [each for each in pressables(blocks) if name in each.names]


def names(blocks: Sequence[Block]) -> list[str]:
    """What everything is called that can be pressed, each name once."""
    return list(dict.fromkeys(each.names[-1] for each in pressables(blocks)))


def with_ids(blocks: Iterable[Block]) -> list[Block]:
    """The blocks as Slack keeps them: each has a block_id, of Slack's making if it had none."""
    return [{"block_id": f"made{n}", **block} for n, block in enumerate(blocks)]


def _elements(block: Block) -> Iterator[Block]:
    held = block.get("elements", []) if block.get("type") == "actions" else []
    yield from (each for each in [block.get("accessory"), *held] if isinstance(each, dict))
