"""The verbs of upkeep: release, migrate, reindex, doctor, manifest."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli.digests import check_digests, import_digests, report
from bot.cli.progress import progress_bar
from bot.cli.setting import opened_store, print_json, read_config
from bot.config import Config
from bot.errors import ConfigError, PrdigestError
from bot.slack.identity import identify
from bot.slack.manifest import manifest
from bot.sources.schedules import read_schedules
from bot.store import migrate as migrations
from bot.store.database import connect
from bot.store.store import Store, store_on


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
        _reindex(store_on(database), anew=False)
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


@click.command("doctor", short_help="Check the whole set-up and say what to mend.")
def doctor_verb() -> None:
    """Check environment, database, digests, schedules and Slack; exit 1 if anything is wrong.

    Changes nothing and posts nothing.
    """
    config = read_config()
    wrong = [name for name, check in CHECKS.items() if not _passes(name, check, config)]
    click.get_current_context().exit(1 if wrong else 0)


def _passes(name: str, check: Callable[[Config], str], config: Config) -> bool:
    try:
        click.echo(f"✓ {name}: {check(config)}")
    except PrdigestError as error:
        click.echo(f"✗ {name}: {error}")
        return False
    return True


def _environment(config: Config) -> str:
    if config.unused:
        raise PrdigestError(f"this version does not use {', '.join(config.unused)}; unset it")
    return "can be read"


def _database(config: Config) -> str:
    database = connect(config.database_url)
    try:
        if database.is_missing_file:
            return "not there yet; `prdigest import` makes it"
        migrations.check(database)
        store = store_on(database)
        if not store.index.is_current():
            raise PrdigestError("the search index was made by another version; `prdigest migrate`")
        return f"up to date, {store.entries.count()} Entries"
    finally:
        database.close()


def _digests(config: Config) -> str:
    checked = check_digests((config.digests,), datetime.now(UTC).date())
    if checked.rejected:
        raise PrdigestError(f"{len(checked.rejected)} rejected; see `prdigest import --check`")
    return f"{config.digests} can be read"


def _schedules(config: Config) -> str:
    if not config.schedules.is_dir():
        return f"no folder {config.schedules}: no roundups but those in the database"
    return f"{len(read_schedules(config.schedules))} declared in {config.schedules}"


def _slack(config: Config) -> str:
    who = identify(config.need_bot_token(), config.slack_api_url)
    return f"the token is one of workspace {who.team_id}"


def _way_in(config: Config) -> str:
    ways = {"HTTP": config.signing_secret, "Socket Mode": config.app_token}
    open_ways = [way for way, secret in ways.items() if secret]
    if not open_ways:
        raise PrdigestError(
            "set SLACK_SIGNING_SECRET for HTTP (`prdigest web`), or SLACK_APP_TOKEN for Socket "
            "Mode (`prdigest worker`)"
        )
    return " and ".join(open_ways)


CHECKS = {
    "environment": _environment,
    "database": _database,
    "digests": _digests,
    "schedules": _schedules,
    "Slack": _slack,
    "way in": _way_in,
}


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
