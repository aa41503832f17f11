"""Which digest files a path stands for."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.sources.fault import Fault
from bot.sources.naming import lasting, shown

STRUCTURED = (".yaml", ".yml")
PLAIN = (".txt",)


@dataclass(frozen=True, slots=True)
class Found:
    """A file: where it is, what the database calls it, and why it must not be read."""

    path: Path
    source: str
    fault: Fault | None = None


def find(path: Path) -> Iterator[Found]:
    """The file, or the digest files under the folder, sorted; hidden ones are passed over.

    Links that lead out of the folder, linked folders and folders called like a digest file come
    with a fault.
    """
    if not os.path.isdir(path):  # unlike path.is_dir() it never raises, whatever the path
        yield _found(path, _unread_kind(path))
        return
    found = [*_under(path)]
    yield from sorted(found, key=lambda one: one.source.split("/"))


def is_digest(name: str) -> bool:
    """Whether a file name is that of a digest file."""
    return name.lower().endswith(STRUCTURED + PLAIN)


def _unread_kind(path: Path) -> Fault | None:
    if is_digest(path.name) or not os.path.exists(path):
        return None
    return Fault(1, "not a digest file", "name a .yaml, .yml or .txt file, or a folder of them")


def _under(root: Path) -> Iterator[Found]:
    unreadable: list[OSError] = []
    for here, folders, files in os.walk(root, onerror=unreadable.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in folders:
            folder = Path(here, name)
            if folder.is_symlink():
                yield _found(folder, Fault(1, "a link to a folder", "name that folder itself"))
            elif is_digest(name):
                yield _found(folder, Fault(1, "a folder called like a digest file", "rename it"))
        for name in files:
            if not name.startswith(".") and is_digest(name):
                yield _file(root, Path(here, name))
    for error in unreadable:
        where = Path(os.fsdecode(error.filename))
        yield _found(where, Fault(1, f"cannot be read: {error.strerror}", "check its permissions"))


def _file(root: Path, path: Path) -> Found:
    if path.is_symlink() and not _inside(root, path):
        return _found(path, Fault(1, "a link that leads out of the folder", "copy the file here"))
    return _found(path)


def _inside(root: Path, path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # a loop of links
        return False


def _found(path: Path, fault: Fault | None = None) -> Found:
    return Found(path, shown(lasting(path)), fault)
