"""Pressed: a button, a menu or an input, or all of a modal, as far as it is ours; hostile."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.slack.here import Body, Here

_MOST = 3000  # characters of a value


@dataclass(frozen=True, slots=True)
class InView:
    """The view in which something was pressed or submitted.

    `private` is what we put into it (`private_metadata`); `fields` are its inputs by block_id:
    text, None where nothing is chosen, a tuple where several may be.
    """

    id: str
    hash: str | None
    callback_id: str
    private: str
    fields: dict[str, str | tuple[str, ...] | None]
    is_home: bool = False

    def text(self, name: str) -> str:
        """What was written or chosen in the input with this block_id, "" for nothing."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """What was pressed (`name`: its action_id, or what stands before the `:` of a menu's option),
    with its `value`; by whom and where. `block` is the block_id around it.
    """

    here: Here
    name: str
    value: str
    block: str = ""
    view: InView | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    """A modal with what was filled in, and by whom. `here` has no channel: Slack does not say."""

    here: Here
    view: InView


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A message of which somebody asked for something: its text, and the URLs in its blocks."""

    here: Here
    name: str
    texts: tuple[str, ...]


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    """What Bolt is told to listen for: just these callback_ids or action_ids."""
    return re.compile(rf"\A({'|'.join(map(re.escape, names))})\Z")


def name_and_value(action: Body) -> tuple[str, str]:
    """What was pressed, and its value, of an element of `actions`.

    An option of a menu brings `name:value`; of an input the value is what was written or chosen.
    """
    chosen = action.get("selected_option")
    if action.get("type") == "overflow" and isinstance(chosen, dict):
        name, _, value = str(chosen.get("value", ""))[:_MOST].partition(":")
        return name, value
    held = chosen.get("value") if isinstance(chosen, dict) else action.get("value")
    return str(action.get("action_id", "")), held[:_MOST] if isinstance(held, str) else ""


def in_view(body: Body) -> InView | None:
    """The view of an interaction, None where it was in a message."""
    view = body.get("view")
    if not isinstance(view, dict):
        return None
    return InView(
        id=str(view.get("id", "")),
        hash=view["hash"] if isinstance(view.get("hash"), str) else None,
        callback_id=str(view.get("callback_id", "")),
        private=str(view.get("private_metadata") or "")[:_MOST],
        fields=_fields(view.get("state")),
        is_home=view.get("type") == "home",
    )


def _fields(state: object) -> dict[str, str | tuple[str, ...] | None]:
    values = state.get("values") if isinstance(state, dict) else None
    if not isinstance(values, dict):
        return {}
    return {
        str(block): _field(next(iter(elements.values())))
        for block, elements in values.items()
        if isinstance(elements, dict) and elements
    }


def _field(element: object) -> str | tuple[str, ...] | None:
    """What an input holds, whichever kind it is."""
    if not isinstance(element, dict):
        return None
    several = element.get("selected_options")
    if isinstance(several, list):
        return tuple(value for each in several if (value := _option(each)) is not None)
    if "selected_option" in element:
        return _option(element["selected_option"])
    for name in ("value", "selected_time", "selected_date"):
        if isinstance(element.get(name), str):
            return str(element[name])[:_MOST]
    return None


def _option(option: Any) -> str | None:
    value = option.get("value") if isinstance(option, dict) else None
    return value[:_MOST] if isinstance(value, str) else None
