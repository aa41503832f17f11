"""Paragraphs find their partners; a missing one costs no more than its own pair."""

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.sources.pairing import Paragraph, pair


def paragraphs(*texts: str) -> list[Paragraph]:
    return [Paragraph(line, (text,)) for line, text in enumerate(texts, start=1)]


def judges(text: str) -> bool:
    return text.startswith("verdict")


def test_an_even_number_takes_turns_whatever_it_looks_like() -> None:
    pairs, alone = pair(paragraphs("verdict 1", "a", "verdict 2", "b"), judges)
    assert ([(one.line, two.line) for one, two in pairs], alone) == ([(1, 2), (3, 4)], [])


def test_without_any_judgement_the_longer_text_is_the_verdict() -> None:
    texts = paragraphs("short", "tiny", "a good deal longer than those", "x", "longer than x")
    _, alone = pair(texts, judges)
    assert [one.line for one in alone] == [1]


def test_where_nothing_tells_the_last_is_alone() -> None:
    _, alone = pair(paragraphs("same", "same", "same"), judges)
    assert [one.line for one in alone] == [3]


@given(st.integers(1, 30), st.randoms(use_true_random=False))
def test_one_missing_verdict_anywhere_costs_only_its_headline(
    count: int, chance: random.Random
) -> None:
    texts = [text for n in range(count) for text in (f"head {n}", f"verdict {n} in some words")]
    missing = chance.randrange(count)
    del texts[2 * missing + 1]
    pairs, alone = pair(paragraphs(*texts), judges)
    assert [one.text for one in alone] == [f"head {missing}"]
    assert all(one.text.split()[1] == two.text.split()[1] for one, two in pairs)


@given(st.lists(st.text("ab\n", min_size=1, max_size=5), max_size=12))
def test_every_paragraph_is_paired_or_alone(texts: list[str]) -> None:
    given_paragraphs = [Paragraph(n, tuple(text.split("\n"))) for n, text in enumerate(texts)]
    given_paragraphs = [one for one in given_paragraphs if one.text.strip()]
    pairs, alone = pair(given_paragraphs, judges)
    used = [one for both in pairs for one in both] + alone
    assert sorted(used, key=lambda one: one.line) == given_paragraphs
