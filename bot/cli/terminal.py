"""Draws Slack messages and views in a terminal, as near as text comes to Block Kit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bot.cli.controls import control
from bot.cli.wrapping import Wrapped

Block = Mapping[str, Any]

EMOJI = {"star": "⭐", "eyes": "👀", "zzz": "💤", "grey_question": "❔", "warning": "⚠️"}
STYLES = {"bold": "bold", "italic": "italic", "underline": "underline", "code": "cyan"}


def drawn(message: Mapping[str, Any], title: str) -> Panel:
    """A Slack message (`blocks`, or else `text`) or `view` in a frame under `title`.

    Below a view that can be submitted stands with what.
    """
    view = message.get("view") or {}
    blocks = view.get("blocks") or message.get("blocks") or []
    rows = [*_rows(blocks)] or [Wrapped(_mrkdwn(message.get("text") or ""))]
    rows += [Wrapped(Text(f"{field}: {told}")) for field, told in _errors(message)]
    if submit := view.get("submit"):
        rows += [Text(), Wrapped(Text(f"[ {submit['text']} ]", style="bold"))]
    title = " · ".join(filter(None, (title, view.get("title", {}).get("text"))))
    return Panel(Group(*rows), title=title, title_align="left", border_style="dim")


def _rows(blocks: Sequence[Block]) -> Iterator[RenderableType]:
    """The blocks, an empty line before each but the small print, which belongs to what is above."""
    for number, block in enumerate(blocks):
        if number and block.get("type") != "context":
            yield Text()
        yield Wrapped(_block(block))


def _block(block: Block) -> Text:
    match block.get("type"):
        case "rich_text":
            return _rich_text(block["elements"])
        case "context":
            small = Text("  ").join(_text(element) for element in block["elements"])
            small.stylize("dim")
            return small
        case "actions":
            return Text(" ".join(map(control, block["elements"])), style="bold")
        case "section":
            return _section(block)
        case "header":
            return Text(block["text"]["text"], style="bold underline")
        case "divider":
            return Text("─" * 20, style="dim")
        case "input":
            return _input(block)
        case other:
            return Text(f"[{other}]", style="dim")


def _section(block: Block) -> Text:
    texts = [block["text"]] if "text" in block else []
    drawn = Text("\n").join(map(_text, [*texts, *block.get("fields", [])]))
    if accessory := block.get("accessory"):
        drawn.append(f"  {control(accessory)}", style="bold")
    return drawn


def _input(block: Block) -> Text:
    drawn = Text(f"{block['label']['text']}\n{control(block['element'])}")
    if hint := block.get("hint"):
        drawn.append(f"\n{hint['text']}", style="dim")
    return drawn


def _errors(message: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was not taken of a modal, by field."""
    return list((message.get("errors") or {}).items())


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
            STYLES.get(name, "") for name, on in element.get("style", {}).items() if on
        )
        match element["type"]:
            case "emoji":
                drawn.append(EMOJI.get(element["name"], f":{element['name']}:"))
            case "link":
                words = element.get("text", element["url"])
                drawn.append(words, style=f"{style} blue link {element['url']}".strip())
            case "user":
                drawn.append(f"@{element['user_id']}", style=style)
            case "channel":
                drawn.append(f"#{element['channel_id']}", style=style)
            case _:
                drawn.append(element.get("text", ""), style=style)
    return drawn


def _text(element: Block) -> Text:
    words = str(element.get("text", ""))
    return Text(words) if element["type"] == "plain_text" else _mrkdwn(words)


def _mrkdwn(words: str) -> Text:
    """Slack's mrkdwn, of which the bot makes links only."""
    return Text(unescape(re.sub(r"<(https?://[^|>]+)\|([^>]+)>", r"\2", words)))
