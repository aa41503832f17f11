"""Texts are cut into the Terms an engineer would type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.parts import TERM_LIMIT
from bot.search.stems import stem
from bot.search.words import terms


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("KimiK3", ("kimi", "k3")),
        ("Kimi-K3", ("kimi", "k3")),
        ("kimik3", ("kimik3",)),
        ("GLM-5.2", ("glm", "5", "2")),
        ("SharedTopkIndicesBuffer", ("shared", "topk", "indices", "buffer")),
        ("HTTPServer", ("http", "server")),
        ("KVCache", ("kv", "cache")),
        ("FusedMoEMethod", ("fused", "moe", "method")),
        ("DeepseekV4MoE", ("deepseek", "v4", "moe")),
        ("Qwen2VL", ("qwen2", "vl")),
        ("_supports_scaled_mm()", ("supports", "scaled", "mm")),
        ("--moe-backend", ("moe", "backend")),
        ("torch.cuda.graph", ("torch", "cuda", "graph")),
        ("don't", ("don", "t")),
    ],
)
def test_an_identifier_is_cut_into_its_parts(word: str, parts: tuple[str, ...]) -> None:
    assert terms(word).units == (parts,)


@pytest.mark.parametrize(
    "word", ["gfx950", "gfx12xx", "MI325X", "FP8", "k3", "e4m3fn", "w8a8", "H200", "8x", "SM100a"]
)
def test_letters_and_digits_stay_together(word: str) -> None:
    assert terms(word).parts == (word.lower(),)


@pytest.mark.parametrize("word", ["MoE", "LoRA", "RoPE", "ROCm", "vLLM", "GPUs", "ReLU"])
def test_short_abbreviations_of_mixed_case_stay_together(word: str) -> None:
    assert terms(word).parts == (word.lower(),)


@pytest.mark.parametrize("text", ["KimiK3", "Kimi-K3", "kimi_k3", "Kimi K3", "KIMI-K3"])
def test_a_name_and_its_version_are_also_one_term(text: str) -> None:
    assert "kimik3" in terms(text).wholes


def test_a_dot_between_digits_tells_5_2_from_52() -> None:
    assert "glm5.2" in terms("GLM-5.2").wholes
    assert "glm5.2" in terms("GLM 5.2").wholes


def test_neighbouring_parts_and_the_whole_are_terms() -> None:
    assert {"blockstore", "storemeta", "blockstoremeta"} <= set(terms("BlockStoreMeta").wholes)


@pytest.mark.parametrize(("word", "name"), [("Qwen3", "qwen"), ("gfx950", "gfx"), ("GLM5", "glm")])
def test_a_numbered_name_is_found_without_its_number(word: str, name: str) -> None:
    assert name in terms(word).wholes


def test_english_words_are_found_by_their_stem() -> None:
    assert set(terms("quantized kernels").wholes) == {"quantiz", "kernel"}


@pytest.mark.parametrize("text", ["embedding", "requestAnimationFrame", "TensorLists", "Tables2"])
def test_whatever_term_a_text_has_it_has_its_stem_too(text: str) -> None:
    found = {*terms(text).parts, *terms(text).wholes}
    assert {stem(term) for term in found} <= found


@pytest.mark.parametrize(("text", "term"), [("C++", "cpp"), ("C#", "csharp"), ("F#", "fsharp")])
def test_names_that_end_in_symbols_keep_them_as_letters(text: str, term: str) -> None:
    assert terms(f"port to {text}.").parts[-1] == term


def test_traditional_and_japanese_characters_are_the_simplified_ones() -> None:
    assert terms("檢查點") == terms("检查点")
    assert terms("合併前後關於") == terms("合并前后关于")
    assert terms("辞書の編集").parts[0] == terms("辞书").parts[0]


def test_a_long_vowel_at_the_end_of_katakana_may_be_left_out() -> None:
    assert terms("エディター").parts == terms("エディタ").parts


def test_words_inside_a_run_of_katakana_are_found() -> None:
    assert {"エデ", "ディ", "ィタ"} <= set(terms("ソングエディタ").wholes)


def test_full_width_letters_are_the_same() -> None:
    assert terms("ＫＩＭＩ　Ｋ３") == terms("KIMI K3")


def test_what_is_not_seen_cuts_no_word() -> None:
    assert terms("Mo\u200bE soft\u00adware \u202eabc") == terms("MoE software abc")


def test_a_change_of_script_is_a_border() -> None:
    assert terms("在MI325X上").parts == ("在", "mi325x", "上")


def test_chinese_is_cut_into_words() -> None:
    assert terms("流水线并行").parts == ("流水线", "并行")


def test_a_long_chinese_word_is_cut_into_what_it_is_made_of() -> None:
    assert terms("环境变量").parts == ("环境", "变量")


def test_short_words_inside_a_chinese_word_are_terms() -> None:
    assert {"注意", "意力"} <= set(terms("注意力").wholes)


def test_characters_that_no_dictionary_joins_are_a_term_together() -> None:
    assert "误选" in terms("修复误选").wholes


def test_japanese_is_cut_where_its_scripts_change() -> None:
    assert terms("エンジンの起動").parts[:2] == ("エンジン", "の")


def test_emoji_and_symbols_are_no_terms() -> None:
    assert terms("🚀 ✨ !? … ---").parts == ()


@given(st.text(max_size=80))
def test_any_text_gives_clean_terms_and_always_the_same(text: str) -> None:
    found = terms(text)
    assert found == terms(text)
    for term in found.parts + found.wholes:
        assert 0 < len(term) <= TERM_LIMIT
        assert term == "." or all(
            letter.isalnum() or letter in ".゙゚ー・ゝゞヽヾ々〇" or not letter.isascii()
            for letter in term
        )


@given(st.characters(categories=["L", "N"]))
def test_any_letter_or_digit_alone_is_a_term(letter: str) -> None:
    assert "".join(terms(letter).parts)


def test_a_very_long_word_is_cut_off() -> None:
    assert len(terms("x" * 10_000).parts[0]) == TERM_LIMIT
