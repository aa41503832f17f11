"""The web process: `gunicorn 'bot.wsgi:create()'` serves the door, and runs the clock beside it."""

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot import config, logs
from bot.roundups.clock import STOP_WITHIN_S, Clock
from bot.slack.assembly import Bot, assemble
from bot.slack.door import Door
from bot.slack.roundups import render
from bot.sources.schedules import read_schedules
from bot.store.store import Store, open_store

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Web:
    """The WSGI app, and what must end in order when its process does."""

    door: Door
    bot: Bot
    clock: Clock | None
    store: Store

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        return self.door(environ, start_response)

    def close(self) -> None:
        """Let what is under way come to its end, within gunicorn's `graceful_timeout`."""
        end(self.clock, self.bot)
        self.store.database.close()


def create() -> Web:
    """The Web of this environment, its clock running unless PRDIGEST_CLOCK=off.

    Raises ConfigError for a configuration it refuses, DatabaseError for an unusable database.
    Makes no call to Slack but for what is due.
    """
    read = config.from_environment()
    token, secret = read.need_bot_token(), read.need_signing_secret()
    logs.set_up(read.log_level, read.log_format)
    store = open_store(read.database_url)
    bot = assemble(store, token=token, api_url=read.slack_api_url)
    door = Door(bot.app, secret, store.database.ping)
    clock = start_clock(read, store, bot) if read.clock else None
    return Web(door, bot, clock, store)


def start_clock(read: config.Config, store: Store, bot: Bot) -> Clock:
    """Sync the declared schedules, then start the clock. Raises ConfigError for a wrong one."""
    sync_schedules(read, store, store.database.now())
    clock = Clock(store.database.now, store, render, bot.poster)
    clock.start()
    return clock


def end(clock: Clock | None, bot: Bot) -> None:
    """Stop the clock and let the answers under way go out, both in the same seconds."""
    until = time.monotonic() + STOP_WITHIN_S
    if clock:
        clock.stop(timeout=0)  # from here on it begins no call
    bot.close()
    if clock and not clock.stop(timeout=max(0, until - time.monotonic())):
        log.warning("the clock is cut off in a Delivery: another goes on when its Lease ends")


def sync_schedules(read: config.Config, store: Store, now: datetime) -> None:
    """Bring the declared schedules into the database. Raises ConfigError for a wrong one.

    A folder that is not there declares nothing, and retires nothing either: more likely the
    process was started in another folder. A release takes it at its word.
    """
    declared = read_schedules(read.schedules)
    if not read.schedules.is_dir():
        log.info("no folder %s: subscriptions stay as they are", read.schedules)
        return
    if store.subscriptions.sync(declared, now).outdated:
        log.warning(
            "a later release replaced the schedules in %s: they do not count; "
            "run `prdigest release` if they should",
            read.schedules,
        )
