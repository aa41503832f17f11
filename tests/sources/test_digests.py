"""Files and folders become Digests; whatever is wrong is a Problem beside what is good."""

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.core.entry import DigestFile
from bot.sources.digests import date_in_name, find_digests, read_digest
from bot.sources.phrases import read_phrases

TODAY = date(2026, 11, 30)
TEXT = "o/n\n\nFaster kernels\n\nSkip it.\n"
YAML = "repo: o/n\nentries:\n  - headline: Faster kernels\n    verdict: Skip it.\n"


def read(*paths: Path) -> list[DigestFile]:
    return [read_digest(found, read_phrases(), TODAY) for found in find_digests(paths)]


def write(folder: Path, **files: str) -> Path:
    """Files by name, in which `__` is a slash and `_` a dot."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def rejected(*paths: Path) -> list[str]:
    return [str(problem) for file in read(*paths) for problem in file.rejected]


def test_a_digest_as_text_or_as_yaml_tells_the_same(tmp_path: Path) -> None:
    write(tmp_path, a_txt=TEXT, b_yaml=YAML, c_YML=YAML)
    told = [
        (one.entry.repo, one.entry.headline, one.entry.verdict)
        for file in read(tmp_path)
        for one in file.tellings
    ]
    assert told == [("o/n", "Faster kernels", "Skip it.")] * 3


def test_files_come_sorted_each_folder_by_itself(tmp_path: Path) -> None:
    write(tmp_path, b_txt=TEXT, o__n__2_yaml=YAML, o__n__1_yaml=YAML, a_txt=TEXT)
    names = ["a.txt", "b.txt", "o/n/1.yaml", "o/n/2.yaml"]
    assert [file.source for file in read(tmp_path)] == [f"{tmp_path}/{name}" for name in names]


def test_hidden_and_other_files_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, _a_txt=TEXT, _git__a_txt=TEXT, README_md="words", b_json="{}")
    assert read(tmp_path) == []


def test_a_problem_names_the_file_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, d__bad_txt="o/n\n\nAlone\n")
    monkeypatch.chdir(tmp_path)
    assert rejected(Path("d"))[0].startswith("d/bad.txt:3: a headline without a verdict; ")


def test_problems_come_in_the_order_of_lines(tmp_path: Path) -> None:
    bad = YAML + "  - headline: 1\n    verdict: v\n" + "  - {pr: 1, headline: A, verdict: v}\n"
    write(
        tmp_path,
        a_yaml=bad + "  - headline: 2\n    verdict: v\n  - {pr: 1, headline: B, verdict: v}\n",
    )
    assert [problem.line for problem in read(tmp_path)[0].rejected] == [5, 7, 8, 10]


def test_repetitions_are_skipped_with_a_problem_of_their_own(tmp_path: Path) -> None:
    write(tmp_path, a_txt=TEXT + "\nFaster kernels\n\nSkim it.\n")
    file = read(tmp_path)[0]
    assert (len(file.tellings), len(file.rejected), len(file.skipped)) == (1, 0, 1)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-11-27.yaml", date(2026, 11, 27)),
        ("vllm-2026-11-27-late.txt", date(2026, 11, 27)),
        ("000_2026-11-27.txt", date(2026, 11, 27)),
        ("2026-13-27_2026-11-27.txt", date(2026, 11, 27)),
        ("12026-11-27.txt", None),
        ("2026-11-277.txt", None),
        ("2026-13-27.txt", None),
        ("20261127.txt", None),
        ("notes.txt", None),
    ],
)
def test_the_date_in_a_name_is_found(name: str, day: date | None) -> None:
    assert date_in_name(name) == day


def test_the_date_in_the_file_wins_over_that_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "2026-11-20.yaml").write_text("date: 2026-11-27\n" + YAML)
    assert read(tmp_path)[0].tellings[0].entry.date == date(2026, 11, 27)


def test_a_date_beyond_tomorrow_is_read_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "2026-12-01.txt").write_text(TEXT)
    (tmp_path / "2026-12-02.txt").write_text(TEXT)
    tomorrow, later = read(tmp_path)
    assert (tomorrow.warnings, len(later.warnings), len(later.tellings)) == ((), 1, 1)


def test_a_warning_about_the_date_stands_at_its_line(tmp_path: Path) -> None:
    write(tmp_path, a_yaml=YAML + "date: 2030-01-01\n")
    assert read(tmp_path)[0].warnings[0].line == 5


def test_a_missing_path_is_a_problem(tmp_path: Path) -> None:
    assert "no such file or folder" in rejected(tmp_path / "nope.yaml")[0]
    assert "no such file or folder" in rejected(tmp_path / "nope")[0]


def test_a_named_file_of_another_kind_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, README_md="words")
    assert "not a digest file" in rejected(tmp_path / "README.md")[0]


def test_a_folder_called_like_a_digest_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()
    assert "a folder called like a digest file" in rejected(tmp_path)[0]


def test_a_link_that_leads_out_of_the_folder_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, secret_txt=TEXT)
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.txt").symlink_to(tmp_path / "secret.txt")
    assert "leads out" in rejected(inside)[0]
    assert read(inside)[0].tellings == ()


def test_a_link_inside_the_folder_is_read(tmp_path: Path) -> None:
    write(tmp_path, _data__a_txt=TEXT)
    (tmp_path / "b.txt").symlink_to(tmp_path / ".data" / "a.txt")
    assert [len(file.tellings) for file in read(tmp_path)] == [1]


@pytest.mark.parametrize("target", ["loop.txt", "nowhere.txt"])
def test_a_link_to_nothing_is_a_problem(tmp_path: Path, target: str) -> None:
    (tmp_path / "loop.txt").symlink_to(tmp_path / target)
    assert len(rejected(tmp_path)) == 1


def test_a_link_to_a_folder_is_a_problem_and_never_walked(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to(tmp_path)
    assert "a link to a folder" in rejected(tmp_path)[0]


def test_a_bad_file_stops_no_other(tmp_path: Path) -> None:
    write(tmp_path, a_yaml="[", b_txt=TEXT)
    assert [len(file.tellings) for file in read(tmp_path)] == [0, 1]


REPEATED = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@REPEATED
@given(st.binary(max_size=200), st.sampled_from(["a.txt", "a.yaml"]))
@example(b"\xef\xbb\xbf", "a.txt")
@example(b"repo: o/n\nentries:\n- ? a\n", "a.yaml")
@example(b"repo: o/n\ndate: 0000-00-00\nentries: []", "a.yaml")
@example(b"&a [*a]", "a.yaml")
@example(b"?", "a.yaml")
def test_no_bytes_are_ever_more_than_problems(tmp_path: Path, data: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(data)
    file = read(tmp_path / name)[0]
    assert all(problem.line >= 1 and problem.mend for problem in file.rejected)


@REPEATED
@given(st.text(alphabet="ab:-#[]{}'\"|>&*!%@`,? \n\t值0.", max_size=60))
def test_no_yaml_value_is_ever_more_than_problems(tmp_path: Path, value: str) -> None:
    (tmp_path / "a.yaml").write_text(
        f"repo: o/n\nentries:\n  - headline: {value}\n    verdict: v\n"
    )
    read(tmp_path)


@REPEATED
@given(
    st.lists(
        st.sampled_from(
            ["{headline: 1, verdict: v}", "{verdict: v}", "[]", "x", "{pr: 0}", "~", "{}"]
        ),
        max_size=5,
    ),
    st.integers(0, 5),
)
def test_a_good_entry_is_never_lost_beside_bad_ones(
    tmp_path: Path, bad: list[str], place: int
) -> None:
    entries = [*bad[:place], "{headline: Good, verdict: Skip it.}", *bad[place:]]
    body = "".join(f"  - {one}\n" for one in entries)
    (tmp_path / "a.yaml").write_text(f"repo: o/n\nentries:\n{body}")
    file = read(tmp_path)[0]
    assert [one.entry.headline for one in file.tellings] == ["Good"]
    assert len({problem.line for problem in file.rejected}) == len(bad)


def test_a_name_that_is_no_text_is_shown_as_one_line_of_text(tmp_path: Path) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/a\xffb\nc.yaml")
    Path(odd).write_text(YAML + "  - headline: alone\n", encoding="utf-8")
    (file,) = read(tmp_path)
    assert file.source == rf"{tmp_path}/a\xffb\nc.yaml"
    assert [problem.file for problem in file.rejected] == [file.source]
