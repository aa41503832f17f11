"""Draws Slack messages in a terminal, as near as text comes to Block Kit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from bot.cli.wrapping import Wrapped

Block = Mapping[str, Any]

EMOJI = {"star": "⭐", "eyes": "👀", "zzz": "💤", "grey_question": "❔", "warning": "⚠️"}


def drawn(message: Mapping[str, Any], title: str) -> Panel:
    """A Slack message (`blocks`, or else `text`) in a frame under `title`."""
    blocks = message.get("blocks") or []
    rows = [*_rows(blocks)] or [Wrapped(_mrkdwn(message.get("text", "")))]
    return Panel(Group(*rows), title=title, title_align="left", border_style="dim")


def _rows(blocks: Sequence[Block]) -> Iterator[RenderableType]:
    """The blocks, an empty line before each but the small print, which belongs to what is above."""
    for number, block in enumerate(blocks):
        if number and block.get("type") != "context":
            yield Text()
        for row in _block(block):
            yield Wrapped(row) if isinstance(row, Text) else row


def _block(block: Block) -> Iterator[RenderableType]:
    match block.get("type"):
        case "rich_text":
            yield _rich_text(block["elements"])
        case "header":
            yield Text(block["text"]["text"], style="bold")
        case "section":
            yield from (_text(words) for words in _words_of(block))
        case "context":
            small = Text("  ").join(_text(e) for e in block["elements"] if e["type"] != "image")
            small.stylize("dim")
            yield small
        case "divider":
            yield Rule(style="dim")
        case "actions":
            yield Text(" ").join(_element(element) for element in block["elements"])
        case other:
            yield Text(f"[{other}]", style="dim")


def _words_of(section: Block) -> list[Block]:
    text = [section["text"]] if section.get("text") else []
    return text + list(section.get("fields", []))


def _rich_text(elements: Sequence[Block]) -> Text:
    drawn = Text()
    for number, element in enumerate(elements):
        if number:
            drawn.append("\n")
        if element["type"] == "rich_text_list":
            lines = [_inline(line["elements"]) for line in element["elements"]]
            drawn.append_text(Text("\n").join(Text("• ") + line for line in lines))
        else:
            drawn.append_text(_inline(element["elements"]))
    drawn.rstrip()
    return drawn


def _inline(elements: Sequence[Block]) -> Text:
    drawn = Text()
    for element in elements:
        style = " ".join(
            {"bold": "bold", "italic": "italic", "code": "cyan", "strike": "strike"}.get(name, "")
            for name, on in element.get("style", {}).items()
            if on
        )
        match element["type"]:
            case "emoji":
                drawn.append(EMOJI.get(element["name"], f":{element['name']}:"))
            case "link":
                words = element.get("text", element["url"])
                drawn.append(words, style=f"{style} underline link {element['url']}".strip())
            case _:
                drawn.append(element.get("text", ""), style=style)
    return drawn


def _text(element: Block) -> Text:
    words = str(element.get("text", ""))
    return Text(words) if element["type"] == "plain_text" else _mrkdwn(words)


def _mrkdwn(words: str) -> Text:
    """Slack's mrkdwn without its marks: enough for the bot's own words."""
    words = re.sub(r"<(https?://[^|>]+)\|([^>]+)>", r"\2", words)
    drawn = Text()
    for part in re.split(r"(\*[^*\n]+\*|`[^`\n]+`)", words):
        style = {"*": "bold", "`": "cyan"}.get(part[:1], "") if len(part) > 2 else ""
        drawn.append(unescape(part[1:-1] if style else part), style=style)
    return drawn


def _element(element: Block) -> Text:
    label = element.get("text", {}).get("text") or element.get("placeholder", {}).get("text", "⋯")
    return Text(f"[ {label} ]", style="bold")
