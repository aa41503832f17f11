"""Rich text: lists, quotes and code of elements that show literally what they are given."""

import re
from collections.abc import Mapping
from typing import Any

from tests.slack.limits.checks import (
    Breaches,
    Check,
    Place,
    Shape,
    address,
    flag,
    many,
    number,
    of_type,
    one_of,
    string,
)
from tests.slack.limits.text import CONTROL, TURNING

_MOST = 3000  # Slack tells no length of these
_STYLE = Shape(dict.fromkeys(("bold", "italic", "strike", "code", "underline"), flag), ())
_KIND: Mapping[str, Check] = {"type": string(40), "style": _STYLE}


def _literal(value: Any, at: Place) -> Breaches:
    """A text as it is shown; it may be blank, between others."""
    yield from string(_MOST)(value, at)
    if isinstance(value, str) and (CONTROL.search(value) or TURNING.search(value)):
        yield f"{at.path}: a control character, or one that turns around what follows it"


def _named(name: str) -> Shape:
    def is_known(value: Any, at: Place) -> Breaches:
        if value not in at.named:
            yield f"{at.path}: {value!r} is not to be named here"

    return Shape({**_KIND, name: is_known}, ("type", name))


def _emoji(value: Any, at: Place) -> Breaches:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9_+'-]{1,100}", value):
        yield f"{at.path}: no name of an emoji"


_TEXT = Shape({**_KIND, "text": _literal}, ("type", "text"))
_LINK = Shape({**_KIND, "url": address, "text": _literal}, ("type", "url"))
_INLINE: Mapping[str, Check] = {
    "text": _TEXT,
    "link": _LINK,
    "emoji": Shape({**_KIND, "name": _emoji}, ("type", "name")),
    "user": _named("user_id"),
    "channel": _named("channel_id"),
}
_ELEMENTS = many(of_type(_INLINE, "element that notifies nobody"), 1000)
_LITERAL = many(of_type({"text": _TEXT, "link": _LINK}, "element of code"), 1000)
_BORDER: Mapping[str, Check] = {"border": one_of(0, 1)}

_SECTION = Shape({"type": one_of("rich_text_section"), "elements": _ELEMENTS}, ("type", "elements"))
_PARTS: Mapping[str, Check] = {
    "rich_text_section": _SECTION,
    "rich_text_list": Shape(
        {
            "type": string(40),
            "style": one_of("bullet", "ordered"),
            "indent": number(0, 8),
            "elements": many(_SECTION, 1000),
            **_BORDER,
        },
        ("type", "style", "elements"),
    ),
    "rich_text_quote": Shape(
        {"type": string(40), "elements": _ELEMENTS, **_BORDER}, ("type", "elements")
    ),
    "rich_text_preformatted": Shape(
        {"type": string(40), "elements": _LITERAL, **_BORDER}, ("type", "elements")
    ),
}
PARTS = many(of_type(_PARTS, "part of rich text"), 1000)
