"""A path as messages and the database take it: valid text on one line."""

import os
from pathlib import Path, PurePath


def shown(path: PurePath) -> str:
    r"""The path with `\xff` for a byte that is not UTF-8, and `\n` for what does not print."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def lasting(path: Path) -> PurePath:
    """A path that is the same whichever way it was typed, and another for another file.

    From the current folder on if it lies in it, so that a deployment may move with its digests;
    else from the root. Links on the way to it are followed; it may be one itself.
    """
    try:
        whole = Path(os.path.realpath(path.parent), path.name)
        here = os.path.realpath(".")
    except (OSError, ValueError):  # an impossible path; reading it says so
        return path
    return whole.relative_to(here) if whole.is_relative_to(here) else whole
