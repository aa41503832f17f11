"""The YAML edge gives nodes with lines and refuses what could grow or execute."""

import pytest

from bot.sources.fault import Fault
from bot.sources.nodes import Kind, Listing, Mapping, Scalar, parse


def fault_of(text: str) -> Fault:
    with pytest.raises(Fault) as caught:
        parse(text)
    return caught.value


def value_of(text: str) -> Scalar:
    root = parse(f"key: {text}")
    assert isinstance(root, Mapping)
    value = root.pairs[0][1]
    assert isinstance(value, Scalar)
    return value


def test_every_node_knows_its_line() -> None:
    root = parse("a: 1\nb:\n  - x\n  - y\n")
    assert isinstance(root, Mapping)
    (_, one), (_, listing) = root.pairs
    assert isinstance(listing, Listing)
    assert (one.line, [node.line for node in listing.nodes]) == (1, [3, 4])


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("words", Kind.TEXT),
        ('"123"', Kind.TEXT),
        ("123", Kind.NUMBER),
        ("0123", Kind.NUMBER),
        ("1:30", Kind.NUMBER),
        ("1.5", Kind.NUMBER),
        ("on", Kind.TRUTH),
        ("No", Kind.TRUTH),
        ("2026-11-27", Kind.DATE),
        ("~", Kind.NOTHING),
        ("", Kind.NOTHING),
    ],
)
def test_a_scalar_is_kept_as_written_with_what_yaml_takes_it_for(written: str, kind: Kind) -> None:
    found = value_of(written)
    assert (found.kind, found.text) == (kind, written.strip('"'))


def test_an_empty_value_knows_the_comment_behind_it() -> None:
    assert value_of("#general").comment == "#general"
    assert value_of("words  # a note").comment == ""


@pytest.mark.parametrize("text", ["", "# only a note\n", "---\n"])
def test_an_empty_text_has_no_root_or_an_empty_one(text: str) -> None:
    root = parse(text)
    assert root is None or (isinstance(root, Scalar) and root.kind is Kind.NOTHING)


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 50_000, "[" * 20])
def test_deep_nesting_is_refused_without_recursion(text: str) -> None:
    assert "nest" in fault_of(text).problem


def test_deep_indentation_is_refused_by_line() -> None:
    deep = "".join(" " * depth + "a:\n" for depth in range(100))
    assert (fault_of(deep).line, fault_of(deep).problem) == (17, "nested too deeply")


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = 'a: &a ["x", "x"]\nb: &b [*a, *a]\nc: &c [*b, *b]\n'
    assert fault_of(bomb).line == 1
    assert "aliases" in fault_of(bomb).problem


def test_an_unknown_alias_is_refused_and_told_to_be_quoted() -> None:
    fault = fault_of("a: 1\nb: *must\n")
    assert (fault.line, "quotes" in fault.mend) == (2, True)


@pytest.mark.parametrize("text", ["a: !!python/object:os.system x", "a: !thing {}", "--- !x\na: 1"])
def test_a_tag_is_refused(text: str) -> None:
    assert "tag" in fault_of(text).problem


def test_a_second_document_is_refused_by_line() -> None:
    assert (fault_of("a: 1\n---\nb: 2\n").line) == 2


def test_a_key_that_is_no_word_is_refused() -> None:
    assert fault_of("? [a, b]\n: c\n").line == 1


def test_too_many_values_are_refused() -> None:
    assert "values" in fault_of("[" + ",".join(["a"] * 500_001) + "]").problem


@pytest.mark.parametrize(
    ("text", "line", "mend"),
    [
        ("a: 1\nb: fix: it\n", 2, '": "'),
        ("a: 1\n\tb: 2\n", 2, "spaces"),
        ("a: **bold**\n", 1, "quotes"),
        ("a: @octocat\n", 1, "quote"),
        ("a: [Kernel] faster\n", 1, "quote"),
        ('a: 1\nb: "open\nc: 2\n', 2, "close the quote"),
        ("a: 1\n b: 2\n", 2, '": "'),
        ("a: 'it's'\n", 1, "quote"),
    ],
)
def test_a_mistake_in_the_syntax_is_told_by_line_with_its_mend(
    text: str, line: int, mend: str
) -> None:
    fault = fault_of(text)
    assert (fault.line, mend in fault.mend) == (line, True)
