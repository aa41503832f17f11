"""Markdown as rich text."""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.roundup import Message
from bot.slack.kit.blocks import strings
from bot.slack.language.words import ENGLISH
from bot.slack.markdown import MOST_READ, blocks_of
from tests.slack.limits import breaches

PULL = "https://github.com/acme/engine/pull/7"


def parts(markdown: str) -> list[dict[str, Any]]:
    """The parts of all its blocks."""
    return [part for block in blocks_of(markdown, ENGLISH) for part in block.get("elements", [])]


def marked(markdown: str) -> str:
    """Its words, each run in the signs of its style: *bold* _italic_ ~strike~ `code` <url|link>."""
    return "\n".join(_marked(part) for part in parts(markdown))


def _marked(part: dict[str, Any]) -> str:
    if part["type"] == "rich_text_list":
        sign = "1." if part["style"] == "ordered" else "-"
        rows = [f"{'  ' * part['indent']}{sign} {_marked(row)}" for row in part["elements"]]
        return "\n".join(rows)
    signs = {"bold": "*", "italic": "_", "strike": "~", "code": "`"}
    told = ""
    for element in part["elements"]:
        worn = "".join(signs[style] for style in element.get("style", {}))
        shown = f"{worn}{element['text']}{worn[::-1]}"
        told += f"<{element['url']}|{shown}>" if element["type"] == "link" else shown
    return told


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("**b** __b c__ *i* _i_ ~~s~~ `c` ***bi***", "*b* *b c* _i_ _i_ ~s~ `c` _*bi*_"),
        ("支持**加粗**中文", "支持*加粗*中文"),
        ("**加粗。**中文，**（好）**中文", "*加粗。*中文，*（好）*中文"),
        ("中文**“引”**中文 **“引”**and **a (b)**中文", "中文*“引”*中文 *“引”*and *a (b)*中文"),
        ("用**`code`**写，~~删。~~了", "用*`code`*写，~删。~了"),
        ("日本語の**「強調」**と한국어**(강조)**는", "日本語の*「強調」*と한국어*(강조)*는"),
        ("snake_case_name 2 ** 3 ** 4 __init__ *args **kwargs 变量_name_是", None),
        ("a\nb  \nc\\\nd 中\n文 中\nx", "a b\nc\nd 中文 中 x"),
        ("# Big **one**\nText\n\nSmall\n---", "*Big one*\nText\n*Small*"),
        ("<!channel> @here <@U1> :tada: &lt;!here&gt; <b>x</b>", "<!channel> @here <@U1> :tada: "
         "<!here> <b>x</b>"),
        (f"[the **PR**]({PULL}) ![shot](https://x.y/i.png)", f"<{PULL}|the ><{PULL}|*PR*> "
         "<https://x.y/i.png|shot>"),
        (f"见{PULL}。(https://x.y/a_(b)), <{PULL}>", f"见<{PULL}|{PULL}>。(<https://x.y/a_(b)|"
         f"https://x.y/a_(b)>), <{PULL}|{PULL}>"),
        ("[a](docs/a.md) [b](ftp://x.y/z) [c](<http:///>) `https://x.y`", "a b c `https://x.y`"),
        ("- a\n  - b\n    1. c\n    2. d\n- e\n\n  f\n", "- a\n  - b\n    1. c\n    1. d\n- e\nf"),
        ("1. a\n   - in\n   - more\n2. b\n\n3) x\n4) y", "1. a\n◦ in\n◦ more\n1. b\n3. x\n4. y"),
        ("> q\n> r\n>\n> - l", "q r\n- l"),
        ("```py\nx  = 1\n\ny\n```", "x  = 1\n\ny"),
        ("|a|中文列|\n|-|-|\n|x y|**z**|", "a   │ 中文列\n────┼───────\nx y │ z"),
    ],
)  # fmt: skip
def test_it_is_shown_as_it_is_meant(markdown: str, shown: str | None) -> None:
    assert marked(markdown) == (markdown if shown is None else shown)


def test_each_kind_of_block_is_a_block_of_its_own() -> None:
    blocks = blocks_of("p\n\n- l\n\n> q\n>\n> - m\n\n```\nc\n```\n***\n|a|\n|-|\n", ENGLISH)
    kinds = [[part["type"] for part in block.get("elements", [])] for block in blocks]
    lists = ["rich_text_list"]
    code = ["rich_text_preformatted"]
    quote = ["rich_text_quote", "rich_text_list"]
    assert kinds == [["rich_text_section"], lists, quote, code, [], code]
    assert [block["elements"][1]["border"] for block in blocks[2:3]] == [1]
    assert blocks[4] == {"type": "divider"}


N = 100_000
HOSTILE = {
    "brackets": "[" * N,
    "links": "[a](" * N,
    "quotes": ">" * N + " deep",
    "lists": "".join(" " * (2 * n) + "- a\n" for n in range(400)),
    "stars": "*a* b " * N,
    "underscores": "_*" * N,
    "cells": "|a" * 500 + "|\n" + "|-" * 500 + "|\n" + "|x\n" * N,
    "lines": "a\n\n" * N,
    "addresses": "http://a.b/" + "c" * 580 + " " + "http://a " * N,
    "rules": "---\n\n" * N,
    "emoji": "👩‍🚀" * N,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_too_much_is_cut_and_says_so(name: str) -> None:
    blocks = blocks_of(HOSTILE[name], ENGLISH, PULL)
    assert len(blocks) <= 70
    assert len(json.dumps(blocks)) < 110_000
    assert all(len(string) <= 3000 for string in strings(blocks))
    told = " ".join(strings(blocks[-1]))
    assert "cut here" in told
    assert f"<{PULL}|Open on GitHub>" in told


def test_what_is_nested_deeper_than_anybody_reads_is_shown_as_written() -> None:
    assert marked(">" * 2000 + " deep") == ">" * 2000 + " deep"
    whole = "字" * MOST_READ
    assert marked(whole) == whole


@given(st.text(st.sampled_from("*_~`[]()<>!#>-1.|\\\n  ab字。“”&:/@\u202e\ud800"), max_size=60))
@example("*\n- \n  > ```")
@example("![](http://x)[![a](http://y)](http://z)")
def test_nothing_in_it_breaks_slacks_rules_or_loses_letters(markdown: str) -> None:
    blocks = blocks_of(markdown, ENGLISH)
    shown = [block for block in blocks if block["type"] != "divider"]
    if shown:
        assert breaches(Message("x", tuple(shown))) == []
    if not re.search(r"[\[\]<>(&`|]", markdown):  # no address, entity, language, row
        assert "".join(strings(blocks)).count("字") == markdown.count("字")
