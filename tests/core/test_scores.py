"""Which concepts scores and amounts of time stand for."""

import re

import pytest

from bot.core.scores import FIGURES, told_by


@pytest.mark.parametrize(
    ("figure", "concepts"),
    [
        ("9/10", "score high"),
        ("4.5/5", "score high"),
        ("8 out of 10", "score high"),
        ("3/5", "score middle"),
        ("7/10", "score middle"),
        ("1/5", "score low"),
        ("35/100", "score low"),
        ("★★★★★", "score high"),
        ("★★★☆☆", "score middle"),
        ("⭐⭐", "score low"),
        ("☆☆☆☆☆", "score low"),
        ("8 分", "score high"),
        ("p0", "score high"),
        ("p2", "score middle"),
        ("p3", "score low"),
        ("5 分钟", "short"),
        ("10-15 minutes", "short"),
        ("30 秒", "short"),
        ("30 minutes", "long"),
        ("2 小时", "long"),
    ],
)
def test_a_figure_is_read(figure: str, concepts: str) -> None:
    found = re.search(FIGURES, figure)
    assert found
    assert " ".join(told_by(found[0])) == concepts


@pytest.mark.parametrize(("bare", "grade"), [("：9", "high"), ("：5", "high"), (": 2", "low")])
def test_a_bare_figure_after_a_colon_is_of_five_or_of_ten(bare: str, grade: str) -> None:
    found = re.search(FIGURES, f"{bare}。")
    assert found
    assert told_by(found[0]) == ("points", grade)


@pytest.mark.parametrize(
    ("letter", "grade"), [(": s", "high"), ("：a+", "high"), ("：b", "middle"), ("：d", "low")]
)
def test_a_letter_after_a_colon_is_a_grade(letter: str, grade: str) -> None:
    found = re.search(FIGURES, f"{letter}。")
    assert found
    assert told_by(found[0]) == ("points", grade)


def test_what_is_no_figure_stands_for_nothing() -> None:
    assert told_by("512") == ()


@pytest.mark.parametrize(
    "text", ["p99", "2/3", "1/50", "a/5", "4.5", "5 分支", "3 points", "7/10%"]
)
def test_other_figures_are_none(text: str) -> None:
    assert re.search(FIGURES, text) is None
