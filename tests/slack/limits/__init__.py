"""What Slack refuses in a message or a view, and what could notify somebody.

From what Slack documents and what people measured; stricter where that leaves a doubt. Pure.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any

from bot.core.roundup import Message
from bot.slack.kit.blocks import strings
from tests.slack.limits.blocks import of_blocks
from tests.slack.limits.checks import Breaches, Check, Place, Shape, one_of, plain, string
from tests.slack.limits.text import length, of_mrkdwn, of_shown, of_string

MOST_IN_ALL = 10_000
"""Characters in all blocks of a message: from some more on, Slack refuses it, and tells no rule."""

TEXT, PLAIN_TEXT = 4000, 3500
"""Characters of a text below blocks, and of one that stands alone."""

METADATA_BYTES, VIEW_BYTES = 1000, 250_000

_SHORT = plain(24)
_OF_ALL: dict[str, Check] = {
    "type": string(10),
    "blocks": lambda value, at: of_blocks(value, at, most=100),
    "private_metadata": string(3000, least=0),
    "callback_id": string(255),
    "external_id": string(255),
}
_FLAG = one_of(True, False)
_MODAL = Shape(
    {
        **_OF_ALL,
        "title": _SHORT,
        "submit": _SHORT,
        "close": _SHORT,
        "clear_on_close": _FLAG,
        "notify_on_close": _FLAG,
    },
    ("type", "title", "blocks"),
)
_VIEWS = {"modal": _MODAL, "home": Shape(_OF_ALL, ("type", "blocks"))}


def breaches(message: Message, named: Collection[str] = ()) -> list[str]:
    """Every breach in a message; `named`: the ids (Slack's) that it may name, of who acted, say."""
    return list(_of_message(message, named))


def breaches_of_view(view: Any, named: Collection[str] = ()) -> list[str]:
    """Every breach in a modal or a Home tab."""
    return list(_of_view(view, named))


def _of_message(message: Message, named: Collection[str]) -> Iterator[str]:
    most = TEXT if message.blocks else PLAIN_TEXT
    if not 0 < length(message.text) <= most:
        yield f"text: {length(message.text)} characters"
    for of in (of_string(message.text), of_shown(message.text), of_mrkdwn(message.text, named)):
        yield from (f"text: {breach}" for breach in of)
    if message.blocks:
        yield from of_blocks(list(message.blocks), Place("blocks", "message", named), most=50)
        total = sum(length(each) for each in strings(message.blocks))
        if total > MOST_IN_ALL:
            yield f"blocks: {total} characters in all"
    if message.metadata is not None:
        yield from _of_metadata(message.metadata)


def _of_metadata(metadata: dict[str, Any]) -> Breaches:
    if set(metadata) != {"event_type", "event_payload"}:
        yield f"metadata: {sorted(metadata)}"
    if len(json.dumps(metadata)) > METADATA_BYTES:
        yield "metadata: too large"


def _of_view(view: Any, named: Collection[str]) -> Iterator[str]:
    kind = view.get("type") if isinstance(view, dict) else None
    if kind not in _VIEWS:
        yield f"view: {kind} is neither a modal nor a Home tab"
        return
    yield from _VIEWS[kind](view, Place("view", kind, named))
    inputs = [each for each in view.get("blocks", ()) if each.get("type") == "input"]
    if kind == "modal" and inputs and "submit" not in view:
        yield "view: inputs, but nothing to submit them with"
    if len(json.dumps(view)) > VIEW_BYTES:
        yield f"view: {len(json.dumps(view))} bytes"
