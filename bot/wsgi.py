"""The web process: `gunicorn 'bot.wsgi:create()'` serves the door, and runs the clock beside it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot import config, logs
from bot.roundups.clock import Clock
from bot.running import end, start_clock, warm_up
from bot.slack.assembly import Bot, assemble
from bot.slack.wire.door import Door
from bot.store.glossary import read_glossary
from bot.store.store import Store, open_store

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


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
    store = open_store(read.database_url, read_glossary(read.glossary))
    warm_up(store)
    bot = assemble(store, token=token, api_url=read.slack_api_url, admins=read.admins)
    door = Door(bot.app, secret, store.database.ping)
    clock = start_clock(read, store, bot) if read.clock else None
    return Web(door, bot, clock, store)
