"""What can be pressed and filled in, in words: `[ Next ]`, `[ ⋯ ]`, `[ mon ▾ ]`."""

from collections.abc import Mapping
from typing import Any

Block = Mapping[str, Any]


def control(element: Block) -> str:
    """An element in brackets: its label, or what it holds."""
    kind = element.get("type")
    if kind == "button":
        return f"[ {element['text']['text']} ]"
    if kind == "overflow":
        return "[ ⋯ ]"
    if kind in {"checkboxes", "radio_buttons"}:
        chosen = _chosen(element)
        return " ".join(f"[{'x' if each in chosen else ' '}] {each}" for each in _all(element))
    held = ", ".join(_chosen(element)) or element.get("placeholder", {}).get("text", "")
    return f"[ {held or ' '}{' ▾' if str(kind).endswith('select') else ''} ]"


def _chosen(element: Block) -> list[str]:
    """The labels of what is chosen, or what is written."""
    for name in ("initial_value", "initial_time", "initial_date", "initial_conversation"):
        if name in element:
            return [str(element[name])]
    first = element.get("initial_option")
    return _labels([first] if first else element.get("initial_options", []))


def _all(element: Block) -> list[str]:
    return _labels(element.get("options", []))


def _labels(options: list[Any]) -> list[str]:
    return [str(option["text"]["text"]) for option in options]
