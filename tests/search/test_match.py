"""A Query becomes the Terms an Entry must have."""

from bot.core.grammar import parse
from bot.search.match import NEEDS_LIMIT, Match, match
from bot.search.need import Form, Likeness, literal
from bot.search.syntax import fts5, tsquery


def asked(text: str) -> Match:
    return match(parse(text), None, None)


def needs(text: str) -> list[str]:
    return [need.text for need in asked(text).needs]


def test_each_word_is_a_need() -> None:
    assert needs("topk indices buffer") == ["topk", "indices", "buffer"]


def test_an_identifier_is_a_row_of_parts_or_one_word() -> None:
    (need,) = asked("scaled-MM").needs
    assert need.forms == (literal("scaled", "mm"), literal("scaledmm"))


def test_a_name_and_its_version_may_be_one_word() -> None:
    kimi, k3 = asked("kimi k3").needs
    assert kimi.forms == (literal("kimi"), literal("kimik3"))
    assert k3.forms == (literal("k3"), literal("kimik3"))


def test_chinese_typed_together_is_several_needs() -> None:
    assert needs("流水线并行") == ["流水线", "并行"]


def test_a_long_chinese_word_may_be_cut_in_another_way() -> None:
    (need,) = asked("流水线").needs
    assert need.forms[1] == Form((("流水",), ("水线",)), Likeness.LOOSE)


def test_characters_no_dictionary_joins_are_one_need() -> None:
    assert needs("误选") == ["误选"]


def test_words_that_ask_rather_than_tell_are_no_needs() -> None:
    assert needs("how to speed up moe") == ["speed", "up", "moe"]
    assert needs("为什么输出变差") == ["输出", "变差"]


def test_words_that_ask_are_needs_when_there_are_no_others() -> None:
    assert needs("what is this") == ["what", "is", "this"]


def test_of_very_many_needs_the_last_asks_for_all_the_rest_at_once() -> None:
    words = [f"w{n}" for n in range(30)]
    found = asked(" ".join(["how", *words])).needs
    assert [need.text for need in found] == [*words[:15], "w15 …"]
    assert found[-1].forms == (Form(tuple((word,) for word in words[15:])),)


def test_a_long_run_of_chinese_is_a_bounded_number_of_needs_and_loses_none_of_its_terms() -> None:
    found = asked("流水线并行量化权重加载" * 40).needs
    assert len(found) == NEEDS_LIMIT
    rows = [row for need in found for row in need.forms[0].sequences]
    assert len(rows) == 40 * len(needs("流水线并行量化权重加载"))


def test_a_choice_is_one_need() -> None:
    assert needs("moe OR 流水线并行") == ["moe OR 流水线并行"]


def test_a_choice_of_fields_is_a_filter() -> None:
    found = asked("repo:a repo:b level:skim+")
    assert found.needs == ()
    assert (literal("repo:a"), literal("repo:b")) in found.filters
    assert (literal("level:must"), literal("level:skim")) in found.filters


def test_a_number_may_name_its_repository() -> None:
    (numbers, _) = asked("#1 o/n#2").filters
    assert numbers == (literal("pr:1"), Form((("pr:2",), ("repo:o/n",))))


def test_only_what_the_viewer_may_see_matches() -> None:
    found = match(parse("moe"), "T1", "C2")
    assert found.filters == ((literal("for:everyone"), literal("for:t1"), literal("for:c2")),)


def test_what_has_no_terms_is_impossible_alone_and_nothing_beside_others() -> None:
    assert asked("???").impossible
    assert not asked("??? moe").impossible
    assert not asked("level:must").impossible


def test_a_match_is_written_for_sqlite() -> None:
    assert fts5(asked('"scaled mm" -rocm')) == (
        '((("scaled mm")) AND (("for:everyone"))) NOT (("rocm"))'
    )


def test_a_match_in_the_headline_is_written_for_postgres() -> None:
    assert tsquery(asked("scaled-mm repo:n"), in_headline=True) == (
        "(((('^scaled' <-> '^mm')) | (('^scaledmm'))) & ((('repo:n'))) & ((('for:everyone'))))"
    )
