"""One file as text: bounded in size, UTF-8, its line ends and marks made plain."""

import re
import stat
import unicodedata
from pathlib import Path

from bot.sources.encoding import looks_like
from bot.sources.fault import Fault

SIZE_LIMIT = 5_000_000  # bytes; some ten thousand Entries

# Separators that only some programs take for a line end would make our line numbers disagree.
SEPARATORS = "\x85\u2028\u2029"
# What no reader sees and terminals obey: controls, and marks that turn the direction of writing.
CONTROLS = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff"
    "\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]"
)


def read_text(path: Path, limit: int = SIZE_LIMIT) -> str:
    r"""The file's text with `\n` line ends, without byte order mark or control characters.

    Raises Fault for whatever cannot be read: missing, no permission, not a regular file, over
    `limit` bytes (never more than that is read), not UTF-8, or with NUL characters.
    """
    data = _read_bytes(path, limit)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _not_utf8(line, looks_like(data)) from None
    if "\0" in text:
        raise _nul(data, text)
    return without_controls(text.replace("\r\n", "\n").replace("\r", "\n"))


def without_controls(text: str) -> str:
    """The text without control characters and marks of direction."""
    for separator in SEPARATORS:  # a hundred times faster than str.translate
        text = text.replace(separator, " ")
    return CONTROLS.sub("", text)


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in a text: blanks, joiners, lone accents."""
    return all(unicodedata.category(char)[0] in "CZM" for char in text)


def _read_bytes(path: Path, limit: int) -> bytes:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise Fault(1, "not a regular file", "name a file, or the folder that holds it")
        if about.st_size > limit:
            raise _too_big(about.st_size, limit)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise Fault(1, "no such file or folder", "check the path") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "an impossible path"
        raise Fault(1, f"cannot be read: {reason}", "check its permissions") from None
    if len(data) > limit:  # it grew since, or its file system does not tell sizes
        raise _too_big(len(data), limit)
    return data


def _too_big(size: int, limit: int) -> Fault:
    megabytes = f"{limit / 1_000_000:g} MB"
    return Fault(1, f"{size:,} bytes, more than {megabytes}", "split it into smaller files")


def _not_utf8(line: int, looks: str) -> Fault:
    return Fault(line, f"not UTF-8; it looks like {looks}", "save it as UTF-8")


def _nul(data: bytes, text: str) -> Fault:
    """Text of another encoding can be valid UTF-8 with NULs in it: say so rather than "a NUL"."""
    looks = looks_like(data)
    if looks == "UTF-16" or text.count("\0") * 10 > len(text):
        return _not_utf8(1, looks)
    return Fault(text.count("\n", 0, text.index("\0")) + 1, "a NUL character", "remove it")
