"""Slack messages as a terminal shows them."""

import io
from typing import Any

from rich.console import Console

from bot.cli.terminal import drawn
from bot.slack.kit.blocks import actions, button, context, link, paragraph, text


def shown(message: dict[str, Any]) -> list[str]:
    console = Console(file=io.StringIO(), width=60, force_terminal=False)
    console.print(drawn(message, "title"))
    file = console.file
    assert isinstance(file, io.StringIO)
    return [line.strip("│ ") for line in file.getvalue().splitlines()[1:-1]]


def test_hits_stand_apart_and_their_small_print_stays_with_them() -> None:
    hit = [paragraph(link("https://x.y", "A headline")), context("must-read · o/n")]
    blocks = [paragraph(text("2 pull requests", "bold")), *hit, *hit]
    assert shown({"blocks": [*blocks, actions(button("Next ▶", "next", "v"))]}) == [
        "2 pull requests",
        "",
        "A headline",
        "must-read · o/n",
        "",
        "A headline",
        "must-read · o/n",
        "",
        "[ Next ▶ ]",
    ]


def test_markup_of_the_terminal_is_shown_as_it_is() -> None:
    blocks = [paragraph(text("[red]not red[/] [link=x]y")), context("[bold]")]
    assert shown({"blocks": blocks}) == ["[red]not red[/] [link=x]y", "[bold]"]


def test_a_message_without_blocks_is_its_text() -> None:
    assert shown({"text": "a &lt;b&gt; <https://x.y|c>"}) == ["a <b> c"]
