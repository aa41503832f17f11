"""What the command line prints, whatever it prints to: run as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

DIGEST = "acme/engine\n\n修复量化权重加载 🚀\n\nSkip it.\n"


def environment_of(**environment: str) -> dict[str, str]:
    """Nothing but these variables, and where the program is."""
    code = Path(__file__).parents[2]
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(code), **environment}


def call(
    folder: Path, *arguments: str | bytes, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """`python -m bot …` in a folder, with nothing but these variables."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment_of(**environment),
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
    done = subprocess.run(["sh", "-c", closed], cwd=tmp_path, env=environment_of(), check=False)
    assert done.returncode == 0
    assert len(json.loads(call(tmp_path, "entries", "--json").stdout)) == 1


def test_an_import_that_is_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    for number in range(200):
        entries = [f"Change {number}-{n}\n\nWorth a close read.\n" for n in range(40)]
        (tmp_path / f"{number:03}.txt").write_text("\n".join(["acme/engine\n", *entries]))
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "import", "."],
        cwd=tmp_path,
        env=environment_of(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # a group that Ctrl-C reaches as a whole
    ) as importing:
        while _size(tmp_path) < 1_000_000:
            assert importing.poll() is None
            time.sleep(0.01)
        os.killpg(importing.pid, signal.SIGINT)
        _, told = importing.communicate(timeout=60)  # until every process has ended
    assert (importing.returncode, told) == (1, b"\nAborted!\n")
    again = json.loads(call(tmp_path, "import", "--json", ".").stdout)
    assert again["added"] + again["unchanged"] == 200 * 40
    assert again["added"] > 0 < again["unchanged"]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("prdigest.db*"))
