"""The stream holds every Term of an Entry in a form that neither database trips on."""

import re
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.core.entry import Entry, Level
from bot.core.query import FieldName
from bot.search.stream import filter_term, stream, tsvector


def entry(
    headline: str = "Fused MoE",
    verdict: str = "Read it.",
    labels: tuple[str, ...] = (),
    visibility: tuple[str, ...] = (),
) -> Entry:
    return Entry(
        "Owner/Name",
        12,
        headline,
        verdict,
        Level.SKIM,
        date(2026, 11, 27),
        labels=labels,
        author="Octo-Cat",
        visibility=visibility,
    )


def test_a_headline_stands_marked_and_again_with_all_texts() -> None:
    words = stream(entry("Fix scaled-MM")).split(" ")
    assert {"^fix", "^scaled,^mm", "^scaledmm", "fix", "scaled,mm", "scaledmm", "read"} <= set(
        words
    )


def test_fields_number_and_visibility_are_terms() -> None:
    words = set(stream(entry(labels=("Good first",), visibility=("T1", "C2"))).split(" "))
    assert {
        *("repo:owner/name", "repo:name", "level:skim", "label:good%20first"),
        *("author:octo-cat", "pr:12", "for:t1", "for:c2"),
    } <= words
    assert "for:everyone" not in words


def test_an_entry_without_visibility_is_for_everyone() -> None:
    assert "for:everyone" in stream(entry()).split(" ")


def test_fields_compare_without_case_width_or_blanks() -> None:
    assert filter_term(FieldName.LABEL, "Ｇood  First") == filter_term(
        FieldName.LABEL, "good first"
    )
    assert filter_term(FieldName.AUTHOR, "@Octo") == "author:octo"


@given(st.text(max_size=60), st.text(max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_no_text_gets_past_the_databases_quoting(
    headline: str, verdict: str, labels: list[str]
) -> None:
    held = stream(entry(headline, verdict, labels=tuple(labels)))
    assert not re.search(r"[\x00-\x1f\x7f'\"\\*()&|!<>]", held)
    assert "  " not in held


def test_a_tsvector_has_each_term_with_its_places() -> None:
    assert tsvector("^moe moe fused,moe") == "'^moe':1 'moe':2,4 'fused':3"


def test_a_tsvector_keeps_to_what_postgres_takes() -> None:
    vector = tsvector(" ".join(["moe"] * 20_000))
    assert vector.count(",") == 254
