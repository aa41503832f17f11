"""Options of menus and groups of buttons: their texts and values, and which are chosen."""

from collections import Counter
from typing import Any

from tests.slack.limits.checks import (
    Breaches,
    Check,
    Place,
    Shape,
    address,
    either,
    many,
    plain,
    string,
)

_VALUE, _TEXT, _DESCRIPTION = 150, 75, 75


def option(text: Check) -> Shape:
    """An option with a text that passes `text`."""
    fields = {"text": text, "value": string(_VALUE), "description": plain(_DESCRIPTION)}
    return Shape(fields, ("text", "value"))


OF_MENU = option(plain(_TEXT))
OF_GROUP = option(either(_TEXT))
OF_OVERFLOW = Shape({**OF_MENU.fields, "url": address}, ("text", "value"))

_AN_OPTION_GROUP = Shape({"label": plain(75), "options": many(OF_MENU, 100)}, ("label", "options"))
GROUPS = many(_AN_OPTION_GROUP, 100)


def chosen(value: Any, at: Place) -> Breaches:
    """No two options have one value; what is chosen at first is among them, just as it is there."""
    offered = list(value.get("options", ()))
    for group in value.get("option_groups", ()):
        offered += group.get("options", ()) if isinstance(group, dict) else ()
    values = Counter(str(each.get("value")) for each in offered if isinstance(each, dict))
    for twice in (each for each, count in values.items() if count > 1):
        yield f"{at.path}: two options bring {twice!r}"
    first = list(value.get("initial_options", ()))
    first += [value["initial_option"]] if "initial_option" in value else []
    if any(each not in offered for each in first):
        yield f"{at.path}: what is chosen is not among the options"


def one_list(value: Any, at: Place) -> Breaches:
    """Options, or groups of them."""
    if ("options" in value) == ("option_groups" in value):
        yield f"{at.path}: neither options nor groups, or both"
    yield from chosen(value, at)
