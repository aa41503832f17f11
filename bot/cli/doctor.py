"""The doctor: checks the whole set-up, and says what to mend."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click

from bot.cli.importing import check_digests
from bot.cli.setting import read_config
from bot.config import Config
from bot.errors import DatabaseError, PrdigestError
from bot.search.glossary import Glossary
from bot.search.joining import joined
from bot.slack.wire.identity import identify
from bot.sources.glossary import read_own, read_shipped
from bot.sources.schedules import read_schedules
from bot.store import migrate as migrations
from bot.store.database import connect
from bot.store.heartbeat import STILL_RUNS
from bot.store.store import Store, store_on

_START = (
    "`prdigest web` and `prdigest worker` run one unless PRDIGEST_CLOCK=off, `prdigest clock` does "
    "alone, and `prdigest clock --once` is for hosts with a cron of their own"
)


@click.command("doctor", short_help="Check the whole set-up and say what to mend.")
def doctor_verb() -> None:
    """Check environment, database, files and Slack; exit 1 if anything is wrong.

    Changes nothing and posts nothing.
    """
    config = read_config()
    wrong = [name for name, check in CHECKS.items() if not _passes(name, check, config)]
    click.get_current_context().exit(1 if wrong else 0)


class _Doubt(Exception):  # noqa: N818 (named for what it is)
    """What may be meant so, and is told all the same."""


def _passes(name: str, check: Callable[[Config], str], config: Config) -> bool:
    try:
        click.echo(f"✓ {name}: {check(config)}")
    except _Doubt as doubt:
        click.echo(f"! {name}: {doubt}")
    except PrdigestError as error:
        click.echo(f"✗ {name}: {error}")
        return False
    return True


def _environment(config: Config) -> str:
    if config.unused:
        raise PrdigestError(f"this version does not use {', '.join(config.unused)}; unset it")
    return "can be read"


def _database(config: Config) -> str:
    with _stored(config) as store:
        if store is None:
            return "not there yet; `prdigest import` makes it"
        if not store.index.is_current():
            raise PrdigestError("the search index was made by another version; `prdigest migrate`")
        return f"up to date, {store.entries.count()} Entries"


@contextmanager
def _stored(config: Config) -> Iterator[Store | None]:
    """The store as it is, None where there is none. Raises DatabaseError."""
    database = connect(config.database_url)
    try:
        if database.is_missing_file:
            yield None
            return
        migrations.check(database)
        yield store_on(database, Glossary())
    finally:
        database.close()


def _clock(config: Config) -> str:
    try:
        with _stored(config) as store:
            return _clock_of(store)
    except DatabaseError:
        raise _Doubt("whether one runs only the database knows") from None


def _clock_of(store: Store | None) -> str:
    if store is None or not store.subscriptions.active():
        return "nothing is to fall due"
    last, now = store.heartbeat.last(), store.database.now()
    if last is None:
        raise _Doubt(f"none has run yet; {_START}")
    if now - last > STILL_RUNS:
        raise _Doubt(f"none has run since {last:%a %d %b %Y %H:%M} UTC; {_START}")
    return "one runs"


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
    "clock": _clock,
}
