"""Many words in one regular expression."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.core.tokens import any_of


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
