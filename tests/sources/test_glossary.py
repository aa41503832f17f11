"""A team's glossary is read, or refused with everything wrong by line."""

from pathlib import Path

import pytest

from bot.core.concept import Concept
from bot.errors import ConfigError
from bot.sources.glossary import read_own


def read(folder: Path, text: str) -> tuple[Concept, ...]:
    (folder / "team.yaml").write_text(text, encoding="utf-8")
    return read_own(folder / "team.yaml")


def refusal(folder: Path, text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read(folder, text)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def test_a_concept_is_a_list_of_names_or_also_says_what_it_covers(tmp_path: Path) -> None:
    text = """\
# ours
- [MoE, 专家混合, our-moe-lib]
- {names: [our chip, OC1], covers: [OC100, "910"]}
- names: [night run]
  covers:
    - nightly
"""
    assert read(tmp_path, text) == (
        Concept(("MoE", "专家混合", "our-moe-lib")),
        Concept(("our chip", "OC1"), ("OC100", "910")),
        Concept(("night run",), ("nightly",)),
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "[]\n", "---\n"])
def test_a_file_without_concepts_has_none(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("text", "line", "told", "mend"),
    [
        ("names: [a1, b1]", 1, "a glossary must be a list", "begin each concept with - ["),
        ("moe", 1, "a glossary must be a list", "begin each concept with - ["),
        ("- [a1, b1]\n- moe", 2, 'a list of names, but this is text ("moe")', "write - [name"),
        ("- [a1, b1]\n- 5", 2, 'but this is a number ("5")', "write - [name"),
        ("- {names: [a1, b1], cover: [c1]}", 1, 'unknown key "cover"', "did you mean covers?"),
        ("- {covers: [c1]}", 1, "no names", "write names: [name"),
        ("- {names: a1, covers: [c1]}", 1, "names must be a list", "write names: [a, b]"),
        ("- names: [a1]\n  names: [b1]", 2, "stands here twice", "remove one"),
        ("- [on, b1]", 1, 'takes it for true or false ("on")', 'in quotes: "on"'),
        ("- - b1\n  - 910", 2, 'takes it for a number ("910")', 'in quotes: "910"'),
        ("- [1.0, b1]", 1, 'takes it for a number ("1.0")', 'in quotes: "1.0"'),
        ("- [2026-11-30, b1]", 1, "takes it for a date", 'in quotes: "2026-11-30"'),
        ("- [a1, ~]", 1, "takes it for empty", "in quotes"),
        ("- [a1, [b1]]", 1, "takes it for a list", "in quotes"),
        ("- [a1, b1: c1]", 1, "takes it for a mapping", "in quotes"),
        ('- [a1, " "]', 1, "a name is empty", "write some text"),
        (f"- [a1, {'b' * 61}]", 1, "a name has 61 characters", "write at most 60"),
        ("- [a1, 🚀]", 1, '"🚀" has no letter or digit', "write it in words"),
        ("- [a1, 锁]", 1, '"锁" is a single character', "write a longer name"),
        ("- [a1, R]", 1, '"R" is a single character', "write a longer name"),
        ("- [a1, b1, a1]", 1, '"a1" stands twice in names', "remove one"),
        ("- {names: [a1], covers: [c1, c1]}", 1, '"c1" stands twice in covers', "remove one"),
        ("- [a1]", 1, "a concept of one name says nothing", "add a name that means the same"),
        ("- []", 1, "a concept without names", "add"),
        (f"- [{', '.join(f'n{n}' for n in range(41))}]", 1, "names has 41 values", "at most 40"),
        (
            f"- {{names: [a1], covers: [{', '.join(f'n{n}' for n in range(61))}]}}",
            1,
            "covers has 61 values",
            "at most 60",
        ),
        ("- [a1, b1]\n" * 5_001, 1, "5,001 concepts", "keep the most useful 5,000"),
        ("- [&x a1, *x]", 1, "anchors and aliases are refused", "write the value out"),
        ("- [!!str 5, a1]", 1, "the tag tag:yaml.org,2002:str is refused", "plainly"),
        ("- [a1, b1\n- [c1, d1]\n", 2, "not valid YAML", "check the indentation"),
        ("- [a1, b1]\n" * 100_000, 1, "1,100,000 bytes, more than 1 MB", "split"),
    ],
)
def test_what_is_wrong_is_told_by_line_with_its_mend(
    tmp_path: Path, text: str, line: int, told: str, mend: str
) -> None:
    (only,) = refusal(tmp_path, text)
    assert only.startswith(f"team.yaml:{line}: ")
    assert told in only
    assert mend in only.partition("; ")[2]


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    told = refusal(tmp_path, "- [no, on]\n- [a1, b1]\n- [a1]\n- 7\n")
    assert [line.split(":")[1] for line in told] == ["1", "1", "3", "4"]


def test_of_very_many_faults_the_first_hundred_are_told(tmp_path: Path) -> None:
    told = refusal(tmp_path, "- 7\n" * 1_234)
    assert len(told) == 101
    assert told[-1] == "and 1,134 more like these"


def test_names_may_differ_in_case_alone(tmp_path: Path) -> None:
    assert read(tmp_path, "- [PyTorch, pytorch]") == (Concept(("PyTorch", "pytorch")),)


def test_a_name_is_one_line_without_blanks_around_it(tmp_path: Path) -> None:
    (concept,) = read(tmp_path, '- [" our\n   lib ", "我们\u200b的库"]')
    assert concept.names == ("our lib", "我们的库")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.yaml:1: no such file or folder; check the path"):
        read_own(tmp_path / "gone.yaml")
    with pytest.raises(ConfigError, match="not a regular file"):
        read_own(tmp_path)
    (tmp_path / "gbk.yaml").write_bytes("- [MoE, b1]\n- [专家, 混合专家]\n".encode("gbk"))
    with pytest.raises(ConfigError, match=r"gbk\.yaml:2: not UTF-8"):
        read_own(tmp_path / "gbk.yaml")
