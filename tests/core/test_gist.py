"""The Gist is whole sentences without Markdown, and always fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.gist import gist


def test_two_sentences_that_fit_are_taken() -> None:
    assert gist("Read it. It fixes a race. It is short.") == "Read it. It fixes a race."


def test_a_second_sentence_that_does_not_fit_is_left_out() -> None:
    assert gist(f"Read it. {'Long ' * 40}end.") == "Read it."


def test_chinese_sentences_are_joined_without_a_blank() -> None:
    assert gist("值得读！它修好了竞态。还有别的。") == "值得读！它修好了竞态。"


def test_mixed_languages_end_where_each_ends() -> None:
    assert gist("值得读。It fixes a race. 还有别的。") == "值得读。It fixes a race."


@pytest.mark.parametrize(
    "sentence",
    [
        "It is 1.5 times faster.",
        "Some models, e.g. Llama, gain most.",
        "Compare v0.29 vs. v0.30 first.",
        "Some things, i.e. kernels, gain.",
        "Thanks to J. Doe for the idea.",
        "要点： 1. 先看测试。",
        "改用 vllm.config 里的 1.5 倍。",
    ],
)
def test_a_dot_inside_a_sentence_does_not_end_it(sentence: str) -> None:
    assert gist(f"{sentence} Second one. Third one.", 60).startswith(sentence)


def test_closing_quotes_and_brackets_stay_with_their_sentence() -> None:
    assert gist("（值得读。）“第二句。”第三句。") == "（值得读。）“第二句。”"


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**值得读**，因为快。", "值得读，因为快。"),
        ("*Read* it.", "Read it."),
        ("Use `fp8_gemm` here.", "Use fp8_gemm here."),
        ("See [the docs](https://example.org/a_b) first.", "See the docs first."),
        ("# Verdict\nRead it.", "Verdict Read it."),
        ("- Read it.\n- Then test it.", "Read it. Then test it."),
        ("1. Read it.\n2. Test it.", "Read it. Test it."),
        ("> Quoted words.", "Quoted words."),
        ("~~Skip~~ Read it.", "Skip Read it."),
        ("__Read it__ now.", "Read it now."),
        ("**Read it. Twice.** Then rest.", "Read it. Twice."),
    ],
)
def test_markdown_leaves_its_words_without_its_marks(marked: str, plain: str) -> None:
    assert gist(marked) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Look at layers/__init__.py first.",
        "The snake_case_name stays.",
        "2 * 3 * 4 is 24.",
        "`a` + b.",
        "Call __init__ and _private_ here.",
    ],
)
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    assert gist(text) == text.replace("`", "")


def test_marks_inside_code_stay() -> None:
    assert gist("Call `**kwargs` and `_x_`.") == "Call **kwargs and _x_."


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    assert gist("Rewrites the scheduler completely.", 24) == "Rewrites the scheduler…"


def test_chinese_is_cut_between_characters() -> None:
    assert gist("这个改动重写了整个调度器的核心逻辑", 8) == "这个改动重写了…"


def test_an_identifier_is_not_cut_in_chinese_text() -> None:
    assert gist("这里重写了整个类，叫做TopkBuffer的懒解析", 16) == "这里重写了整个类，叫做…"


def test_an_identifier_longer_than_half_the_line_is_cut() -> None:
    assert gist("重写SharedTopkIndicesBuffer的懒解析", 8) == "重写Share…"


def test_a_dot_inside_code_does_not_end_a_sentence() -> None:
    assert gist("See `a. b. c` first. Then test. Then rest.") == "See a. b. c first. Then test."


def test_a_joined_emoji_is_not_torn() -> None:
    assert gist("ab👩\u200d💻cdefgh", 5) == "ab…"


def test_lines_become_one() -> None:
    assert gist("Read\nit\tnow.") == "Read it now."


def test_a_paragraph_ends_a_sentence() -> None:
    assert gist("Read it\n\nIt is short\n\nMore") == "Read it It is short"


@pytest.mark.parametrize("empty", ["", " \n ", "``"])
def test_nothing_gives_nothing(empty: str) -> None:
    assert gist(empty) == ""


@given(st.text(alphabet="a值。.! `*_[](\n-1\ue000", max_size=300), st.integers(1, 200))
def test_a_gist_never_exceeds_its_limit_and_is_one_line(verdict: str, limit: int) -> None:
    found = gist(verdict, limit)
    assert len(found) <= limit
    assert "\n" not in found
