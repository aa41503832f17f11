"""Patterns over signs, with one letter for each concept."""

import re

import pytest

from bot.core.patterns import Grammar

SIGNS = {"aux": "x", "it": "i", "advice": "a", "deep": "d", "read": "r", "negation": "n"}
GRAMMAR = Grammar(SIGNS, {"barrier": ["negation"], "closely": ["deep +read", "read deep"]})


def found(pattern: str, signs: str) -> bool:
    return re.search(GRAMMAR.compile(pattern), signs) is not None


def test_near_ones_may_have_a_few_others_between_them() -> None:
    assert found("advice read", "ar")
    assert found("advice read", "a_dxr")
    assert not found("advice read", "addddddddr")


@pytest.mark.parametrize("between", ["~", ",", ":", ".", "?", "n"])
def test_near_ones_do_not_reach_over_marks_and_barriers(between: str) -> None:
    assert not found("advice read", f"a{between}r")


def test_direct_ones_may_have_only_loose_ones_between_them() -> None:
    assert found("advice +read", "axir")
    assert not found("advice +read", "a_r")
    assert not found("advice =read", "axr")


def test_one_of_several_may_be_wanted_and_one_may_be_missing() -> None:
    assert found("advice deep|read", "ad")
    assert found("advice +deep? +read", "ar")
    assert found("advice +deep? +read", "adr")


def test_a_group_is_any_of_its_patterns() -> None:
    assert found("advice closely", "a_dr")
    assert found("advice closely", "ar_d")


def test_the_ends_of_a_passage_may_be_wanted() -> None:
    assert found("^ =read +$", "_,rx.")
    assert not found("^ =read +$", "_r.")
    assert not found("^ =read +$", "r_")


def test_the_ends_of_a_sentence_may_be_wanted() -> None:
    assert found("start =read +over", "_.r,")
    assert not found("start =read", ",r")
    assert not found("read +over", "r:")


def test_anything_of_the_sentence_may_stand_between() -> None:
    assert found("advice ... read", "a,n~:r")
    assert not found("advice ... read", "a.r")


def test_marks_may_be_wanted() -> None:
    assert found("advice :? +read", "a:r")
    assert found("advice ? +read", "a?r")


@pytest.mark.parametrize(
    ("pattern", "firsts"),
    [
        ("advice read", "a"),
        ("advice? +read", "axir"),
        ("closely advice", "dr"),
        ("^ =read", "r"),
        ("^|advice +read", "axir"),
        (": advice", ":"),
    ],
)
def test_it_is_known_which_signs_a_pattern_can_begin_with(pattern: str, firsts: str) -> None:
    assert GRAMMAR.firsts(pattern) == set(firsts)


def test_a_concept_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        GRAMMAR.compile("advice nowhere")
