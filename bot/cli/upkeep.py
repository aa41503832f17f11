"""The verbs of upkeep: release, migrate, reindex, manifest."""

from pathlib import Path

import click

from bot.cli.doctor import glossary_told
from bot.cli.importing import import_digests, report
from bot.cli.progress import progress_bar
from bot.cli.setting import opened_store, print_json, read_config
from bot.config import Config
from bot.errors import ConfigError
from bot.search.glossary import Glossary
from bot.slack.manifest import manifest
from bot.sources.schedules import read_schedules
from bot.store import migrate as migrations
from bot.store.database import connect
from bot.store.store import Store, store_on


@click.command("release", short_help="Migrate, import, sync schedules: before a new version runs.")
def release_verb() -> None:
    """Bring the database up to date, import the digests, sync the schedules.

    The Procfile's release line: what is rejected is printed and stops nothing, a wrong glossary
    neither, and wrong schedules leave those in the database as they were. Exit 0 unless the
    database fails.
    """
    config = read_config()
    _migrate(config.database_url)
    with opened_store(config) as store:
        imported = import_digests(store, (config.digests,), store.database.now().date())
        report(imported)
        click.echo(f"digests: {imported.sentence()}")
        _sync(store, config.schedules)
    _check_glossary(config)


def _sync(store: Store, folder: Path) -> None:
    try:
        declared = read_schedules(folder)
        if not folder.is_dir():
            click.echo(f"schedules: no folder {folder}: left as they were", err=True)
            return
        synced = store.subscriptions.sync(declared, store.database.now(), release=True)
    except ConfigError as error:
        click.echo("schedules: left as they were, and no clock starts with these:", err=True)
        click.echo(str(error), err=True)
        return
    for what in ("added", "changed", "retired"):
        for name in getattr(synced, what):
            click.echo(f"subscription {name}: {what}")
    click.echo(f"schedules: {len(declared)} declared")


def _check_glossary(config: Config) -> None:
    try:
        click.echo(f"glossary: {glossary_told(config)}")
    except ConfigError as error:
        click.echo("glossary: neither searches nor clocks start with this one:", err=True)
        click.echo(str(error), err=True)


@click.command("migrate", short_help="Bring the database up to date.")
def migrate_verb() -> None:
    """Bring the tables up to date, and the index where its Terms are of another version."""
    _migrate(read_config().database_url)


def _migrate(url: str) -> None:
    database = connect(url)
    try:
        before, after = migrations.migrate(database)
        change = "is at version" if before == after else f"went from version {before or 'none'} to"
        click.echo(f"database: {change} {after}")
        _reindex(store_on(database, Glossary()), anew=False)
    finally:
        database.close()


@click.command("reindex", short_help="Make the search index anew.")
def reindex_verb() -> None:
    """Make the index over all Entries anew. Searches and imports go on beside it."""
    with opened_store() as store:
        _reindex(store, anew=True)


def _reindex(store: Store, *, anew: bool) -> None:
    with progress_bar("Indexing", "Entries") as advance:
        done = store.index.reindex(advance, anew=anew)
    click.echo(f"index: {done} Entries indexed" if done or anew else "index: up to date")


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
