"""The verbs about digests: import, entries, forget."""

from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli.importing import check_digests, import_digests, report
from bot.cli.setting import TEXT, json_option, opened_store, print_json, read_config
from bot.errors import PrdigestError


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
