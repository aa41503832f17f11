"""The verbs about digests: import, entries, forget."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

import click

from bot.cli.progress import progress_bar
from bot.cli.setting import TEXT, json_option, opened_store, print_json, read_config
from bot.core.entry import DigestFile, Problem
from bot.core.merging import Merged
from bot.errors import PrdigestError
from bot.search.streams import shared_streams
from bot.sources.ahead import read_digests
from bot.sources.digests import find_digests
from bot.store.store import Store
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


@click.command("import", short_help="Read digest files into the database.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only validate; the database is not touched.")
@json_option
def import_verb(paths: tuple[Path, ...], check: bool, as_json: bool) -> None:
    """Read digest files or folders (default: PRDIGEST_DIGESTS) into the database.

    What cannot be read is told as file:line: what is wrong; how to mend it. Everything else is
    imported. Exit 1 if anything was rejected.
    """
    config = read_config()
    chosen = paths or (config.digests,)
    if check:
        imported = check_digests(chosen, datetime.now(UTC).date())
    else:
        with opened_store(config) as store:
            imported = import_digests(store, chosen, store.database.now().date())
    report(imported)
    if as_json:
        print_json(imported.as_json())
    else:
        click.echo(imported.checked() if check else imported.sentence())
    click.get_current_context().exit(1 if imported.rejected else 0)


@click.command("entries", short_help="List every Entry with its level and why.")
@json_option
def entries_verb(as_json: bool) -> None:
    """List every Entry, newest first, with the words of its verdict that decided its level."""
    with opened_store() as store:
        rows = [
            {
                "key": stored.key,
                "repo": stored.entry.repo,
                "pr": stored.entry.pr,
                "headline": stored.entry.headline,
                "level": stored.entry.level,
                "evidence": stored.entry.evidence or None,
                "date": stored.entry.date.isoformat(),
            }
            for stored in store.entries.all()
        ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['level']:8}{row['key']}  {row['headline']}")
        if row["evidence"]:
            click.echo(f"        because: {row['evidence']}")


@click.command("forget", short_help="Remove Entries by their keys.")
@click.argument("keys", nargs=-1, required=True, type=TEXT)
def forget_verb(keys: tuple[str, ...]) -> None:
    """Remove Entries: prdigest forget 'vllm-project/vllm#31245'

    A digest file that still tells one brings it back at the next import.
    """
    with opened_store() as store:
        unknown = [key for key in keys if store.entries.by_key(key) is None]
        forgotten = store.entries.forget(keys)
    for key in forgotten:
        click.echo(f"forgot {key}")
    if unknown:
        raise PrdigestError(f"no Entry has the key {', '.join(unknown)}; see `prdigest entries`")
