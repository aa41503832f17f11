"""The doctor: checks the whole set-up, and says what to mend."""

from collections.abc import Callable
from datetime import UTC, datetime

import click

from bot.cli.importing import check_digests
from bot.cli.setting import read_config
from bot.config import Config
from bot.errors import PrdigestError
from bot.search.glossary import Glossary
from bot.search.joining import joined
from bot.slack.identity import identify
from bot.sources.glossary import read_own, read_shipped
from bot.sources.schedules import read_schedules
from bot.store import migrate as migrations
from bot.store.database import connect
from bot.store.store import store_on


@click.command("doctor", short_help="Check the whole set-up and say what to mend.")
def doctor_verb() -> None:
    """Check environment, database, files and Slack; exit 1 if anything is wrong.

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
        store = store_on(database, Glossary())
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


def glossary_told(config: Config) -> str:
    """How many concepts come from where. Raises ConfigError for a team's file that is refused."""
    shipped = read_shipped()
    told = f"{len(shipped):,} shipped concepts"
    if config.glossary is None:
        return f"{told}, none of your own (PRDIGEST_GLOSSARY)"
    own = read_own(config.glossary)
    return f"{told}, {len(own):,} in {config.glossary}: {len(joined(shipped, own)):,} together"


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
    "glossary": glossary_told,
    "Slack": _slack,
    "way in": _way_in,
}
