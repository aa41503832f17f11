"""The verbs about digests, end to end on both databases."""

from pathlib import Path

import pytest

from tests.cli.running import Run, printed

GOOD = """\
repo: acme/engine
date: 2026-11-27
entries:
  - pr: 1
    headline: MoE routing runs twice as fast
    verdict: Worth a close read. The launch is split in two.
  - headline: 修复量化权重加载
    verdict: 快速浏览即可。
"""


def _digest(folder: Path, text: str, name: str = "one.yaml") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_importing_twice_adds_once(run: Run, tmp_path: Path, database_url: str) -> None:
    run("migrate", DATABASE_URL=database_url)
    _digest(tmp_path / "digests", GOOD)
    first = run("import", "--json", DATABASE_URL=database_url)
    assert (first.exit_code, printed(first)["added"]) == (0, 2)
    again = run("import", "--json", DATABASE_URL=database_url)
    assert printed(again) == {
        "added": 0, "updated": 0, "unchanged": 2, "merged": 0, "skipped": 0, "rejected": [],
    }  # fmt: skip


def test_a_rejected_entry_is_told_by_line_and_stops_no_other(run: Run, tmp_path: Path) -> None:
    folder = _digest(tmp_path / "mine", GOOD + "  - headline: no verdict here\n")
    told = run("import", "mine")
    assert told.exit_code == 1
    assert "2 added, 1 rejected" in told.stdout
    assert f"{Path('mine/one.yaml')}:9: " in told.stderr
    rejected = printed(run("import", "--json", folder))["rejected"]
    assert [set(problem) for problem in rejected] == [{"file", "line", "problem", "mend"}]
    assert (rejected[0]["file"], rejected[0]["line"]) == (str(folder / "one.yaml"), 9)


def test_bad_files_between_good_ones_are_told_in_order_and_stop_none(
    run: Run, tmp_path: Path, database_url: str
) -> None:
    run("migrate", DATABASE_URL=database_url)
    for number in range(6):
        text = f"acme/engine\n\nChange {number}\n\nSkip it.\n"
        _digest(tmp_path / "digests", text, f"{number}.txt")
    _digest(tmp_path / "digests", "no repository here\n", "2.txt")
    _digest(tmp_path / "digests", "acme/engine\n\nChange 0\n\nWorth a read.\n", "4.txt")
    (tmp_path / "digests" / "5.txt").write_bytes(b"acme/engine\n\xff")
    told = run("import", "--json", DATABASE_URL=database_url)
    assert told.exit_code == 1
    counts = printed(told)
    assert (counts["added"], counts["updated"], counts["unchanged"]) == (3, 1, 0)
    rejected = [Path(problem["file"]).name for problem in counts["rejected"]]
    assert rejected == ["2.txt", "5.txt"]
    assert told.stderr.index("2.txt:1: ") < told.stderr.index("5.txt:2: ")


def test_check_validates_and_leaves_no_database(run: Run, tmp_path: Path) -> None:
    _digest(tmp_path / "digests", GOOD + "  - headline: no verdict here\n")
    assert run("import", "--check").exit_code == 1
    assert not (tmp_path / "prdigest.db").exists()


@pytest.mark.parametrize("how", [[], ["--check"]])
def test_an_import_of_no_files_says_so(run: Run, tmp_path: Path, how: list[str]) -> None:
    (tmp_path / "digests").mkdir()
    told = run("import", *how)
    assert told.exit_code == 0
    assert told.stdout.endswith("there are no digest files (.yaml, .yml, .txt)\n")


def test_two_folders_with_equal_file_names_come_to_rest(run: Run, tmp_path: Path) -> None:
    for name, day in (("new", "2026-11-27"), ("old", "2026-11-20")):
        text = GOOD.replace("2026-11-27", day).replace("twice", name)
        _digest(tmp_path / name, text)
    run("import", "new", "old")
    assert printed(run("import", "--json", "new", "old"))["unchanged"] == 4
    assert "MoE routing runs new as fast" in run("entries").stdout


def test_entries_are_listed_with_the_words_that_decided(run: Run, tmp_path: Path) -> None:
    _digest(tmp_path / "digests", GOOD)
    run("import")
    rows = {row["headline"]: row for row in printed(run("entries", "--json"))}
    moe = rows["MoE routing runs twice as fast"]
    assert (moe["key"], moe["level"], moe["date"]) == ("acme/engine#1", "must", "2026-11-27")
    assert moe["evidence"] in "Worth a close read. The launch is split in two."
    assert rows["修复量化权重加载"]["pr"] is None


def test_a_forgotten_entry_is_gone_and_an_unknown_key_is_told(run: Run, tmp_path: Path) -> None:
    _digest(tmp_path / "digests", GOOD)
    run("import")
    told = run("forget", "ACME/engine#1", "acme/engine#99")
    assert (told.exit_code, told.stdout) == (1, "forgot acme/engine#1\n")
    assert "acme/engine#99" in told.stderr
    assert [row["pr"] for row in printed(run("entries", "--json"))] == [None]


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        ({"DATABASE_URL": "mysql://me:hunter2@db/x"}, "DATABASE_URL"),
        ({"DATABASE_URL": "postgres://me:hunter2@127.0.0.1:1/x"}, "127.0.0.1 cannot be used"),
        ({"DATABASE_URL": "sqlite:////no/such/folder/x.db"}, "database"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_sentence_without_secrets(
    run: Run, environment: dict[str, str], names: str
) -> None:
    told = run("entries", **environment)
    assert told.exit_code in {1, 2}
    assert names in told.stderr
    assert told.stderr.count("\n") == 1
    assert "hunter2" not in told.output
