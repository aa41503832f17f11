"""The grammar of verdicts, on a handful of words of its own."""

import pytest

from bot.core.entry import Level
from bot.core.phrases import Phrases, prepare
from bot.core.readings import Reading
from bot.core.verdict import judge

WORDS = {
    "negation": ["not", "isn't", "不", "并非"],
    "negation advice": ["needless"],
    "filler": ["really", "a"],
    "aux": ["is", "to", "you", "i", "是"],
    "it": ["it", "this pr", "这次"],
    "opinion": ["think", "认为"],
    "crowd": ["some", "有人"],
    "advice": ["worth", "值得"],
    "read": ["read"],
    "close": ["close read", "精读"],
    "quick": ["skim", "略读"],
    "skip": ["skip", "跳过"],
    "attention": ["关注"],
    "turn": ["but", "但"],
    "concession": ["although", "虽然"],
    "label": ["verdict", "结论"],
    "scale": ["priority", "优先级"],
    "audience": ["if you", "对于"],
    "person": ["maintainers"],
    "everyone": ["everyone"],
    "especially": ["especially", "尤其"],
    "part": ["section"],
    "complete": ["whole"],
    "except": ["except"],
    "alone": ["only"],
    "liked": ["fun"],
    "longer": ["不同"],
}
READINGS = [
    Reading("advice closely", Level.MUST, denied=Level.SKIP),
    Reading("advice +attention", Level.SKIM, lifts=True),
    Reading("quick", Level.SKIM, denied=Level.MUST),
    Reading("^ +skip +it|$", Level.SKIP, denied=Level.MUST),
    Reading("^ =read +it", Level.MUST),
    Reading("scale : +score? +high +$", Level.MUST, hint=True),
    Reading("^ +score +low +$", Level.SKIP, hint=True),
    Reading("part liked", Level.SKIM, hint=True),
]
LOOSE = [Reading("negation ... read", Level.SKIP)]
GROUPS = {"barrier": ["negation", "turn", "read", "quick", "skip"], "closely": ["close", "read"]}
SCOPES = {
    "yes": ["begin +advice"],
    "no": ["begin +negation"],
    "turn": ["turn"],
    "turned": ["turn +here", "turn ... ,|: +here"],
    "labelled": ["label : +here"],
    "hearsay": ["crowd opinion"],
    "concession": ["concession"],
    "audience": ["audience"],
    "named": ["person +,|:"],
    "subject": ["person"],
    "added": ["begin , +audience"],
    "especially": ["especially"],
    "everyone": ["everyone"],
    "part": ["part"],
    "whole": ["complete"],
    "excepted": ["except part"],
    "only": ["^ +alone"],
}


@pytest.fixture(scope="module")
def phrases() -> Phrases:
    return prepare(WORDS, READINGS, LOOSE, {"读": "讀"}, GROUPS, SCOPES)


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


def test_an_opinion_may_stand_between_a_negation_and_its_words(phrases: Phrases) -> None:
    assert judge("I do not think that this pr is worth a close read", phrases)[0] is Level.SKIP


def test_two_negations_cancel_out(phrases: Phrases) -> None:
    assert judge("并非不值得精读", phrases) == (Level.MUST, "并非不值得精读")


def test_a_negation_further_away_denies_something_else(phrases: Phrases) -> None:
    assert judge("改动并非很大的 PR 值得精读", phrases)[0] is Level.MUST


def test_a_longer_word_hides_a_negation_in_it(phrases: Phrases) -> None:
    assert judge("不同 值得精读", phrases) == (Level.MUST, "值得精读")


def test_a_word_may_stand_for_several_concepts_in_a_row(phrases: Phrases) -> None:
    assert judge("needless close read", phrases) == (Level.SKIP, "needless close read")
    assert judge("not needless close read", phrases)[0] is Level.MUST


def test_words_in_different_passages_do_not_belong_together(phrases: Phrases) -> None:
    assert judge("值得，精读", phrases)[0] is Level.UNKNOWN


def test_words_too_far_apart_do_not_belong_together(phrases: Phrases) -> None:
    assert judge(f"worth {'x' * 40} close read", phrases)[0] is Level.UNKNOWN


def test_words_do_not_belong_together_over_a_barrier(phrases: Phrases) -> None:
    assert judge("worth noting, and not to skip a close read", phrases)[0] is Level.UNKNOWN


def test_a_wrapped_line_does_not_part_words(phrases: Phrases) -> None:
    assert judge("This is worth a\nclose\nread.", phrases)[0] is Level.MUST


def test_bold_does_not_part_words_and_stays_in_the_evidence(phrases: Phrases) -> None:
    assert judge("**值得**精读", phrases) == (Level.MUST, "值得**精读")


def test_capitals_hyphens_and_traditional_characters_are_the_same_words(phrases: Phrases) -> None:
    assert judge("WORTH A CLOSE-READ", phrases)[0] is Level.MUST
    assert judge("值得精讀", phrases)[0] is Level.MUST


def test_latin_words_match_whole_only(phrases: Phrases) -> None:
    assert judge("skimmed milk", phrases)[0] is Level.UNKNOWN


@pytest.mark.parametrize(
    "said", ['"worth a close read"', "`worth a close read`", "“值得精读”", "『值得精读』"]
)
def test_quoted_words_are_not_the_verdicts_own(phrases: Phrases, said: str) -> None:
    assert judge(f"The comment says {said}.", phrases)[0] is Level.UNKNOWN


def test_a_pattern_may_want_the_ends_of_a_passage(phrases: Phrases) -> None:
    assert judge("Docs only, skip.", phrases) == (Level.SKIP, "skip")
    assert judge("The loop may skip a block.", phrases)[0] is Level.UNKNOWN


def test_an_order_is_not_what_somebody_did(phrases: Phrases) -> None:
    assert judge("Read it.", phrases) == (Level.MUST, "Read it")
    assert judge("I read it.", phrases)[0] is Level.UNKNOWN


def test_a_question_says_nothing_until_it_is_answered(phrases: Phrases) -> None:
    assert judge("Worth a close read?", phrases)[0] is Level.UNKNOWN
    assert judge("Worth a close read? Worth every bit.", phrases)[0] is Level.MUST
    assert judge("Worth a close read? Not really.", phrases)[0] is Level.SKIP


def test_what_others_think_is_not_the_verdict(phrases: Phrases) -> None:
    assert judge("Some think this pr is worth a close read.", phrases)[0] is Level.UNKNOWN
    assert judge("有人认为值得精读，但，略读。", phrases)[0] is Level.SKIM


def test_what_is_said_for_an_audience_is_worth_a_skim(phrases: Phrases) -> None:
    assert judge("对于写内核的人，值得精读。", phrases)[0] is Level.SKIM
    assert judge("Worth a close read if you write kernels.", phrases)[0] is Level.SKIM
    assert judge("Worth a close read, if you write kernels.", phrases)[0] is Level.SKIM
    assert judge("For maintainers, worth a close read.", phrases)[0] is Level.SKIM
    assert judge("For maintainers worth a close read.", phrases)[0] is Level.SKIM


def test_an_audience_named_in_particular_leaves_out_nobody(phrases: Phrases) -> None:
    assert judge("值得精读，尤其对于写内核的人。", phrases)[0] is Level.MUST
    assert judge("Worth a close read especially if you write kernels.", phrases)[0] is Level.MUST


def test_everyone_is_no_limited_audience(phrases: Phrases) -> None:
    assert judge("For everyone, if you ask me, worth a close read.", phrases)[0] is Level.MUST


def test_what_is_said_of_a_part_is_worth_a_skim(phrases: Phrases) -> None:
    assert judge("One section is worth a close read.", phrases)[0] is Level.SKIM
    assert judge("Dull except one section, worth a close read.", phrases)[0] is Level.SKIM
    assert judge("Only the lock is worth a close read.", phrases)[0] is Level.SKIM


def test_the_whole_with_its_parts_is_not_a_part(phrases: Phrases) -> None:
    assert judge("The whole section is worth a close read.", phrases)[0] is Level.MUST


def test_a_general_judgement_outweighs_a_limited_one(phrases: Phrases) -> None:
    assert judge("值得精读。对于旁人，略读。", phrases) == (Level.MUST, "值得精读")


def test_the_first_general_judgement_stands(phrases: Phrases) -> None:
    assert judge("值得精读。先略读。", phrases)[0] is Level.MUST


def test_a_skip_yields_to_something_to_read(phrases: Phrases) -> None:
    assert judge("Skip it. A skim at most.", phrases) == (Level.SKIM, "skim")


def test_what_opens_a_passage_after_a_turn_outweighs_what_came_before(phrases: Phrases) -> None:
    assert judge("Skim at first sight, but worth a close read.", phrases) == (
        Level.MUST,
        "worth a close read",
    )
    assert judge("略读，但写得好，值得精读。", phrases)[0] is Level.MUST


def test_a_turn_about_something_else_does_not_lower_the_level(phrases: Phrases) -> None:
    assert judge("值得精读，但测试略读。", phrases)[0] is Level.MUST


def test_a_turn_ends_with_its_sentence(phrases: Phrases) -> None:
    assert judge("值得精读，但有风险。略读。", phrases)[0] is Level.MUST


def test_what_is_conceded_counts_only_if_nothing_else_is_said(phrases: Phrases) -> None:
    assert judge("Although worth a close read in theory. Skim.", phrases)[0] is Level.SKIM
    assert judge("Although worth a close read, it has no tests.", phrases)[0] is Level.MUST


def test_what_is_denied_counts_less_than_what_is_said(phrases: Phrases) -> None:
    assert judge("不值得精读。略读。", phrases) == (Level.SKIM, "略读")
    assert judge("略读。不值得精读。", phrases)[0] is Level.SKIM


def test_what_stands_under_a_label_decides(phrases: Phrases) -> None:
    assert judge("值得精读。\n\n结论：略读。", phrases) == (Level.SKIM, "略读")
    assert judge("值得精读。\n\n## 结论\n略读。", phrases) == (Level.SKIM, "略读")


def test_a_hint_counts_only_where_nothing_plainer_is_said(phrases: Phrases) -> None:
    assert judge("优先级：5/5", phrases) == (Level.MUST, "优先级：5/5")
    assert judge("优先级：5/5。略读。", phrases)[0] is Level.SKIM
    assert judge("★☆☆☆☆\n\nA new badge.", phrases)[0] is Level.SKIP


def test_a_skip_with_something_of_worth_after_a_turn_is_a_skim(phrases: Phrases) -> None:
    assert judge("不值得精读。有三处值得关注。", phrases)[0] is Level.SKIP
    assert judge("不值得精读。改动很小。这些也。但值得关注测试。", phrases)[0] is Level.SKIP
    assert judge("不值得精读，但有三处值得关注。", phrases) == (
        Level.SKIM,
        "不值得精读，但有三处值得关注",
    )


def test_a_skip_with_something_for_some_readers_is_a_skim(phrases: Phrases) -> None:
    assert judge("Skip it. Maintainers: worth a close read.", phrases)[0] is Level.SKIM


def test_a_skip_near_a_part_that_is_liked_is_a_skim(phrases: Phrases) -> None:
    assert judge("Skip it. One section is fun.", phrases)[0] is Level.SKIM
    assert judge("One section is fun.", phrases)[0] is Level.UNKNOWN


def test_something_of_worth_by_itself_says_nothing_about_reading(phrases: Phrases) -> None:
    assert judge("值得关注后续修复。", phrases)[0] is Level.UNKNOWN


def test_a_verdict_is_read_as_far_as_it_may_be_long(phrases: Phrases) -> None:
    assert judge("不" * 100_000 + "值得精读", phrases)[0] is Level.UNKNOWN


@pytest.mark.parametrize("endless", ["\n", "# x\n", "* ", "“", "“\n"])
def test_endless_marks_are_read_over(phrases: Phrases, endless: str) -> None:
    assert judge(endless * 50_000, phrases) == (Level.UNKNOWN, "")


def test_a_word_of_two_concepts_is_refused() -> None:
    with pytest.raises(ValueError, match="Skim"):
        prepare({"quick": ["skim"], "skip": ["Skim"]}, [], [], {}, {}, {})


def test_a_reading_of_an_unknown_concept_is_refused() -> None:
    with pytest.raises(ValueError, match="closely"):
        prepare({"quick": ["skim"]}, [Reading("quick closely", Level.SKIM)], [], {}, {}, {})


def test_a_loose_reading_is_tried_only_where_no_other_fits(phrases: Phrases) -> None:
    assert judge("not for anybody to read", phrases)[0] is Level.SKIP
    assert judge("Skim; not for anybody to read", phrases) == (Level.SKIM, "Skim")
