"""The words by which an Entry was found stand out in its texts."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.search.highlight import highlight, rows_in
from bot.search.need import Row
from bot.search.words import terms

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=120)
LIKELY = st.lists(
    st.sampled_from([*"aMoE3-_. 量化测试節ｶﾞーテﬁ\u0301İß", "Kimi", "K3", "👩\u200d💻"]), max_size=20
).map("".join)


def marked(text: str, *rows: Row) -> str:
    return "".join(f"[{piece}]" if match else piece for piece, match in highlight(text, rows))


def test_a_word_is_marked_wherever_it_stands() -> None:
    assert marked("MoE on ROCm: moe, moes", ("moe",)) == "[MoE] on ROCm: [moe], [moes]"


def test_a_stem_marks_its_inflections() -> None:
    assert marked("Quantized or a quantization", ("quantiz",)) == "[Quantized] or a [quantization]"
    assert marked("one kernel", ("kernels",)) == "one [kernel]"


def test_no_part_of_a_plain_word_is_marked() -> None:
    assert marked("moeller and smoe", ("moe",)) == "moeller and smoe"


def test_terms_in_a_row_are_marked_where_they_follow_each_other_only() -> None:
    row = ("spec", "decode")
    assert marked("Spec-decode: decode the spec", row) == "[Spec-decode]: decode the spec"
    assert marked("SpecDecodeWorker", row) == "[SpecDecode]Worker"
    assert marked("spec, decode", row) == "[spec], [decode]"


def test_chinese_words_are_marked_inside_their_run() -> None:
    assert marked("支持投机解码的后端", ("投机", "解码")) == "支持[投机解码]的后端"


def test_a_pair_of_characters_is_marked_and_no_more() -> None:
    assert marked("误选了节点", ("误选",)) == "[误选]了节点"
    assert marked("ソングエディター", ("エデ",)) == "ソング[エデ]ィター"


def test_traditional_and_full_width_forms_are_marked_as_written() -> None:
    assert marked("在ＭＩ３２５Ｘ上檢測", ("mi325x",), ("检测",)) == "在[ＭＩ３２５Ｘ]上[檢測]"


@pytest.mark.parametrize("name", ["KimiK3", "Kimi-K3", "Kimi K3", "kimi_k3", "kimik3"])
def test_a_name_joined_with_its_version_is_marked_whole(name: str) -> None:
    assert marked(f"融合{name}的解码", ("kimik3",)) == f"融合[{name}]的解码"


def test_a_part_of_an_identifier_is_marked_alone() -> None:
    assert marked("SharedTopkIndices", ("topk",)) == "Shared[Topk]Indices"
    assert marked("SharedTopkIndices", ("topkindices",)) == "Shared[TopkIndices]"
    assert marked("--moe-backend", ("backend",)) == "--moe-[backend]"
    assert marked("so_happy", ("happi",)) == "so_[happy]"


def test_a_name_is_marked_with_its_number() -> None:
    assert marked("Qwen3-VL", ("qwen",)) == "[Qwen3]-VL"


@pytest.mark.parametrize("text", ["C++", "İstanbulKernel"])
def test_an_identifier_whose_parts_cannot_be_placed_is_marked_whole(text: str) -> None:
    assert marked(f"a {text} b", terms(text).parts[:1]) == f"a [{text}] b"


def test_matches_with_a_blank_between_are_one() -> None:
    assert marked("FP8 Marlin, test", ("fp8",), ("marlin",), ("test",)) == "[FP8 Marlin], [test]"


def test_an_accent_and_an_emoji_stay_whole() -> None:
    text = "cafe\u0301👩\u200d💻moe\ufe0f🎉"
    assert marked(text, ("moe",), ("café",)) == "[cafe\u0301]👩\u200d💻[moe\ufe0f]🎉"


def test_without_rows_nothing_is_marked() -> None:
    assert highlight("MoE", ()) == (("MoE", False),)
    assert highlight("", (("moe",),)) == ()


def test_the_rows_of_a_text_are_those_it_is_marked_for() -> None:
    rows: tuple[Row, ...] = (("moe",), ("spec", "decode"), ("lora",), ("level:must",))
    assert rows_in("SpecDecode for MoE", rows) == {("moe",), ("spec", "decode")}


@given(ANY_TEXT | LIKELY, ANY_TEXT | LIKELY, st.lists(st.lists(LIKELY, max_size=3), max_size=4))
@example("\ud800", "\ud800", [])
@example("m\ud800oe", "moe", [[""]])
def test_the_pieces_of_any_text_are_the_text(text: str, query: str, rows: list[list[str]]) -> None:
    found = terms(query)
    sought = {found.parts, *((term,) for term in (*found.parts, *found.wholes)), *map(tuple, rows)}
    pieces = highlight(text, sought)
    assert "".join(piece for piece, _ in pieces) == text
    assert all(piece for piece, _ in pieces)
    assert all(one[1] != other[1] for one, other in pairwise(pieces))


@given(ANY_TEXT | LIKELY)
def test_whatever_finds_a_text_is_marked_in_it(text: str) -> None:
    found = terms(text)
    rows = {(term,) for term in (*found.parts, *found.wholes)} | {found.parts}
    assert rows_in(text, rows - {()}) == rows - {()}
