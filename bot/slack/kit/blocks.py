"""Block Kit pieces as JSON-ready dicts; whatever is a text element is shown literally."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any
from urllib.parse import quote, urlsplit

from bot.slack.kit.text import clip, escape, length

Block = dict[str, Any]
Element = dict[str, Any]

BUTTON_VALUE_LIMIT = 2000
_CONTEXT_LIMIT = 2000  # Slack: 3,000; code points are not what it may count
_URL_LIMIT = 600  # Slack: 3,000; a page of Hits with longer ones is too long for a message
_URL_SAFE = ":/?#[]@!$&'()*+,;=%~"


def text(value: str, *style: str) -> Element:
    """Literal text; `style` is any of bold, italic, underline, code."""
    return {"type": "text", "text": value, **_style(style)}


def link(url: str, label: str, *style: str) -> Element:
    """A link whose label is literal."""
    return {"type": "link", "url": url, "text": label, **_style(style)}


def emoji(name: str) -> Element:
    """An emoji by Slack's name, without colons."""
    return {"type": "emoji", "name": name}


def channel(id_: str) -> Element:
    """A channel by its id, shown by its name and leading there; nobody is notified."""
    return {"type": "channel", "channel_id": id_}


def user(id_: str) -> Element:
    """A person by their Slack id, shown by name: only of who acts, whom it tells nothing new."""
    return {"type": "user", "user_id": id_}


def phrased(template: str, **elements: Element | list[Element]) -> Iterator[Element]:
    """The words of a template as literal text, its `{names}` filled with elements."""
    for words, name, _, _ in Formatter().parse(template):
        if words:
            yield text(words)
        if name:
            filled = elements[name]
            yield from filled if isinstance(filled, list) else [filled]


def _style(style: Sequence[str]) -> Element:
    return {"style": dict.fromkeys(style, True)} if style else {}


def paragraph(*elements: Element) -> Block:
    """A block of running text. Slack refuses empty text elements: they are left out."""
    return rich(section(*elements))


def section(*elements: Element) -> Element:
    """A part of a `rich` block."""
    kept = [element for element in elements if element.get("text") != ""]
    return {"type": "rich_text_section", "elements": kept}


def bullets(*rows: Element) -> Element:
    """A part of a `rich` block: a bulleted list, each row a `section`."""
    return {"type": "rich_text_list", "style": "bullet", "elements": list(rows)}


def rich(*parts: Element) -> Block:
    """A block of sections and lists."""
    return {"type": "rich_text", "elements": list(parts)}


def header(told: str) -> Block:
    """A line in large letters, of at most 150 characters."""
    shown = {"type": "plain_text", "text": told, "emoji": True}
    return {"type": "header", "text": shown}


def context(small: str, url: str | None = None, label: str = "") -> Block:
    """A small grey line of literal text, a link at its end if `url` is given."""
    elements: list[Element] = [
        {"type": "plain_text", "text": clip(small, _CONTEXT_LIMIT), "emoji": False}
    ]
    if url:
        mrkdwn = f"<{escape(url)}|{escape(label)}>"
        elements.append({"type": "mrkdwn", "text": mrkdwn, "verbatim": True})
    return {"type": "context", "elements": elements}


def button(label: str, action_id: str, value: str) -> Element:
    """A button that brings `value` (at most 2,000 characters) back when pressed."""
    shown = {"type": "plain_text", "text": label, "emoji": True}
    return {"type": "button", "text": shown, "action_id": action_id, "value": value}


def url_button(label: str, action_id: str, url: str) -> Element:
    """A button that opens an address; Slack tells us of that too."""
    shown = {"type": "plain_text", "text": label, "emoji": True}
    return {"type": "button", "text": shown, "action_id": action_id, "url": url}


def overflow(action_id: str, labels: Mapping[str, str], urls: Mapping[str, str]) -> Element:
    """A menu behind three dots: 1 to 5 options by the value (at most 150 characters) they bring.

    Choosing one that has a URL opens it too.
    """
    options = []
    for value, label in labels.items():
        shown = {"type": "plain_text", "text": label, "emoji": True}
        address = {"url": urls[value]} if value in urls else {}
        options.append({"text": shown, "value": value, **address})
    return {"type": "overflow", "action_id": action_id, "options": options}


def beside(mrkdwn: str, accessory: Element, block_id: str | None) -> Block:
    """A line with something to press at its right. `mrkdwn` is ours, all else in it escaped."""
    shown = {"type": "mrkdwn", "text": mrkdwn, "verbatim": True}
    known_by = {} if block_id is None else {"block_id": block_id}
    return {"type": "section", **known_by, "text": shown, "accessory": accessory}


def actions(*buttons: Element) -> Block:
    """A row of buttons."""
    return {"type": "actions", "elements": list(buttons)}


@functools.lru_cache(maxsize=4096)  # each Entry is drawn with it thrice, and again on each Page
def safe_url(url: str | None) -> str | None:
    """`url` as a link may carry it: http(s), percent-encoded, of bounded length; else None."""
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return None
    encoded = quote(url, safe=_URL_SAFE, errors="replace")
    if parts.scheme not in {"http", "https"} or not host or len(encoded) > _URL_LIMIT:
        return None
    return encoded


def strings(value: Any) -> Iterator[str]:
    """Every string value in blocks: what Slack's undocumented total counts at most."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def size(blocks: Sequence[Block]) -> int:
    """Characters in all strings of `blocks`."""
    return _size(blocks)


def _size(value: Any) -> int:
    """Without a generator, as every Answer is measured."""
    if isinstance(value, str):
        return length(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 0
