"""A Query becomes the Terms an Entry must have."""

from bot.core.concept import Concept
from bot.core.grammar import parse
from bot.search.glossary import Glossary
from bot.search.match import NEEDS_LIMIT, Match, loosened, match, nearest
from bot.search.need import Form, Likeness, Need, literal
from bot.search.syntax import fts5, tsquery
from bot.search.words import terms

GLOSSARY = Glossary(
    [
        Concept(("speculative decoding", "spec decode", "投机解码")),
        Concept(("cache", "缓存")),
        Concept(("prefix", "前缀")),
        Concept(("prefix caching", "APC", "前缀缓存")),
        Concept(("AMD GPU", "AMD"), covers=("ROCm", "MI325X")),
        Concept(("ROCm",), covers=("gfx950", "prefix caching")),
        Concept(("context parallel", "CP")),
        Concept(("checkpoint", "检查点", "CP")),
    ]
)


def asked(text: str) -> Match:
    return match(parse(text), GLOSSARY, None, None)


def needs(text: str) -> list[str]:
    return [need.text for need in asked(text).needs]


def test_each_word_is_a_need() -> None:
    assert needs("topk indices buffer") == ["topk", "indices", "buffer"]


def test_a_word_typed_twice_is_one_need() -> None:
    assert needs("moe fp8 MoE") == ["moe", "fp8"]


def test_an_identifier_of_two_parts_is_one_word_or_two() -> None:
    (need,) = asked("scaled-MM").needs
    assert need.forms[:2] == (literal("scaledmm"), literal("scaled", "mm"))


def test_an_identifier_of_more_parts_is_one_word_or_part_of_one() -> None:
    (need,) = asked("--max-model-len").needs
    pairs = Form(((("maxmodel",),), (("modellen",),)))
    assert need.forms[:2] == (literal("maxmodellen"), pairs)
    assert need.row == ("max", "model", "len")


def test_the_numbers_of_a_version_belong_together() -> None:
    (need,) = asked("5.2").needs
    assert need.forms == (literal("5.2"),)


def test_a_name_and_its_version_may_be_one_word() -> None:
    kimi, k3 = asked("kimi k3").needs
    assert kimi.forms == (literal("kimi"), literal("kimik3"))
    assert k3.forms == (literal("k3"), literal("kimik3"))


def test_chinese_typed_together_is_several_needs() -> None:
    assert needs("流水线并行") == ["流水线", "并行"]


def test_a_long_chinese_word_may_be_cut_in_another_way() -> None:
    (need,) = asked("流水线").needs
    assert need.forms[1] == Form(((("流水",),), (("水线",),)), Likeness.LOOSE)


def test_characters_no_dictionary_joins_are_one_need() -> None:
    assert needs("误选") == ["误选"]


def test_words_that_ask_rather_than_tell_are_no_needs() -> None:
    assert needs("how to speed up moe") == ["speed", "up", "moe"]
    assert needs("为什么输出变差") == ["输出", "变差"]


def test_a_single_character_is_a_need_where_it_stands_alone() -> None:
    assert needs("空 缓存") == ["空", "缓存"]
    assert needs("在缓存上") == ["缓存"]


def test_words_that_ask_are_needs_when_there_are_no_others() -> None:
    assert needs("what is this") == ["what", "is", "this"]


def test_of_very_many_needs_the_last_asks_for_all_the_rest_at_once() -> None:
    words = [f"w{n}" for n in range(30)]
    found = asked(" ".join(["how", *words])).needs
    assert [need.text for need in found] == [*words[:15], "w15 …"]
    assert found[-1].forms == (Form(tuple(((word,),) for word in words[15:])),)


def test_a_long_run_of_chinese_is_a_bounded_number_of_needs_and_loses_none_of_its_terms() -> None:
    run = (
        "流水线并行量化权重加载分布式推理训练模型注意力机制调度策略内存泄漏数据文档测试环境变量接口"
    )
    found = asked(run).needs
    assert len(found) == NEEDS_LIMIT
    every = [rows for need in found for rows in need.forms[0].every]
    assert len(every) == len(terms(run).units)


def test_a_choice_is_one_need() -> None:
    assert needs("moe OR 流水线并行") == ["moe OR 流水线并行"]


def test_a_choice_of_fields_is_a_filter() -> None:
    found = asked("repo:a repo:b level:skim+")
    assert found.needs == ()
    assert (literal("repo:a"), literal("repo:b")) in found.filters
    assert (literal("level:must"), literal("level:skim")) in found.filters


def test_a_number_may_name_its_repository() -> None:
    (numbers,) = asked("#1 o/n#2").filters
    assert numbers == (literal("pr:1"), Form(((("pr:2",),), (("repo:o/n",),))))


def test_only_what_the_viewer_may_see_matches() -> None:
    found = match(parse("moe"), GLOSSARY, "T1", "C2")
    assert found.visible == (literal("for:t1"), literal("for:c2"))
    assert fts5(found) == ('(("moe")) NOT (("for:%some") NOT ("for:t1" OR "for:c2"))')
    assert tsquery(found) == "((('moe'))) & !((('for:%some')) & !(('for:t1') | ('for:c2')))"


def test_what_asks_for_nothing_matches_all_that_the_viewer_may_see() -> None:
    found = match(parse("since:7d"), GLOSSARY, None, "C2")
    assert fts5(found).startswith('(("for:everyone" OR "for:c2")) NOT ')


def test_what_has_no_terms_is_impossible_alone_and_nothing_beside_others() -> None:
    assert asked("???").impossible
    assert not asked("??? moe").impossible
    assert not asked("level:must").impossible


def test_a_match_is_written_for_sqlite() -> None:
    assert fts5(asked('"scaled mm" -rocm')) == '(("scaled mm")) NOT ("for:%some") NOT ("rocm")'


def test_a_match_in_the_headline_is_written_for_postgres() -> None:
    assert tsquery(asked('"scaled-mm" repo:n'), in_headline=True) == (
        "((('^scaled' <-> '^mm') | ('^scaledmm')) & (('repo:n'))) & !(('for:%some'))"
    )


def test_the_database_is_not_asked_for_a_word_beside_its_stem() -> None:
    assert fts5(asked("kernels")).startswith('(("kernel"))')


def rows(need: Need, likeness: Likeness) -> list[str]:
    """The Forms of one row and this Likeness, each as text."""
    simple = [form.every[0] for form in need.forms if form.likeness is likeness]
    return [" ".join(row) for rows in simple if len(rows) == 1 for row in rows]


def test_a_name_of_several_words_is_one_need_in_all_its_names() -> None:
    (need,) = asked("spec decode").needs
    assert need.text == "spec decode"
    assert rows(need, Likeness.LITERAL) == ["spec decode"]
    assert rows(need, Likeness.SYNONYM) == ["speculative decoding", "投机 解码"]


def test_a_name_is_known_however_it_is_inflected_or_written() -> None:
    for typed in ("prefix caches", "Prefix-Caching", "prefix_cache", "前缀缓存", "前綴緩存", "apc"):
        (need,) = asked(typed).needs
        assert need.known, typed


def test_the_words_of_a_name_may_also_stand_apart_each_in_its_own_other_names() -> None:
    (need,) = asked("prefix caching").needs
    as_typed, loose = (form for form in need.forms if len(form.every) == 2)
    assert as_typed.likeness is Likeness.APART
    assert as_typed.every == ((("prefix",),), (("caching",), ("cach",)))
    assert loose.likeness is Likeness.LOOSE
    assert (("前缀",) in loose.every[0], ("缓存",) in loose.every[1]) == (True, True)


def test_words_that_may_stand_apart_are_not_asked_for_in_a_row_too() -> None:
    assert fts5(nearest(asked("prefix caching"))).startswith(
        '(("apc" OR "前缀 缓存" OR (("prefix") AND ("cach")))) NOT '
    )


def test_what_is_only_covered_is_left_out_of_the_nearest() -> None:
    (need,) = nearest(asked("amd gpu")).needs
    assert rows(need, Likeness.NARROWER) == []


def test_a_name_of_one_word_is_known_in_lower_case_too() -> None:
    glossary = Glossary([Concept(("DeepSeek", "深度求索"))])
    (need,) = match(parse("deepseek"), glossary, None, None).needs
    assert rows(need, Likeness.SYNONYM) == ["deep seek", "深度 求索"]


def test_a_word_inside_a_name_does_not_ask_for_what_the_name_means() -> None:
    (need,) = asked("caching").needs
    assert rows(need, Likeness.SYNONYM) == ["缓存"]


def test_a_wider_name_covers_narrower_ones_and_not_the_other_way_round() -> None:
    (wide,) = asked("amd gpu").needs
    assert rows(wide, Likeness.NARROWER) == [
        "rocm",
        "mi325x",
        "gfx950",
        "prefix caching",
        "apc",
        "前缀 缓存",
    ]
    (narrow,) = asked("MI325X").needs
    assert rows(narrow, Likeness.SYNONYM) == []


def test_a_name_of_two_concepts_asks_for_both() -> None:
    (need,) = asked("cp").needs
    assert set(rows(need, Likeness.SYNONYM)) == {"context parallel", "checkpoint", "检查点"}


def test_an_identifier_that_only_contains_a_name_is_not_that_name() -> None:
    (need,) = asked("cache_config").needs
    assert not need.known


def test_what_is_left_out_and_what_is_quoted_has_no_other_names() -> None:
    unwanted = [row for form in asked("moe -cache").unwanted for row in form.every[0]]
    assert unwanted == [("cache",), ("cach",)]
    assert asked('"prefix caching"').needs[0].forms == (literal("prefix", "caching"),)


def test_loosened_phrases_are_words_again() -> None:
    query = loosened(parse('"prefix caching" fp8'))
    assert [need.text for need in match(query, GLOSSARY, None, None).needs] == [
        "prefix caching",
        "fp8",
    ]
