"""A signed request body, read into the dict that Bolt takes; anything odd is refused in words."""

import json
from typing import Any
from urllib.parse import parse_qsl

from bot.slack.wire.refusal import Refusal

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"

_MOST_FIELDS = 100


def read(body: bytes, content_type: str) -> dict[str, Any]:
    """The command, interaction or event in `body`. Raises Refusal (400, 415).

    Bolt's own reader drops a command with the letters "payload" in it, and fails on a field
    `payload` beside one; so it never gets to read.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in {FORM, JSON}:
        raise Refusal(415, f"Send {FORM} or {JSON}.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(400, "The body is not UTF-8.") from None
    return _event(text) if kind == JSON else _form(text)


def _form(text: str) -> dict[str, Any]:
    try:
        pairs = parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        raise Refusal(400, "The form has too many fields, or one that is not UTF-8.") from None
    fields = dict(pairs)
    if "payload" in fields:
        if "command" in fields:
            raise Refusal(400, "The form has both a command and a payload.")
        return _event(fields["payload"])
    if not fields.get("command", "").startswith("/"):
        raise Refusal(400, "The form has neither a command nor a payload.")
    return fields


def _event(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal(400, "The JSON cannot be read.") from None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise Refusal(400, "The JSON is not an object with a type.")
    return value
