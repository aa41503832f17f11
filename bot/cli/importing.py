"""Imports digest files, or only reads them, and keeps count of what became of them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

import click

from bot.cli.progress import progress_bar
from bot.core.entry import DigestFile, Problem
from bot.core.merging import Merged
from bot.errors import DatabaseError
from bot.sources.ahead import read_digests
from bot.sources.digests import find_digests
from bot.store.store import Store
from bot.store.streams import shared_streams
from bot.store.tidying import tidy

COUNTS = ("added", "updated", "unchanged", "merged", "skipped")


@dataclass(slots=True)
class Imported:
    """What an import did: how many Entries met which fate, and what there is to tell of it."""

    files: int = 0
    tellings: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    rejected: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)

    def note_read(self, file: DigestFile) -> None:
        """Take up what reading a file found."""
        self.files += 1
        self.tellings += len(file.tellings)
        self.rejected += file.rejected
        self.remarks += [*file.skipped, *file.warnings]
        self.counts["skipped"] += len(file.skipped)

    def note_merged(self, merged: Merged) -> None:
        """Take up what became of its Tellings."""
        self.remarks += merged.problems
        for name in COUNTS:
            self.counts[name] += getattr(merged, name)

    def changed(self) -> int:
        """How many Entries are now told in other words."""
        return sum(self.counts[name] for name in ("added", "updated", "merged"))

    def as_json(self) -> dict[str, object]:
        """The contract of `import --json`."""
        return {**self.counts, "rejected": [asdict(problem) for problem in self.rejected]}

    def sentence(self) -> str:
        """The counts for a person."""
        if not self.files:
            return "there are no digest files (.yaml, .yml, .txt)"
        told = [f"{self.counts[name]} {name}" for name in COUNTS if self.counts[name]]
        return ", ".join([*told, f"{len(self.rejected)} rejected"])

    def checked(self) -> str:
        """What was only read, for a person."""
        return f"{self.tellings} Entries in {self.files} files are good; {self.sentence()}"


def import_digests(store: Store, paths: Sequence[Path], today: date) -> Imported:
    """Read digest files into the store; a bar where it takes long."""
    imported = Imported()
    with store.entries.importing(), shared_streams() as make:
        for run in _read(paths, today):
            for file, merged in zip(run, store.entries.merge_all(run, make), strict=True):
                imported.note_read(file)
                imported.note_merged(merged)
    with suppress(DatabaseError):  # all is stored, and the next import tidies
        tidy(store.database, imported.changed())
    return imported


def check_digests(paths: Sequence[Path], today: date) -> Imported:
    """Read digest files without a database."""
    imported = Imported()
    for run in _read(paths, today):
        for file in run:
            imported.note_read(file)
    return imported


def report(imported: Imported) -> None:
    """Say on standard error, as `file:line: …`, what was rejected and what looks odd."""
    for problem in [*imported.rejected, *imported.remarks]:
        click.echo(str(problem), err=True)


def _read(paths: Sequence[Path], today: date) -> Iterator[list[DigestFile]]:
    found = find_digests(paths)
    with progress_bar("Importing", "files") as advance:
        done = 0
        for run in read_digests(found, today):
            yield run
            done += len(run)
            advance(done, len(found))
