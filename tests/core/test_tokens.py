"""Many words in one regular expression."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.tokens import any_of, token_pattern


@given(st.lists(st.text("ab值得不", min_size=1, max_size=6), min_size=1, max_size=40))
def test_the_longest_word_at_a_place_is_found(words: list[str]) -> None:
    pattern = re.compile(any_of(words))
    for word in words:
        found = pattern.match(word)
        assert found
        assert found.group() == word


def test_many_first_letters_are_told_apart() -> None:
    words = [chr(0x4E00 + n) + chr(0x5E00 + n % 7) for n in range(500)]
    pattern = re.compile(any_of(words))
    assert pattern.findall("·".join(words)) == words


def test_other_words_are_not_found() -> None:
    assert re.search(any_of(["精读", "read it"]), "精确 reading") is None
    assert re.search(any_of([]), "精读") is None


def test_a_blank_also_matches_hyphens_and_line_ends() -> None:
    assert re.fullmatch(any_of(["close read"]), "close-read")
    assert re.fullmatch(any_of(["close read"]), "close\n read")


TOKEN = token_pattern(["精读", "read it", "水 pr"])


@given(st.text("ab精读水 pr\n-.:9/10□，", max_size=60))
def test_nothing_of_a_text_is_left_over(text: str) -> None:
    assert "".join(TOKEN.findall(text)) == text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("请精读", ["请", "精读"]),
        ("read-it all", ["read-it", " ", "all"]),
        ("already it", ["already", " ", "it"]),
        ("9/10, v1.2. Yes", ["9/10", ",", " ", "v1", ".", "2", ". ", "yes"]),
        ("a - b\n\n- c", ["a", " ", "- ", "b", "\n\n", "- ", "c"]),
    ],
)
def test_a_text_is_taken_apart_into_words_figures_and_marks(text: str, tokens: list[str]) -> None:
    assert TOKEN.findall(text.lower()) == tokens
