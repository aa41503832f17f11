"""A folded text knows of which characters it comes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.search.origins import origins
from bot.search.scripts import fold

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=100)
JOINING = st.text(alphabet="eｶﾞ\u3099\u0301\u1100\u1161\u11a8가각ﬁ…\ud800\u200d👩", max_size=20)


@pytest.mark.parametrize(
    ("text", "folded", "start", "end", "origin"),
    [
        ("ＭＩ３００", "MI300", 0, 2, "ＭＩ"),
        ("ﬁle", "file", 0, 1, "ﬁ"),  # half of a ligature is all of it
        ("ﬁle", "file", 1, 3, "ﬁl"),
        ("cafe\u0301s", "cafés", 3, 4, "e\u0301"),
        ("ｶﾞｲﾄﾞ", "ガイド", 0, 1, "ｶﾞ"),
        ("㎏ moe", "kg moe", 3, 6, "moe"),
        ("m\ud800oe", "moe", 0, 3, "m\ud800oe"),
        ("so\u00adft e\u200b\u0301", "soft é", 5, 6, "e\u200b\u0301"),
    ],
)
def test_a_folded_span_leads_back_to_the_text(
    text: str, folded: str, start: int, end: int, origin: str
) -> None:
    found = origins(text)
    assert found.folded == folded
    assert text[slice(*found.span(start, end))] == origin


@given(ANY_TEXT | JOINING)
@example("\ud800\u0301")
def test_any_text_is_folded_as_ever_and_each_character_has_its_origin(text: str) -> None:
    found = origins(text)
    assert found.folded == fold(text)
    assert len(found.folded) == len(found.starts) == len(found.ends)
    spans = list(zip(found.starts, found.ends, strict=True))
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
