"""The verbs that stay: web, worker, clock. Each checks everything before it serves."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

import click

from bot import wsgi
from bot.cli.setting import now_option, opened_store, read_config
from bot.config import Config
from bot.errors import PrdigestError, SlackError
from bot.roundups.delivery import THREADS, deliver_due
from bot.roundups.pace import Pace
from bot.running import end as end_all
from bot.running import start_clock, sync_schedules, warm_up
from bot.slack.assembly import Bot, assemble
from bot.slack.roundup.roundups import render
from bot.slack.wire import socket
from bot.slack.wire.identity import identify
from bot.sources.glossary import read_own
from bot.sources.schedules import read_schedules
from bot.store.store import Store

log = logging.getLogger(__name__)

GUNICORN_CONFIG = Path(wsgi.__file__).with_name("gunicorn.conf.py")


@click.command("web", short_help="Serve Slack over HTTP, on PORT.")
def web_verb() -> None:
    """Serve Slack over HTTP on PORT, the clock beside it unless PRDIGEST_CLOCK=off.

    Needs SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, and checks both, the database, the schedules
    and the glossary first.
    """
    config = read_config()
    config.need_signing_secret()
    with opened_store(config) as store:
        _check(config, store)
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", str(GUNICORN_CONFIG)]
    sys.stdout.flush()
    os.execv(sys.executable, [*gunicorn, "--bind", f"0.0.0.0:{config.port}", "bot.wsgi:create()"])  # noqa: S606


@click.command("worker", short_help="Serve Slack by Socket Mode.")
def worker_verb() -> None:
    """Serve Slack by Socket Mode, without a public address; the clock beside it as in web.

    Needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN, and checks everything first.
    """
    config = read_config()
    app_token = config.need_app_token()

    def way_in(bot: Bot) -> AbstractContextManager[object]:
        return closing(socket.connect(bot.app, app_token, config.slack_api_url))

    with _asked_to_end() as end, _running(config, clock=config.clock, way_in=way_in):
        click.echo("listening to Slack by Socket Mode; Ctrl-C ends it", err=True)
        end.wait()


@click.command("clock", short_help="Deliver what falls due; with --once, just what is due now.")
@click.option("--once", is_flag=True, help="Deliver whatever is due, then exit.")
@now_option
def clock_verb(once: bool, now: datetime | None) -> None:
    """Run the clock alone, or once: for hosts with a cron of their own.

    With --once, exit 0 when every due Occurrence reached a recorded state (also failed,
    uncertain, or to be tried again), 1 if Slack or the database could not be used. Several at
    once are safe.
    """
    if now and not once:
        raise click.UsageError("--now goes with --once")
    config = read_config()
    with _asked_to_end() as end:
        if once:
            _deliver_once(config, now, end)
            return
        with _running(config, clock=True, way_in=nullcontext):
            click.echo("the clock runs; Ctrl-C ends it", err=True)
            end.wait()


def _deliver_once(config: Config, now: datetime | None, end: threading.Event) -> None:
    token = config.need_bot_token()
    with opened_store(config, asking=True) as store:
        _learn_workspace(config, store)
        sync_schedules(config, store, now or store.database.now())
        bot = assemble(store, token=token, api_url=config.slack_api_url)
        try:
            clock = (lambda: now) if now else store.database.now
            pace = Pace(end.wait)
            summary = deliver_due(
                clock, store, render, bot.poster, end.is_set, pace=pace, threads=THREADS
            )
        finally:
            bot.close()
    told = [f"{count} {state}" for state, count in sorted(summary.states.items())]
    told += [f"{summary.waiting} to be tried again"] if summary.waiting else []
    click.echo(", ".join(told) or "nothing was due")
    if summary.unusable:
        raise SlackError(summary.unusable)
    if summary.broken:
        raise PrdigestError(f"{summary.broken} stopped by a fault of ours; the log says where")


@contextmanager
def _running(
    config: Config, *, clock: bool, way_in: Callable[[Bot], AbstractContextManager[object]]
) -> Iterator[None]:
    """Store, bot, way in and, if asked for, the clock: each begun when those before are well."""
    token = config.need_bot_token()
    with opened_store(config, asking=True) as store:
        _check(config, store)
        warm_up(store)
        bot = assemble(store, token=token, api_url=config.slack_api_url, admins=config.admins)
        ticking = None
        try:
            with way_in(bot):
                ticking = start_clock(config, store, bot) if clock else None
                yield
        finally:
            end_all(ticking, bot)


def _check(config: Config, store: Store) -> None:
    """Raise ConfigError or SlackError unless token, workspace and files are as they must be."""
    if config.unused:
        log.warning("this version does not use %s", ", ".join(config.unused))
    read_schedules(config.schedules)
    if config.glossary:
        read_own(config.glossary)
    who = identify(config.need_bot_token(), config.slack_api_url)
    store.channels.learn(who.team_id, who.enterprise_id)


def _learn_workspace(config: Config, store: Store) -> None:
    """Ask Slack once whose token this is: some Entries are for one Workspace only.

    Where it cannot be asked the clock goes on without; posting tells what is wrong. Raises
    ConfigError if the database belongs to another Workspace.
    """
    if store.channels.team():
        return
    try:
        who = identify(config.need_bot_token(), config.slack_api_url)
    except PrdigestError as error:
        log.warning("the workspace is not known yet: %s", error)
        return
    store.channels.learn(who.team_id, who.enterprise_id)


@contextmanager
def _asked_to_end() -> Iterator[threading.Event]:
    """Set when somebody asks this process to end, as hosts and keyboards do.

    To be entered before anything runs that must come to its end in order.
    """
    end = threading.Event()
    asking = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, lambda *_: end.set()) for number in asking}
    try:
        yield end
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
