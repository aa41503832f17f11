"""An Entry as Slack shows it, and what a Hit shows of why it was found."""

from typing import Any

import pytest

from bot.core.entry import StoredEntry
from bot.core.hit import Hit, Matched
from bot.slack.entry.entries import entry_blocks, hit_blocks
from bot.slack.entry.menus import entry_menu
from bot.slack.kit.blocks import Block
from bot.slack.language.words import ENGLISH
from tests.slack.builders import a_hit, an_entry

MOE = ("moe",)
LONG = "Worth a close read for whoever maintains the scheduler and its many queues. " * 2


def marked(blocks: list[Block]) -> str:
    """The elements of the first block, with their styles: bold *…*, underlined _…_."""
    return "".join(map(_marked, blocks[0]["elements"][0]["elements"]))


def _marked(element: dict[str, Any]) -> str:
    shown = str(element.get("text", ""))
    style = element.get("style", {})
    shown = f"_{shown}_" if style.get("underline") else shown
    return f"*{shown}*" if style.get("bold") else shown


def small(blocks: list[Block]) -> str:
    return str(blocks[1]["elements"][0]["text"])


def a_partial(*why: str) -> Hit:
    return a_hit(an_entry("MoE"), MOE, matched=Matched.PARTIAL, why=why)


def test_an_entry_of_a_roundup_has_a_bold_headline_and_its_gist() -> None:
    blocks = entry_blocks(an_entry("MoE", verdict="Read it. MoE."), ENGLISH)
    assert marked(blocks) == " *MoE*\nRead it. MoE."


def test_matched_words_are_underlined_in_the_headline_and_bold_below() -> None:
    hit = a_hit(an_entry("支持MoE的后端", verdict="MoE值得精读。"), MOE)
    assert marked(hit_blocks(hit, ENGLISH)) == " *支持**_MoE_**的后端*\n*MoE*值得精读。"


def test_each_piece_of_a_linked_headline_leads_to_the_pull_request() -> None:
    blocks = hit_blocks(a_hit(an_entry("Faster MoE kernel", pr=7), MOE), ENGLISH)
    links = [each for each in blocks[0]["elements"][0]["elements"] if each["type"] == "link"]
    assert [each["text"] for each in links] == ["Faster ", "MoE", " kernel"]
    assert {each["url"] for each in links} == {"https://github.com/acme/engine/pull/7"}


@pytest.mark.parametrize("headline", ["moe, " * 40, "moe, kernel " * 8])
def test_a_headline_that_would_be_in_too_many_links_is_in_one(headline: str) -> None:
    url = f"https://example.org/{'x' * 60}"
    blocks = hit_blocks(a_hit(an_entry(headline, url=url, verdict=""), MOE), ENGLISH)
    assert [each["type"] for each in blocks[0]["elements"][0]["elements"]] == [
        "emoji",
        "text",
        "link",
    ]


def test_a_text_that_is_all_matches_is_left_unmarked() -> None:
    hit = a_hit(an_entry("One", verdict="moe, " * 30), MOE)
    assert "*moe" not in marked(hit_blocks(hit, ENGLISH))


def test_the_sentence_that_tells_why_stands_in_for_the_gist() -> None:
    hit = a_hit(an_entry("One", verdict=f"{LONG}The MoE path is new."), MOE)
    assert marked(hit_blocks(hit, ENGLISH)).endswith("… The *MoE* path is new.")


def test_a_partial_hit_says_what_it_lacks() -> None:
    lacking = hit_blocks(a_partial("“moe” in the headline", "without “lora”, “fp8”"), ENGLISH)
    assert marked(lacking).endswith("\nwithout “lora”, “fp8”")
    assert small(lacking) == "must-read · acme/engine #12 · 27 Nov 2026"
    in_another_order = hit_blocks(a_partial("“moe” in the headline"), ENGLISH)
    assert marked(in_another_order).endswith("\nnot as a phrase")


def test_a_hit_that_shows_its_match_says_no_more() -> None:
    hit = a_hit(an_entry("MoE", verdict="Read it.", labels=("moe",)), MOE)
    assert marked(hit_blocks(hit, ENGLISH)) == " *_MoE_*\nRead it."


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (an_entry("修复", title="[Fix] MoE race"), "title “[Fix] MoE race”"),
        (an_entry("修复", labels=("ci", "moe-backend")), "label “moe-backend”"),
    ],
)
def test_a_match_in_title_or_label_alone_is_told(stored: StoredEntry, told: str) -> None:
    assert marked(hit_blocks(a_hit(stored, MOE), ENGLISH)).endswith(f"\n{told}")


@pytest.mark.parametrize(
    ("repo", "line", "place"),
    [
        ("acme-2/my_engine.py", "must-read · acme-2/my_engine.py #12 · 27 Nov 2026 · saved", ""),
        ("_acme_/*engine*", "must-read · 27 Nov 2026 · saved", "\n_acme_/*engine* #12"),
        ("<!channel>/`x`", "must-read · 27 Nov 2026 · saved", "\n<!channel>/`x` #12"),
    ],
)
def test_beside_a_menu_nothing_from_outside_can_style_or_call(
    repo: str, line: str, place: str
) -> None:
    stored = an_entry("MoE", verdict="", repo=repo, url="https://x.y/1")
    menu = entry_menu(stored, ENGLISH)
    told, below = entry_blocks(stored, ENGLISH, menu, "saved", "entry:7")
    assert below["text"] == {"type": "mrkdwn", "text": line, "verbatim": True}
    assert (below["accessory"], below["block_id"]) == (menu, "entry:7")
    assert marked([told]) == f" *MoE*{place}"
