"""What can be filled in, in a modal: inputs with their labels, told apart by their block_id."""

from collections.abc import Iterable, Mapping

from bot.slack.kit.blocks import Block, Element
from bot.slack.kit.text import clip, one_line

_TYPED_LIMIT = 1000  # characters; what reads them may take fewer, and says so


def plain(told: str) -> Element:
    """Our own words in a label, a title or an option."""
    return {"type": "plain_text", "text": told, "emoji": True}


def field(
    name: str, label: str, element: Element, *, hint: str = "", optional: bool = False
) -> Block:
    """An input called `name`. One whose element has an action_id other than that `tells`: it is
    acted upon whenever it changes."""
    block = {"type": "input", "block_id": name, "label": plain(label), "optional": optional}
    told = {"hint": plain(hint)} if hint else {}
    tells = element["action_id"] != name
    return {**block, **told, "dispatch_action": tells, "element": element}


def line(action_id: str, holds: str, example: str) -> Element:
    """A line to type in; it tells with each character and when Enter is pressed."""
    held = clip(one_line(holds), _TYPED_LIMIT)
    initial = {"initial_value": held} if held else {}
    return {
        "type": "plain_text_input",
        "action_id": action_id,
        "max_length": _TYPED_LIMIT,
        "placeholder": plain(example),
        "dispatch_action_config": {
            "trigger_actions_on": ["on_enter_pressed", "on_character_entered"]
        },
        **initial,
    }


def one(action_id: str, options: Mapping[str, str], holds: str) -> Element:
    """A menu: labels by the value they bring."""
    initial = {"initial_option": option(holds, options[holds])} if holds in options else {}
    listed = [option(value, label) for value, label in options.items()]
    return {"type": "static_select", "action_id": action_id, "options": listed, **initial}


def several(action_id: str, options: Mapping[str, str], holds: Iterable[str]) -> Element:
    """A menu of which several may be chosen."""
    chosen = [option(value, options[value]) for value in holds if value in options]
    initial = {"initial_options": chosen} if chosen else {}
    listed = [option(value, label) for value, label in options.items()]
    return {"type": "multi_static_select", "action_id": action_id, "options": listed, **initial}


def asking(action_id: str, holds: str, example: str) -> Element:
    """A menu whose options are asked for (`suggestions`) while somebody types."""
    initial = {"initial_option": option(holds, holds)} if holds else {}
    asked = {"min_query_length": 1, "placeholder": plain(example)}
    return {"type": "external_select", "action_id": action_id, **asked, **initial}


def clock(action_id: str, holds: str) -> Element:
    """A time of day, HH:MM."""
    initial = {"initial_time": holds} if holds else {}
    return {"type": "timepicker", "action_id": action_id, **initial}


def option(value: str, label: str) -> Element:
    """What can be chosen: at most 75 characters each."""
    return {"text": plain(label), "value": value}
