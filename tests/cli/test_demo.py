"""The demo, from digests to the week after."""

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


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_without_entries_it_says_what_to_name(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    shown = run("demo", name)
    assert shown.exit_code == 1
    assert f"there are no Entries in {name}; name a folder" in shown.stderr
