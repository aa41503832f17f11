"""A file is read as bounded, plain UTF-8 text, or told what it looks like."""

import os
from pathlib import Path

import pytest

from bot.sources.fault import Fault
from bot.sources.reading import read_text

CHINESE = "为量化内核增加新的优化路径，值得精读，设计清晰。\n"
TRADITIONAL = "為量化內核增加新的優化路徑，值得精讀，設計清晰。\n"
JAPANESE = "これはテストのための文章です。よく読む価値があります。\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "digest.txt"


def fault_of(path: Path, data: bytes, limit: int = 1000) -> Fault:
    path.write_bytes(data)
    with pytest.raises(Fault) as caught:
        read_text(path, limit)
    return caught.value


@pytest.mark.parametrize(
    "data",
    [b"a\r\nb", b"a\rb", "\ufeffa\nb".encode(), "a\n\ufeffb".encode(), b"a\n\x07b"],
)
def test_line_ends_marks_and_control_characters_are_made_plain(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert read_text(path) == "a\nb"


def test_a_separator_that_only_some_take_for_a_line_end_becomes_a_blank(path: Path) -> None:
    path.write_bytes("a\u2028b\x85c".encode())
    assert read_text(path) == "a b c"


@pytest.mark.parametrize(
    ("data", "looks"),
    [
        (CHINESE.encode("gbk"), "GBK"),
        (CHINESE.encode("gb18030"), "GBK"),
        (CHINESE.encode("utf-16"), "UTF-16"),
        (CHINESE.encode("utf-16-le"), "UTF-16"),
        (CHINESE.encode("utf-16-be"), "UTF-16"),
        (b"plain words\n".decode().encode("utf-16-le"), "UTF-16"),
        (CHINESE.encode("utf-32"), "UTF-32"),
        (TRADITIONAL.encode("big5"), "Big5"),
        (JAPANESE.encode("shift_jis"), "Shift_JIS"),
        ("Café crème à la carte, très bien\n".encode("latin-1"), "Latin-1"),
        ("It’s a “quoted” word – café\n".encode("cp1252"), "Windows-1252"),
        ("Привет, это стоит прочитать\n".encode("koi8-r"), "an older encoding"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0" + bytes(range(256)), "a binary file"),
        (b"\x7fELF\2\1\1" + b"\0" * 64, "a binary file"),
        (CHINESE.encode() + b"\xff" + CHINESE.encode(), "damaged UTF-8"),
    ],
)
def test_what_is_not_utf8_is_refused_with_what_it_looks_like(
    path: Path, data: bytes, looks: str
) -> None:
    assert fault_of(path, data).problem == f"not UTF-8; it looks like {looks}"


def test_the_line_of_the_first_wrong_byte_is_named(path: Path) -> None:
    assert fault_of(path, b"one\ntwo\nthr\xe9e\n").line == 3


def test_a_nul_character_is_refused_by_line(path: Path) -> None:
    fault = fault_of(path, b"first line\nsecond\0 line\n")
    assert (fault.line, fault.problem) == (2, "a NUL character")


def test_a_file_over_the_limit_is_refused_without_being_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000)  # sparse: reading it would take 50 MB of memory
    with pytest.raises(Fault, match="50,000,000 bytes, more than 5 MB"):
        read_text(path)


def test_a_missing_file_is_refused(path: Path) -> None:
    with pytest.raises(Fault, match="no such file"):
        read_text(path)


def test_an_impossible_path_is_refused() -> None:
    with pytest.raises(Fault):
        read_text(Path("a\0b"))


def test_a_pipe_is_refused_without_waiting_for_a_writer(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(Fault, match="not a regular file"):
        read_text(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(path: Path) -> None:
    path.write_bytes(b"x")
    path.chmod(0)
    with pytest.raises(Fault, match="cannot be read"):
        read_text(path)


def test_marks_that_turn_the_direction_of_writing_are_left_out(path: Path) -> None:
    path.write_bytes("a\u202eb\u2066c\u200bd\u200fe 👩\u200d💻".encode())
    assert read_text(path) == "abcde 👩\u200d💻"
