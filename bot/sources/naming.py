"""A path as messages and the database take it: valid text on one line."""

import os
from pathlib import PurePath


def shown(path: PurePath) -> str:
    r"""The path with `\xff` for a byte that is not UTF-8, and `\n` for what does not print."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
