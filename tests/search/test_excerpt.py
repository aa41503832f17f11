"""What a Hit shows of its Verdict tells why it was found."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.entry import Entry, Level
from bot.core.gist import gist
from bot.search.excerpt import excerpt
from bot.search.need import Row
from bot.search.words import terms


def shown(verdict: str, *rows: Row, headline: str = "A fix", limit: int = 80) -> str:
    entry = Entry("o/n", None, headline, verdict, Level.SKIM, date(2026, 11, 27))
    return excerpt(entry, rows, limit)


LONG = "Worth a close read for whoever maintains the scheduler and its many queues."


def test_without_rows_it_is_the_gist() -> None:
    assert shown(f"{LONG} The MoE path is new.") == LONG


def test_a_gist_that_has_the_match_stays() -> None:
    assert shown("Read the MoE part. It is short. MoE again.", ("moe",)).startswith("Read the MoE")


def test_what_the_headline_shows_already_needs_no_other_sentence() -> None:
    assert shown(f"{LONG} The MoE path is new.", ("moe",), headline="MoE") == LONG


def test_what_stands_in_no_verdict_leaves_the_gist() -> None:
    assert shown(f"{LONG} The MoE path is new.", ("lora",)) == LONG


def test_the_sentence_with_the_match_stands_in_for_the_gist() -> None:
    assert shown(f"{LONG} The MoE path is new.", ("moe",)) == "… The MoE path is new."


def test_the_first_sentence_stands_before_if_both_fit() -> None:
    verdict = f"值得精读。{'这里很长，' * 20}没有别的。量化的部分是新的。"
    assert shown(verdict, ("量化",)) == "值得精读。 … 量化的部分是新的。"


def test_the_sentence_with_most_of_the_rows_is_taken() -> None:
    verdict = f"{LONG} MoE is named. MoE meets LoRA. LoRA is named."
    assert shown(verdict, ("moe",), ("lora",)) == "… MoE meets LoRA."


def test_only_what_is_not_seen_yet_counts() -> None:
    verdict = f"{LONG} MoE meets CUDA. LoRA is named."
    assert shown(verdict, ("moe",), ("lora",), headline="MoE") == "… LoRA is named."


def test_of_a_long_sentence_the_clauses_around_the_match_are_shown() -> None:
    sentence = f"{'The first clause tells nothing, ' * 4}then the MoE path is told, and so on."
    assert shown(f"{LONG} {sentence}", ("moe",)).endswith("then the MoE path is told, and so on.")
    chinese = f"{'前面的话，' * 20}量化在这里，{'后面的话，' * 20}完。"
    told = shown(f"{LONG} {chinese}", ("量化",), limit=40)
    assert "量化在这里" in told
    assert told.startswith("… ")
    assert told.endswith("…")
    assert len(told) <= 40


def test_a_clause_without_end_is_cut_between_words() -> None:
    clause = f"{'many words ' * 20}MoE {'more words ' * 20}"
    told = shown(f"{LONG} {clause}", ("moe",))
    assert " MoE " in told
    assert set(told.split()) <= {"…", "many", "words", "MoE", "more", "words…", "more…"}
    assert len(told) <= 80


def test_markdown_goes_from_what_is_shown() -> None:
    assert shown(f"{LONG} The **MoE** `path` is new.", ("moe",)) == "… The MoE path is new."


TEXT = st.text(alphabet="ab值。，,. !`*[]()\n-…\ud800\u200d", max_size=400)


@pytest.mark.parametrize("word", ["ab", "值"])
@given(TEXT, TEXT, st.integers(8, 200))
def test_it_always_fits_and_is_one_line(word: str, one: str, other: str, limit: int) -> None:
    told = shown(f"{one}{word}{other}", terms(word).parts, limit=limit)
    assert len(told) <= limit
    assert "\n" not in told
    assert gist(f"{one}{word}{other}", limit) == shown(f"{one}{word}{other}", limit=limit)
