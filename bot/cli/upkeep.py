"""The verbs of upkeep: release, migrate, reindex, doctor, manifest."""

from pathlib import Path

import click

from bot.cli.digests import import_digests, report
from bot.cli.setting import opened_store, print_json, read_config
from bot.errors import ConfigError
from bot.roundups import schedules
from bot.slack.manifest import manifest
from bot.sources.schedules import read_schedules
from bot.store import migrate as migrations
from bot.store.database import connect
from bot.store.store import Store


@click.command("release", short_help="Migrate, import, sync schedules: before a new version runs.")
def release_verb() -> None:
    """Bring the database up to date, import the digests, sync the schedules.

    The Procfile's release line: what is rejected is printed and stops nothing, and wrong
    schedules leave those in the database as they were. Exit 0 unless the database fails.
    """
    config = read_config()
    _migrate(config.database_url)
    with opened_store(config) as store:
        imported = import_digests(store, (config.digests,), store.database.now().date())
        report(imported)
        click.echo(f"digests: {imported.sentence()}")
        _sync(store, config.schedules)


def _sync(store: Store, folder: Path) -> None:
    try:
        declared = read_schedules(folder)
        synced = schedules.sync(store, declared, store.database.now(), release=True)
    except ConfigError as error:
        click.echo(
            f"schedules: left as they were, and no clock starts with these:\n{error}", err=True
        )
        return
    for what in ("added", "changed", "retired"):
        for name in getattr(synced, what):
            click.echo(f"subscription {name}: {what}")
    click.echo(f"schedules: {len(declared)} declared")


@click.command("migrate", short_help="Bring the database up to date.")
def migrate_verb() -> None:
    """Bring the database's tables, and the index over the Entries, up to date."""
    _migrate(read_config().database_url)


def _migrate(url: str) -> None:
    database = connect(url)
    try:
        before, after = migrations.migrate(database)
    finally:
        database.close()
    change = "is at version" if before == after else f"went from version {before or 'none'} to"
    click.echo(f"database: {change} {after}")


@click.command("manifest", short_help="Print the Slack app's manifest.")
@click.option("--socket", is_flag=True, help="For Socket Mode, also where PRDIGEST_URL is set.")
def manifest_verb(socket: bool) -> None:
    """Print the manifest to paste at api.slack.com/apps, "From a manifest", tab JSON.

    For HTTP at PRDIGEST_URL if that is set, else for Socket Mode.
    """
    config = read_config()
    if not socket and config.public_url is None:
        click.echo("PRDIGEST_URL is not set: this is the manifest for Socket Mode.", err=True)
    print_json(manifest(None if socket else config.public_url))
