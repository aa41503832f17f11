"""What the command line prints, whatever it prints to: run as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DIGEST = "acme/engine\n\n修复量化权重加载 🚀\n\nSkip it.\n"


def call(
    folder: Path, *arguments: str | bytes, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """`python -m bot …` in a folder, with nothing but these variables."""
    code = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(code), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"},
    ],
    ids=["ascii", "no locale", "latin-1"],
)
def test_chinese_is_taken_and_printed_as_utf8_whatever_the_locale(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "a.txt").write_text(DIGEST, encoding="utf-8")
    assert call(tmp_path, "import", "a.txt", **environment).returncode == 0
    found = call(tmp_path, "search", "--json", "--", "量化", **environment)
    (result,) = json.loads(found.stdout.decode("utf-8"))["results"]
    assert result["headline"] == "修复量化权重加载 🚀"
    said = call(tmp_path, "say", "/prdigest 量化", **environment)
    assert "修复量化权重加载 🚀" in said.stdout.decode("utf-8")


@pytest.mark.parametrize("words", [["search", "--"], ["say"], ["forget"]], ids=" ".join)
def test_an_argument_that_is_not_utf8_is_refused_in_words(tmp_path: Path, words: list[str]) -> None:
    told = call(tmp_path, *words, b"\xff")
    assert told.returncode == 2
    assert b"is not UTF-8 text" in told.stderr
    assert b"Traceback" not in told.stderr


def test_a_clean_import_says_nothing_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(DIGEST, encoding="utf-8")
    told = call(tmp_path, "import", "a.txt")
    assert (told.stdout, told.stderr) == (b"1 added, 0 rejected\n", b"")


def test_closed_streams_stop_no_import(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(DIGEST, encoding="utf-8")
    closed = f"exec {sys.executable} -m bot import --json a.txt <&- >&- 2>&-"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(["sh", "-c", closed], cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 0
    assert len(json.loads(call(tmp_path, "entries", "--json").stdout)) == 1
