"""What Slack refuses in a message, as far as it is known: checked on whatever we send."""

import re
from collections.abc import Iterator
from typing import Any

from bot.core.roundup import Message
from bot.slack.blocks import size, strings

NOTIFY = {"broadcast", "user", "usergroup", "channel", "team"}
LONGEST = {"text": 3000, "url": 3000, "value": 2000, "action_id": 255}


PLAIN_LONGEST = 3500
LINK = re.compile(r"<https?://[^<>|\s]+\|[^<>|\n]+>")
ENTITY = re.compile(r"&(amp|lt|gt);")


def breaches(message: Message) -> list[str]:
    """Every breach of Slack's limits, and everything that could notify somebody."""
    whole = _of_the_whole(message) if message.blocks else _of_a_text(message.text)
    return [*whole, *(breach for block in message.blocks for breach in _of_a_part(block))]


def _of_a_text(text: str) -> Iterator[str]:
    """Of a message that has nothing but a text."""
    if not 0 < len(text) <= PLAIN_LONGEST:
        yield f"a text of {len(text)}"
    words = LINK.sub("", text)
    if any(bracket in words for bracket in "<>"):
        yield "a mention, or what is no whole link"
    if "&" in ENTITY.sub("", text):
        yield "an ampersand that is not escaped, or an entity that was cut"
    text.encode()  # raises for half a surrogate pair


def _of_the_whole(message: Message) -> Iterator[str]:
    if not 0 < len(message.text) <= 4000:
        yield f"fallback text of {len(message.text)}"
    if any(bracket in message.text for bracket in "<>"):
        yield "a link or mention in the fallback text"
    if not 0 < len(message.blocks) <= 50:
        yield f"{len(message.blocks)} blocks"
    if size(message.blocks) > 10_000:
        yield f"{size(message.blocks)} characters"
    for string in strings(message.blocks):
        string.encode()  # raises for half a surrogate pair


def _of_a_part(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for inner in part:
            yield from _of_a_part(inner)
    elif isinstance(part, dict):
        yield from _too_long(part)
        yield from _of_its_kind(part)
        for inner in part.values():
            yield from _of_a_part(inner)


def _too_long(part: dict[str, Any]) -> Iterator[str]:
    for name, longest in LONGEST.items():
        value = part.get(name)
        if isinstance(value, str) and not 0 < len(value) <= longest:
            yield f"{part.get('type')}.{name} of {len(value)}"


def _of_its_kind(part: dict[str, Any]) -> Iterator[str]:
    kind, elements = part.get("type"), part.get("elements")
    if kind in NOTIFY:
        yield f"a {kind} element"
    if kind == "mrkdwn" and part["text"].startswith(("<!", "<@", "<#")):
        yield "a mention in mrkdwn"
    if elements is not None and not elements:
        yield f"an empty {kind}"
    if kind == "context" and len(part["elements"]) > 10:
        yield "too many context elements"
