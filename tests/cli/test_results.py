"""What a search found, as a person reads it in a terminal."""

from typing import Any

import click
from click.testing import CliRunner

from bot.cli.results import print_found
from bot.core.hit import Correction, Found, Matched
from tests.slack.builders import a_hit, an_entry, found

PARTIAL: dict[str, Any] = {"matched": Matched.PARTIAL, "why": ("without “lora”",)}


def printed(shown: Found, *, color: bool = False) -> str:
    verb = click.Command("show", callback=lambda: print_found(shown))
    return CliRunner().invoke(verb, color=color).stdout


def test_matched_words_are_bold_and_the_reasons_dim_where_the_terminal_can() -> None:
    shown = found(a_hit(an_entry("支持MoE的后端"), ("moe",)))
    assert "must    支持\x1b[1mMoE\x1b[0m的后端\n        \x1b[2macme" in printed(shown, color=True)
    assert "\x1b" not in printed(shown)


def test_a_correction_is_told_with_the_search_for_what_was_typed() -> None:
    shown = found(an_entry(), corrections=(Correction("quantizaton", "quantization"),))
    told = "Showing quantization; search '\"quantizaton\"' for exactly that"
    assert told in printed(shown).splitlines()


def test_partial_hits_are_counted_apart_and_stand_below_a_line() -> None:
    told = printed(found(a_hit(an_entry("Whole")), a_hit(an_entry("Part"), **PARTIAL), total=2))
    assert told.startswith("1 for moe, 1 more with some of the words\n")
    assert told.index("Whole") < told.index("\n\nThese have some of the words:\n\nmust    Part")
    assert "without “lora”\n" in told


def test_where_all_are_partial_the_first_line_says_so() -> None:
    told = printed(found(a_hit(**PARTIAL), total=7, partial=7))
    first, *_ = told.splitlines()
    assert first == "7 for moe; none has all of the words; 1 shown, --limit N shows more"
    assert "These have some" not in told


def test_a_count_that_stopped_says_so() -> None:
    told = printed(found(an_entry(), total=1000, total_exact=False))
    assert told.startswith("1000+ for moe; 1 shown, --limit N shows more\n")


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in printed(found(an_entry("red \x1b[31m alert")), color=False)
    assert "\x1b[31m" not in printed(found(an_entry("red \x1b[31m alert")), color=True)
