"""The grammar of verdicts, on a handful of words of its own."""

import pytest

from bot.core.entry import Level
from bot.core.phrases import Phrases, Reading, prepare
from bot.core.verdict import judge

WORDS = {
    "negation": ["not", "不", "并非"],
    "filler": ["really", "a", "是"],
    "advice": ["worth", "值得"],
    "close": ["close read", "精读"],
    "quick": ["skim", "略读"],
    "skip": ["skip"],
    "attention": ["关注"],
    "turn": ["but", "但"],
    "audience": ["if you", "对于"],
    "especially": ["especially", "尤其"],
    "part": ["section"],
    "longer": ["不同"],
}
READINGS = [
    Reading(("advice", "close"), Level.MUST, denied=Level.SKIP),
    Reading(("advice", "attention"), Level.SKIM, lifts=True),
    Reading(("quick",), Level.SKIM),
    Reading(("skip",), Level.SKIP, alone=True),
]


@pytest.fixture(scope="module")
def phrases() -> Phrases:
    return prepare(WORDS, READINGS, {"讀": "读"})


def test_words_in_a_row_give_the_level_and_the_evidence(phrases: Phrases) -> None:
    assert judge("It is worth a close read.", phrases) == (Level.MUST, "worth a close read")


def test_a_verdict_that_does_not_say_whether_to_read_is_unknown(phrases: Phrases) -> None:
    assert judge("Four lines changed.", phrases) == (Level.UNKNOWN, "")


def test_an_empty_verdict_is_unknown(phrases: Phrases) -> None:
    assert judge("", phrases) == (Level.UNKNOWN, "")


def test_a_negation_turns_the_words_round_and_is_evidence(phrases: Phrases) -> None:
    assert judge("这次不值得精读。", phrases) == (Level.SKIP, "不值得精读")


def test_fillers_may_stand_between_a_negation_and_its_words(phrases: Phrases) -> None:
    assert judge("Not really worth a close read", phrases)[0] is Level.SKIP


def test_two_negations_cancel_out(phrases: Phrases) -> None:
    assert judge("并非不值得精读", phrases) == (Level.MUST, "并非不值得精读")


def test_a_negation_further_away_denies_something_else(phrases: Phrases) -> None:
    assert judge("改动并非很大的 PR 值得精读", phrases)[0] is Level.MUST


def test_a_longer_word_hides_a_negation_in_it(phrases: Phrases) -> None:
    assert judge("不同 值得精读", phrases) == (Level.MUST, "值得精读")


def test_words_in_different_passages_do_not_belong_together(phrases: Phrases) -> None:
    assert judge("值得，精读", phrases)[0] is Level.UNKNOWN


def test_words_too_far_apart_do_not_belong_together(phrases: Phrases) -> None:
    assert judge(f"worth {'x' * 40} close read", phrases)[0] is Level.UNKNOWN


def test_a_wrapped_line_does_not_part_words(phrases: Phrases) -> None:
    assert judge("This is worth a\nclose\nread.", phrases)[0] is Level.MUST


def test_bold_does_not_part_words_and_stays_in_the_evidence(phrases: Phrases) -> None:
    assert judge("**值得**精读", phrases) == (Level.MUST, "值得**精读")


def test_capitals_hyphens_and_traditional_characters_are_the_same_words(phrases: Phrases) -> None:
    assert judge("WORTH A CLOSE-READ", phrases)[0] is Level.MUST
    assert judge("值得精讀", phrases)[0] is Level.MUST


def test_latin_words_match_whole_only(phrases: Phrases) -> None:
    assert judge("skimmed milk", phrases)[0] is Level.UNKNOWN


@pytest.mark.parametrize("said", ['"worth a close read"', "`worth a close read`", "“值得精读”"])
def test_quoted_words_are_not_the_verdicts_own(phrases: Phrases, said: str) -> None:
    assert judge(f"The comment says {said}.", phrases)[0] is Level.UNKNOWN


def test_a_word_that_must_be_alone_counts_only_alone(phrases: Phrases) -> None:
    assert judge("Docs only, skip.", phrases) == (Level.SKIP, "skip")
    assert judge("The loop may skip a block.", phrases)[0] is Level.UNKNOWN


def test_what_is_said_for_an_audience_is_worth_a_skim(phrases: Phrases) -> None:
    assert judge("对于写内核的人，值得精读。", phrases)[0] is Level.SKIM
    assert judge("Worth a close read if you write kernels.", phrases)[0] is Level.SKIM


def test_an_audience_named_in_particular_leaves_out_nobody(phrases: Phrases) -> None:
    assert judge("值得精读，尤其对于写内核的人。", phrases)[0] is Level.MUST
    assert judge("Worth a close read especially if you write kernels.", phrases)[0] is Level.MUST


def test_what_is_said_of_a_part_is_worth_a_skim(phrases: Phrases) -> None:
    assert judge("One section is worth a close read.", phrases)[0] is Level.SKIM


def test_a_general_judgement_outweighs_a_limited_one(phrases: Phrases) -> None:
    assert judge("值得精读。对于旁人，略读。", phrases) == (Level.MUST, "值得精读")


def test_the_first_general_judgement_stands(phrases: Phrases) -> None:
    assert judge("值得精读。先略读。", phrases)[0] is Level.MUST


def test_what_directly_follows_a_turn_outweighs_what_came_before(phrases: Phrases) -> None:
    assert judge("Skim at first sight, but worth a close read.", phrases) == (
        Level.MUST,
        "worth a close read",
    )


def test_a_turn_about_something_else_does_not_lower_the_level(phrases: Phrases) -> None:
    assert judge("值得精读，但测试略读。", phrases)[0] is Level.MUST


def test_a_turn_ends_with_its_sentence(phrases: Phrases) -> None:
    assert judge("值得精读，但有风险。略读。", phrases)[0] is Level.MUST


def test_a_skip_with_something_of_worth_after_a_turn_is_a_skim(phrases: Phrases) -> None:
    assert judge("不值得精读。有三处值得关注。", phrases)[0] is Level.SKIP
    assert judge("不值得精读。改动很小。但值得关注测试。", phrases)[0] is Level.SKIP
    assert judge("不值得精读，但有三处值得关注。", phrases) == (
        Level.SKIM,
        "不值得精读，但有三处值得关注",
    )


def test_something_of_worth_by_itself_says_nothing_about_reading(phrases: Phrases) -> None:
    assert judge("值得关注后续修复。", phrases)[0] is Level.UNKNOWN


def test_a_word_of_two_concepts_is_refused() -> None:
    with pytest.raises(ValueError, match="Skim"):
        prepare({"quick": ["skim"], "skip": ["Skim"]}, [], {})


def test_a_reading_of_an_unknown_concept_is_refused() -> None:
    with pytest.raises(ValueError, match="closely"):
        prepare({"quick": ["skim"]}, [Reading(("quick", "closely"), Level.SKIM)], {})
