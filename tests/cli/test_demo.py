"""The demo, from digests to the week after."""

import re
from pathlib import Path

import pytest

from tests.cli.running import Run

DIGEST = """\
repo: acme/engine
date: 2026-11-27
entries:
  - {headline: MoE kernel is twice as fast, verdict: Worth a close read.}
  - {headline: 修复量化权重加载, verdict: 值得精读。}
"""


@pytest.fixture
def digests(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.yaml").write_text(DIGEST, encoding="utf-8")
    return tmp_path / "mine"


def test_two_channels_get_what_is_theirs_once(run: Run, digests: Path) -> None:
    shown = run("demo", digests)
    assert shown.exit_code == 0
    asked, _, rest = shown.stdout.partition("The weekly roundup falls due")
    first, _, rest = rest.partition("The clock ticks again")
    again, _, week_later = rest.partition("A week later")
    assert "1 pull request for moe" in asked
    assert "1 pull request for 量化" in asked
    assert first.index("#kernels ─") < first.index("MoE kernel is twice as fast")
    assert first.index("#the-rest ─") < first.index("修复量化权重加载")
    assert "Nothing was posted" in again
    assert "Nothing was posted" in week_later


def test_a_narrow_terminal_cuts_no_heading(run: Run, digests: Path) -> None:
    shown = run("demo", digests, COLUMNS="40")
    assert "…" not in shown.stdout
    words = " ".join(shown.stdout.split())
    assert "The weekly roundup falls due, for #kernels and #the-rest" in words


def test_a_date_that_is_a_slip_does_not_carry_the_clock_away(run: Run, digests: Path) -> None:
    text = DIGEST.replace("2026-11-27", "9999-12-31")
    (digests / "a.yaml").write_text(text, encoding="utf-8")
    shown = run("demo", digests)
    assert shown.exit_code == 0
    assert "is in the future" in shown.stderr


def test_each_question_finds_something_in_whatever_digests_there_are(
    run: Run, digests: Path
) -> None:
    text = DIGEST.replace("MoE kernel is twice as fast", "The dependency resolver is lazy")
    text = text.replace("修复量化权重加载", "调度器不再阻塞 I/O")
    (digests / "a.yaml").write_text(text, encoding="utf-8")
    asked = run("demo", digests).stdout.partition("The weekly roundup falls due")[0]
    assert "types: /prdigest dependency\n" in asked
    assert "1 pull request for dependency" in asked
    assert "types: /prdigest 调度" in asked
    assert "1 pull request for 调度" in asked


def test_nothing_is_asked_in_a_language_nobody_writes(run: Run, digests: Path) -> None:
    text = DIGEST.replace("修复量化权重加载", "Документация")
    (digests / "a.yaml").write_text(text, encoding="utf-8")
    assert run("demo", digests).stdout.count("Somebody in #kernels types") == 1


def test_the_shipped_digests_are_asked_in_both_languages_and_told_twice_by_week(run: Run) -> None:
    shown = run("demo", Path(__file__).parents[2] / "digests")
    assert (shown.exit_code, shown.stderr) == (0, "")
    asked, due, again, later = re.split("falls due|ticks again|A week later", shown.stdout)
    assert "types: /prdigest moe\n" in asked
    assert "types: /prdigest 量化\n" in asked
    assert [due.count(f"╭─ {name} ─") for name in ("#kernels", "#the-rest")] == [1, 1]
    assert "Nothing was posted" in again
    assert "╭─" not in again
    assert [later.count(f"╭─ {name} ─") for name in ("#kernels", "#the-rest")] == [1, 1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("empty", "there are no Entries in empty; name a folder of digest files"),
        ("missing", "missing: no such file or folder; name a folder of digest files"),
    ],
)
def test_without_entries_it_says_once_what_to_name(
    run: Run, tmp_path: Path, name: str, told: str
) -> None:
    (tmp_path / "empty").mkdir()
    shown = run("demo", name)
    assert (shown.exit_code, shown.stderr) == (1, f"prdigest: {told}\n")
