"""The rules of the house hold: rooms, homes of libraries, one reader of the environment."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "bot").rglob("*.py"))
HOMES = {
    "Stemmer": ("search",),
    "alembic": ("store",),
    "apscheduler": ("core/rhythm.py", "roundups/clock.py"),
    "babel": ("slack",),
    "click": ("cli",),
    "markdown_it": ("slack",),
    "opencc": ("search",),
    "rapidfuzz": ("search",),
    "rich": ("cli",),
    "rjieba": ("search",),
    "slack_bolt": ("slack",),
    "slack_sdk": ("slack",),
    "sqlalchemy": ("store",),
    "yaml": ("sources",),
}


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_a_room_imports_only_from_rooms_to_its_left() -> None:
    # In a process of its own: import-linter switches off the loggers of the process it is in.
    script = (
        "import sys; from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(config_filename='pyproject.toml', no_cache=True))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_each_third_party_library_has_one_home() -> None:
    strays = [
        f"{file.relative_to(ROOT)}: {module}"
        for file in FILES
        for module in _imports(file)
        if (homes := HOMES.get(module.split(".")[0]))
        and not str(file.relative_to(ROOT / "bot")).startswith(homes)
    ]
    assert strays == []


def test_only_config_reads_the_environment() -> None:
    readers = {
        file.relative_to(ROOT).as_posix()
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if _taken_from_os(node) & {"environ", "environb", "getenv", "getenvb"}
    }
    assert readers == {"bot/config.py"}


def _taken_from_os(node: ast.AST) -> set[str]:
    match node:
        case ast.Attribute(value=ast.Name(id="os"), attr=name):
            return {name}
        case ast.ImportFrom(module="os", names=names):
            return {each.name for each in names}
        case _:
            return set()


def test_every_file_says_its_job_in_one_short_first_line() -> None:
    for file in FILES:
        told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        first, *rest = told.splitlines() or [""]
        assert first.endswith("."), file
        assert len(first) <= 100, file
        assert not any(rest[:1]), file  # a blank line, if anything, follows


def test_importing_anything_has_no_effect(tmp_path: Path) -> None:
    modules = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in FILES
        if "migrations" not in file.parts and file.stem not in {"__main__", "gunicorn.conf"}
    ]
    script = "import threading\n" + "".join(f"import {name}\n" for name in modules)
    script += "assert threading.active_count() == 1, threading.enumerate()"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{script}"],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
