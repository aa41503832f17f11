"""A query is read as a person means it, and refused with the mend where that cannot be told."""

import contextlib
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.grammar import parse, parse_filter, understood
from bot.core.query import Field, FieldName, Moment, Phrase, PullRequest, Query, Sort, Word
from bot.errors import QueryError

REPO, LEVEL, LABEL, AUTHOR = FieldName.REPO, FieldName.LEVEL, FieldName.LABEL, FieldName.AUTHOR


def test_words_are_all_wanted() -> None:
    assert parse("moe  量化").wanted == ((Word("moe"),), (Word("量化"),))


def test_an_empty_text_is_an_empty_query() -> None:
    assert parse(" \t ") == Query(text="")


def test_or_binds_its_two_neighbours_only() -> None:
    assert parse("a OR b c").wanted == ((Word("a"), Word("b")), (Word("c"),))


def test_a_small_or_is_a_word() -> None:
    assert parse("this or that").wanted == ((Word("this"),), (Word("or"),), (Word("that"),))


@pytest.mark.parametrize("text", ["OR moe", "moe OR", "OR OR moe OR"])
def test_or_at_an_edge_is_dropped(text: str) -> None:
    assert parse(text).wanted == ((Word("moe"),),)


def test_a_minus_leaves_out_words_phrases_and_fields() -> None:
    query = parse('fp8 -rocm -"code owners" -label:ci')
    assert query.wanted == ((Word("fp8"),),)
    assert query.unwanted == (Word("rocm"), Phrase("code owners"), Field(LABEL, "ci"))


def test_only_exclusions_are_a_query_too() -> None:
    assert parse("-rocm") == Query(text="-rocm", unwanted=(Word("rocm"),))


@pytest.mark.parametrize("text", ["--moe-backend", "scaled-mm", "a - b"])
def test_other_dashes_are_text(text: str) -> None:
    assert parse(text).unwanted == ()


@pytest.mark.parametrize(
    "text",
    [
        '"scaled mm"',
        "“scaled mm”",
        "„scaled mm“",
        "「scaled mm」",
        "『scaled mm』",
        "＂scaled mm＂",
    ],
)
def test_phrases_are_quoted_straight_curly_or_cjk(text: str) -> None:
    assert parse(text).wanted == ((Phrase("scaled mm"),),)


def test_an_open_quote_is_closed_at_the_end() -> None:
    assert parse('moe "scaled mm').wanted == ((Word("moe"),), (Phrase("scaled mm"),))


def test_an_empty_phrase_asks_for_nothing() -> None:
    assert parse('"" moe').wanted == ((Word("moe"),),)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("repo:vllm-project/vllm", Field(REPO, "vllm-project/vllm")),
        ("Repo:VLLM", Field(REPO, "VLLM")),
        ("ｒｅｐｏ：vllm", Field(REPO, "vllm")),
        ("level:must", Field(LEVEL, "must")),
        ("level:skim+", Field(LEVEL, "must,skim")),
        ("level:Skip,must", Field(LEVEL, "must,skip")),
        ("label:性能", Field(LABEL, "性能")),
        ('label:"good first"', Field(LABEL, "good first")),
        ("author:octocat", Field(AUTHOR, "octocat")),
    ],
)
def test_a_named_field_is_one_clause_in_any_case_width_or_quotes(text: str, field: Field) -> None:
    assert parse(text).wanted == ((field,),)


def test_two_repositories_are_a_choice() -> None:
    assert parse("repo:a moe repo:b").wanted == (
        (Word("moe"),),
        (Field(REPO, "a"), Field(REPO, "b")),
    )


def test_two_labels_are_both_wanted() -> None:
    assert len(parse("label:a label:b").wanted) == 2


@pytest.mark.parametrize("text", ["torch.ops:", "std::move", "nosuch:field", "https://a.example/b"])
def test_an_unknown_name_before_a_colon_is_text(text: str) -> None:
    assert parse(text).wanted == ((Word(text),),)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("since:7d", Moment(days=7)),
        ("since:2W", Moment(days=14)),
        ("since:2026-11-27", Moment(date=date(2026, 11, 27))),
        ("since:2026/1/2", Moment(date=date(2026, 1, 2))),
    ],
)
def test_moments_are_days_weeks_or_dates(text: str, moment: Moment) -> None:
    assert parse(text).since == moment
    assert parse(text.replace("since", "until")).until == moment


def test_seen_and_sort_are_of_the_whole_query() -> None:
    query = parse("moe seen:no sort:new")
    assert (query.seen, query.sort) == (False, Sort.NEW)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("pr:123", PullRequest(123)),
        ("#123", PullRequest(123)),
        ("vllm-project/vllm#12", PullRequest(12, "vllm-project/vllm")),
        ("https://github.com/o/n/pull/7", PullRequest(7, "o/n")),
        ("github.com/o/n/pull/7/files?w=1#diff", PullRequest(7, "o/n")),
        ("<https://github.com/o/n/pull/7>", PullRequest(7, "o/n")),
        ("<https://github.com/o/n/pull/7/commits|a label with blanks>", PullRequest(7, "o/n")),
        ("(https://github.com/o/n/pull/7).", PullRequest(7, "o/n")),
        ("pr:o/n#7", PullRequest(7, "o/n")),
        ("pr:https://github.com/o/n/pull/7", PullRequest(7, "o/n")),
    ],
)
def test_a_pull_request_is_named_in_many_ways(text: str, asked: PullRequest) -> None:
    query = parse(text)
    assert query.pull_requests == (asked,)
    assert query.wanted == ()


def test_two_numbers_are_a_choice_with_or_without_or() -> None:
    assert parse("#1 OR #2").pull_requests == parse("#1 #2").pull_requests


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("repo:", "`repo:vllm-project/vllm`"),
        ("moe label: ci", '`label:"good first issue"`'),
        ("level:high", "`level:must`"),
        ("level:must,skim+", "`level:skim+`"),
        ("since:yesterday", "`since:7d`"),
        ("until:2026-02-30", "`until:2026-11-27`"),
        ("seen:maybe", "`seen:no`"),
        ("sort:old", "`sort:new`"),
        ("pr:abc", "`pr:31245`"),
        ("-#12", "`-` takes words and fields"),
        ("-since:7d", "`-` takes words and fields"),
        ("moe OR since:7d", "`moe OR fp8 since:7d`"),
        ("since:7d OR moe", "`moe OR fp8 since:7d`"),
        ("moe OR -fp8", "`moe OR fp8 since:7d`"),
        ("moe OR #12", "`moe OR fp8 since:7d`"),
        ("x" * 10_000, "500 characters"),
        ("a b " * 17, "32 terms"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_mend(text: str, mend: str) -> None:
    with pytest.raises(QueryError) as refused:
        parse(text)
    assert mend in str(refused.value)


def test_control_characters_and_lone_surrogates_are_harmless() -> None:
    assert parse("mo\u200be\x00fp8 \ud800 \u202ex").wanted == (
        (Word("moe"),),
        (Word("fp8"),),
        (Word("x"),),
    )


def test_a_filter_refuses_what_depends_on_who_looks() -> None:
    for text in ("moe seen:no", "sort:best moe"):
        with pytest.raises(QueryError, match="no place in a filter"):
            parse_filter(text)
    assert parse_filter("moe OR 量化 repo:vllm -label:ci") == parse(
        "moe OR 量化 repo:vllm -label:ci"
    )


@pytest.mark.parametrize("text", ["", '""', "OR", "“”", '-""'])
def test_a_filter_that_asks_for_nothing_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="asks for nothing"):
        parse_filter(text)


@pytest.mark.parametrize("text", ["*", "((", "moe -- ((", '"..." moe', "🚀"])
def test_a_filter_that_could_never_match_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="no letter or digit"):
        parse_filter(text)


def test_understood_says_how_a_query_was_read() -> None:
    text = '-rocm a OR 「b c」 level:skim+ since:2w sort:new repo:x repo:y #12 label:"good first"'
    assert understood(parse(text)) == (
        'a OR "b c" level:skim+ label:"good first" repo:x OR repo:y -rocm #12 since:14d sort:new'
    )


_TYPED = [
    *(
        "OR",
        "-",
        "--",
        "a",
        "-b",
        "moe",
        "量化",
        "::",
        "x:y",
        "torch.ops:",
        "ＯＲ",
        "：",
        "\x00",
        "\ud800",
    ),
    *("repo:x", "REPO:y", "level:skim+", "level:must", "-level:skip", "label:é", "author:@z"),
    *(
        "since:7d",
        "since:9999w",
        "until:2026-01-02",
        "until:9999-12-31",
        "seen:no",
        "sort:new",
        "pr:1",
        "#2",
        "o/n#3",
    ),
    *("github.com/o/n/pull/4", '"', '"a b"', "“c", "「d」", 'label:"e f"', '-"g'),
]


@given(st.lists(st.sampled_from(_TYPED) | st.text(max_size=8), max_size=12).map(" ".join))
def test_what_was_understood_reads_as_the_same_query(text: str) -> None:
    try:
        query = parse(text)
    except QueryError:
        return
    assert replace(parse(understood(query)), text="") == replace(query, text="")


@given(st.text(max_size=600))
def test_no_text_raises_anything_but_a_query_error(text: str) -> None:
    with contextlib.suppress(QueryError):
        parse(text)
