"""What serving processes do, whatever their way in: warm up, sync schedules, run the clock, end."""

import logging
import time
from datetime import datetime

from bot.config import Config
from bot.core.channel import Viewer
from bot.core.grammar import parse
from bot.roundups.clock import STOP_WITHIN_S, Clock
from bot.slack.assembly import Bot
from bot.slack.roundup.roundups import render
from bot.sources.schedules import read_schedules
from bot.store.search import search
from bot.store.store import Store

log = logging.getLogger(__name__)

NOWHERE = "xqvjzk"  # looking for what was meant instead needs all that is made at first use


def warm_up(store: Store) -> None:
    """Answer one Query, so that the first asker waits no longer than the next.

    Half a second. Raises DatabaseError where it cannot be answered.
    """
    search(store, parse(NOWHERE), viewer=Viewer(), today=store.database.now().date(), limit=1)


def start_clock(read: Config, store: Store, bot: Bot) -> Clock:
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


def sync_schedules(read: Config, store: Store, now: datetime) -> None:
    """Bring the declared schedules into the database. Raises ConfigError for a wrong one.

    A folder that is not there declares nothing, and retires nothing either: more likely the
    process was started in another folder.
    """
    declared = read_schedules(read.schedules)
    if not read.schedules.is_dir():
        level = logging.INFO if read.schedules == Config().schedules else logging.WARNING
        log.log(level, "no folder %s: subscriptions stay as they are", read.schedules)
        return
    if store.subscriptions.sync(declared, now).outdated:
        log.warning(
            "a later release replaced the schedules in %s: they do not count; "
            "run `prdigest release` if they should",
            read.schedules,
        )
