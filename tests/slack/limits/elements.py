"""What can be pressed, chosen and filled in, and where each may stand."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tests.slack.limits.checks import (
    Breaches,
    Check,
    Place,
    Shape,
    address,
    either,
    flag,
    many,
    number,
    one_of,
    plain,
    shown,
    string,
)
from tests.slack.limits.options import GROUPS, OF_GROUP, OF_MENU, OF_OVERFLOW, chosen, one_list

_CONFIRM_FIELDS: Mapping[str, Check] = {
    "title": plain(100),
    "text": either(300),
    "confirm": plain(30),
    "deny": plain(30),
}
CONFIRM = Shape({**_CONFIRM_FIELDS, "style": one_of("primary", "danger")}, tuple(_CONFIRM_FIELDS))
_KINDS_OF_CONVERSATION = one_of("im", "mpim", "private", "public")
_CONVERSATIONS = Shape(
    {
        "include": many(_KINDS_OF_CONVERSATION, 4),
        "exclude_external_shared_channels": flag,
        "exclude_bot_users": flag,
    },
    (),
)
_DISPATCH = Shape(
    {"trigger_actions_on": many(one_of("on_enter_pressed", "on_character_entered"), 2)}, ()
)
_CONFIRMED: Mapping[str, Check] = {"confirm": CONFIRM}
_PLACEHOLD: Mapping[str, Check] = {"placeholder": plain(150)}
_FOCUS: Mapping[str, Check] = {"focus_on_load": flag}
_CHOSEN: Mapping[str, Check] = {**_CONFIRMED, **_FOCUS}
_PICKED: Mapping[str, Check] = {**_CHOSEN, **_PLACEHOLD}
_TYPED: Mapping[str, Check] = {**_PLACEHOLD, **_FOCUS, "dispatch_action_config": _DISPATCH}


def _like(pattern: str) -> Check:
    def check(value: Any, at: Place) -> Breaches:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            yield f"{at.path}: {value!r}"

    return check


def _element(
    fields: Mapping[str, Check], needs: Iterable[str] = (), whole: Check | None = None
) -> Shape:
    acting: Mapping[str, Check] = {"type": string(30), "action_id": string(255)}
    return Shape({**acting, **fields}, ("type", "action_id", *needs), whole)


def _fits(value: Any, at: Place) -> Breaches:
    """What stands in an input at first is no longer than it may be."""
    least, most = value.get("min_length", 0), value.get("max_length", 3000)
    if least > most or len(str(value.get("initial_value", ""))) > most:
        yield f"{at.path}: what it holds at first, or at least, is too long"


IMAGE = Shape(
    {"type": string(30), "image_url": address, "alt_text": shown(2000)},
    ("type", "image_url", "alt_text"),
)
BUTTON = _element(
    {
        "text": plain(75),
        "value": string(2000),
        "url": address,
        "style": one_of("primary", "danger"),
        "accessibility_label": shown(75),
        **_CONFIRMED,
    },
    ("text",),
)
OVERFLOW = _element({"options": many(OF_OVERFLOW, 5), **_CONFIRMED}, ("options",), chosen)
STATIC_SELECT = _element(
    {
        "options": many(OF_MENU, 100),
        "option_groups": GROUPS,
        "initial_option": OF_MENU,
        **_PICKED,
    },
    (),
    one_list,
)
MULTI_STATIC_SELECT = _element(
    {
        "options": many(OF_MENU, 100),
        "option_groups": GROUPS,
        "initial_options": many(OF_MENU, 100),
        "max_selected_items": number(1, 100),
        **_PICKED,
    },
    (),
    one_list,
)
EXTERNAL_SELECT = _element(
    {"initial_option": OF_MENU, "min_query_length": number(0, 3000), **_PICKED}
)
CONVERSATIONS_SELECT = _element(
    {
        "initial_conversation": _like("[CGDU][A-Z0-9]+"),
        "default_to_current_conversation": flag,
        "filter": _CONVERSATIONS,
        "response_url_enabled": flag,
        **_PICKED,
    }
)
CHECKBOXES = _element(
    {"options": many(OF_GROUP, 10), "initial_options": many(OF_GROUP, 10), **_CHOSEN},
    ("options",),
    chosen,
)
RADIO_BUTTONS = _element(
    {"options": many(OF_GROUP, 10), "initial_option": OF_GROUP, **_CHOSEN}, ("options",), chosen
)
TIMEPICKER = _element(
    {"initial_time": _like("([01][0-9]|2[0-3]):[0-5][0-9]"), "timezone": string(64), **_PICKED}
)
DATEPICKER = _element({"initial_date": _like("[0-9]{4}-[0-9]{2}-[0-9]{2}"), **_PICKED})
PLAIN_TEXT_INPUT = _element(
    {
        "initial_value": string(3000),
        "multiline": flag,
        "min_length": number(0, 3000),
        "max_length": number(1, 3000),
        **_TYPED,
    },
    (),
    _fits,
)
NUMBER_INPUT = _element(
    {
        "is_decimal_allowed": flag,
        "initial_value": string(30),
        "min_value": string(30),
        "max_value": string(30),
        **_TYPED,
    },
    ("is_decimal_allowed",),
)

_CHOOSING: Mapping[str, Check] = {
    "static_select": STATIC_SELECT,
    "multi_static_select": MULTI_STATIC_SELECT,
    "external_select": EXTERNAL_SELECT,
    "conversations_select": CONVERSATIONS_SELECT,
    "checkboxes": CHECKBOXES,
    "radio_buttons": RADIO_BUTTONS,
    "timepicker": TIMEPICKER,
    "datepicker": DATEPICKER,
}
IN_ACTIONS: Mapping[str, Check] = {"button": BUTTON, "overflow": OVERFLOW, **_CHOOSING}
IN_SECTION: Mapping[str, Check] = {**IN_ACTIONS, "image": IMAGE}
IN_INPUT: Mapping[str, Check] = {
    **_CHOOSING,
    "plain_text_input": PLAIN_TEXT_INPUT,
    "number_input": NUMBER_INPUT,
}
