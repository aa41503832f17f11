"""A file has one lasting name, whichever way its path was typed."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path, PurePath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.merging import merge
from bot.core.retelling import Known
from bot.sources.digests import find_digests, read_digest
from bot.sources.naming import lasting
from bot.sources.phrases import read_phrases

TODAY = date(2026, 11, 30)
FILES = {
    "old/x.yaml": "date: 2026-11-20",
    "new/x.yaml": "date: 2026-11-27",
    "new/y.yaml": "date: 2026-11-27",
    "new/z.yaml": "",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with digest files of two folders that all tell one pull request."""
    for name, dated in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        entry = f"entries:\n  - {{pr: 1, headline: Faster, verdict: As {name} has it.}}\n"
        (tmp_path / name).write_text(f"repo: o/n\n{dated}\n{entry}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_in_the_current_folder_is_named_from_there(folder: Path) -> None:
    for typed in ("old/x.yaml", "./old/x.yaml", "new/../old/x.yaml", folder / "old" / "x.yaml"):
        assert lasting(Path(typed)) == PurePath("old/x.yaml")


def test_a_file_elsewhere_is_named_from_the_root(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "new")
    for typed in ("../old/x.yaml", folder / "old" / "x.yaml"):
        assert lasting(Path(typed)) == folder.resolve() / "old" / "x.yaml"


def test_a_linked_folder_is_named_as_what_it_leads_to_and_a_linked_file_as_itself(
    folder: Path,
) -> None:
    (folder / "current").symlink_to("new")
    (folder / "new" / "link.yaml").symlink_to("x.yaml")
    assert lasting(Path("current/link.yaml")) == PurePath("new/link.yaml")


def test_an_impossible_path_is_left_as_it_is() -> None:
    assert lasting(Path("a\0b/c")) == PurePath("a\0b/c")


@st.composite
def ways(draw: st.DrawFn) -> list[str]:
    """All files, in any order, each folder named as a whole or file by file, from here or `/`."""
    parts = [["old"], ["new"]] if draw(st.booleans()) else [[name] for name in FILES]
    named = draw(st.permutations([name for part in parts for name in part]))
    return [draw(st.sampled_from(["{here}/", "", "old/../"])) + name for name in named]


def told(known: list[Known], paths: Iterable[str], folder: Path) -> tuple[list[Known], int]:
    """What is known after the files were read, and how many Entries they changed."""
    changed = 0
    typed = [Path(path.format(here=folder)) for path in paths]
    for found in find_digests(typed):
        file = read_digest(found, read_phrases(), TODAY)
        changes, (merged,) = merge([file], known)
        known = [replace(change.after, id=1) for change in changes] or known
        changed += merged.added + merged.updated
    return known, changed


@given(first=ways(), again=ways())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_order_and_any_way_to_name_the_files_comes_to_the_same_and_then_rests(
    folder: Path, first: list[str], again: list[str]
) -> None:
    known, _ = told([], first, folder)
    assert known[0].entry.verdict == "As new/y.yaml has it."
    assert known[0].entry.date == TODAY - timedelta(days=3)
    assert told(known, again, folder)[1] == 0
