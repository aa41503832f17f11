"""Untrusted text made fit for Slack."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.kit.text import FALLBACK_LIMIT, clip, escape, fallback, length, one_line

FAMILY = "👩\u200d👩\u200d👧\u200d👦"


def test_marks_that_turn_the_writing_direction_are_dropped() -> None:
    assert one_line("a\u202egnp.exe\u2067b\u2069") == "agnp.exeb"


def test_control_characters_and_line_ends_become_one_blank() -> None:
    assert one_line("  a\x00\x1b\r\n\u2028b\t\u3000c ") == "a b c"


def test_a_lone_surrogate_is_replaced_so_that_the_text_can_be_sent() -> None:
    assert one_line("a\ud800b") == "a\ufffdb"


def test_letters_and_accents_are_composed() -> None:
    assert one_line("e\u0301") == "é"


def test_short_text_is_left_alone() -> None:
    assert clip("量化", 2) == "量化"


def test_cut_text_ends_in_an_ellipsis() -> None:
    assert clip("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    "sign",
    [FAMILY, "👍🏽", "❤️", "e\u0301\u0302", "🇩🇪", "🏴\U000e0067\U000e0062\U000e007f"],
    ids=["family", "skin tone", "variation", "accents", "flag", "regional flag"],
)
def test_a_sign_of_several_characters_is_never_cut(sign: str) -> None:
    text = "ab" + sign + "tail"
    for limit in range(3, len(text)):
        kept = clip(text, limit).removesuffix("…")
        assert kept in {"ab"} | {"ab" + sign + "tail"[:n] for n in range(5)}


def test_two_flags_in_a_row_are_cut_between_them() -> None:
    assert clip("🇩🇪🇫🇷🇮🇹", 8) == "🇩🇪…"


@given(st.text(), st.integers(1, 50))
def test_clipped_text_keeps_within_its_limit(text: str, limit: int) -> None:
    assert length(clip(text, limit)) <= limit


@given(st.text(alphabet=st.characters()))
def test_any_text_is_made_one_line_that_can_be_sent(text: str) -> None:
    cleaned = one_line(text)
    cleaned.encode()
    assert not any(unicodedata.category(character) == "Cc" for character in cleaned)
    assert one_line(cleaned) == cleaned


def test_escaping_leaves_no_mention_and_no_link() -> None:
    assert escape("<!channel> & <https://evil|ok>") == (
        "&lt;!channel&gt; &amp; &lt;https://evil|ok&gt;"
    )


def test_fallback_text_is_cut_between_lines() -> None:
    lines = ["&amp;" * 100] * 20
    assert fallback(lines) == "\n".join(lines[:7])
    assert len(fallback(lines)) <= FALLBACK_LIMIT
