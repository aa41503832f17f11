"""What was meant by a mistyped word is found among known ones, and no known word is corrected."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.entry import Entry, Level
from bot.search.spelling import LONGEST, Lexicon, is_word, nearest, reach, words_of
from bot.search.stream import stream

_ENGLISH = """
accept allocator argument attention authentication backend batch benchmark buffer cache
certificate compatible configuration container crash database decode dependency deprecate
distributed document embedding environment exception expert function gradient hidden inference
initialize kernel language latency layer memory merge migration model module optimizer
overlapping paligemma parallel parameter pipeline plugin prefill quantization receive regression
repository response retrieve revert scheduler separate speculative support synchronize template
tensor threshold throughput timeout tokenizer transformer translation triton unnecessary upgrade
vector weight workflow
"""
ENGLISH = _ENGLISH.split()
_CHINESE = "推测 解码 量化 优化 管理 并行 缓存 显存 专家 调度 提示词 多模态"
CHINESE = _CHINESE.split()
JAPANESE = [
    "エンコーダ",
    "トークナイザ",
    "スケジューラ",
    "インターフェース",
    "レイテンシ",
    "量子化",
]
KNOWN = dict.fromkeys([*ENGLISH, *CHINESE, *JAPANESE], 10)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("quantizaton", "quantization"),  # a letter dropped
        ("specualtive", "speculative"),  # two swapped
        ("bufffer", "buffer"),  # one doubled
        ("embeding", "embedding"),  # a doubled one written once
        ("kernal", "kernel"),  # a wrong vowel
        ("quantisation", "quantization"),  # British
        ("depricate", "deprecate"),
        ("tokeniser", "tokenizer"),
        ("seperate", "separate"),
        ("recieve", "receive"),
        ("dependancy", "dependency"),
        ("authentification", "authentication"),
        ("retreive", "retrieve"),
        ("unneccessary", "unnecessary"),
        ("througput", "throughput"),
        ("paralell", "parallel"),
        ("sychronize", "synchronize"),
        ("transfromer", "transformer"),
        ("paligema", "paligemma"),
        ("tesnor", "tensor"),
        ("qauntization", "quantization"),
        ("ernel", "kernel"),  # the first letter dropped
        ("modle", "model"),
        ("cahce", "cache"),
    ],
)
def test_a_slip_in_english_finds_the_word(typed: str, meant: str) -> None:
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("推侧", "推测"),
        ("凉化", "量化"),
        ("管里", "管理"),
        ("并形", "并行"),
        ("提示次", "提示词"),  # sounds the same
        ("提是词", "提示词"),
        ("多摸太", "多模态"),
        ("多模式", "多模态"),  # one other character
    ],
)
def test_a_chinese_word_is_found_by_its_sound_or_all_but_one_character(
    typed: str, meant: str
) -> None:
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("エンコダ", "エンコーダ"),  # a long vowel is written short
        ("トークンナイザ", "トークナイザ"),
        ("スケジュラ", "スケジューラ"),
        ("インタフェース", "インターフェース"),
        ("レーテンシ", "レイテンシ"),
    ],
)
def test_a_slip_in_katakana_finds_the_word(typed: str, meant: str) -> None:
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("moa", "gpt", "zzz"),  # three letters are an abbreviation
        *("vlms", "mold"),  # and of four none is replaced
        *("k3", "gfx950", "mi325x", "2026", "fp8"),  # no slip makes a number
        *("tomato", "mattress", "sofa", "kubernetes", "pineapple"),
        *("dodel", "bernel"),  # who misses the first letter of a short word?
        *("优势", "缓冲", "质量", "了", "する", "", "???"),
    ],
)
def test_what_is_near_to_nothing_is_left_alone(typed: str) -> None:
    assert nearest(typed, KNOWN) is None


@pytest.mark.parametrize("known", ["cache", "量化", "エンコーダ"])
def test_a_known_word_is_never_corrected(known: str) -> None:
    assert nearest(known, {**KNOWN, "caches": 1_000, "两化": 1_000, "エンコータ": 1_000}) is None


def test_of_two_words_equally_near_the_more_common_is_meant() -> None:
    assert nearest("loer", {"lower": 900, "loner": 2}) == "lower"
    assert nearest("loer", {"lower": 2, "loner": 900}) == "loner"
    assert nearest("凉化", {"两化": 1, "量化": 50}) == "量化"


def test_of_chinese_words_that_sound_the_same_the_one_with_fewer_other_characters_is_meant() -> (
    None
):
    assert nearest("管里", {"管理": 4, "惯例": 32}) == "管理"


def test_swapped_letters_are_nearer_than_another_word_a_little_more_common() -> None:
    assert nearest("contianer", {"container": 2, "contained": 8}) == "container"


def test_the_order_of_the_known_words_does_not_matter() -> None:
    backwards = dict(reversed(KNOWN.items()))
    for typed in ("kernal", "modle", "凉化", "エンコダ", "optimzer"):
        assert nearest(typed, KNOWN) == nearest(typed, backwards)


@given(st.sampled_from(ENGLISH), st.data())
def test_whatever_single_letter_is_dropped_doubled_or_swapped_a_long_word_is_found(
    word: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(word) - 2))
    dropped = word[:at] + word[at + 1 :]
    doubled = word[:at] + word[at] + word[at:]
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for typed in (dropped, doubled, swapped):
        if len(typed) >= 6 and typed not in KNOWN:
            assert nearest(typed, KNOWN) == word


@given(st.text(max_size=40), st.lists(st.text(min_size=1, max_size=30), max_size=20))
def test_any_text_gives_a_known_word_or_none(typed: str, words: list[str]) -> None:
    known = dict.fromkeys(words, 1)
    assert nearest(typed, known) in {None, *known}
    assert Lexicon(words).near(typed) is not None


def test_a_lexicon_gives_the_single_words_of_its_names() -> None:
    lexicon = Lexicon(
        ["Speculative Decoding", "推测解码", "spec-decode", "PyTorch", "エンコーダー", "MI325X"]
    )
    for typed, meant in [
        ("speculatve", "speculative"),
        ("decodng", "decoding"),
        ("pytroch", "pytorch"),
        ("decdoe", "decode"),
        ("推侧", "推测"),
        ("エンコダ", "エンコーダ"),
    ]:
        assert nearest(typed, lexicon.near(typed)) == meant
    assert lexicon.near("mi325") == {}


def test_the_words_of_an_entry_are_those_of_its_texts_without_their_stems() -> None:
    entry = Entry(
        "o/n",
        7,
        "Deprecated FusedMoE caching",
        "为 gfx950 量化 エンコーダー (see quantized_kernels)",
        Level.MUST,
        date=date(2026, 11, 30),
        labels=("perf",),
    )
    found = {word for word in words_of(entry, stream(entry)) if is_word(word)}
    assert found >= {"deprecated", "fusedmoe", "caching", "quantized", "kernels", "量化", "perf"}
    assert found >= {"エンコーダ"}
    assert found.isdisjoint({"deprec", "cach", "quantiz", "gfx", "gfx950", "for:everyone"})


def test_words_have_letters_only_and_a_length_that_people_type() -> None:
    assert all(map(is_word, ["moe", "量化", "エンコーダ", "café", "a" * LONGEST]))
    assert not any(map(is_word, ["", "a", "gp", "量", "fp8", "する", "5.2", "a" * (LONGEST + 1)]))


def test_the_longer_a_word_the_more_slips_are_taken_for_it() -> None:
    assert [reach(word) for word in ("moe", "cache", "scheduler", "量化", "多模态")] == [
        0,
        1,
        2,
        0,
        1,
    ]
