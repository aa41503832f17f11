"""What Slack tells of channels and of ourselves: Channels that pause, go on and move.

Slack may tell the same twice, late or never: what is done here may be done any number of times,
and every Occurrence is tried as well. An event that comes late may be overtaken by a message that
was posted since: then it stops nothing.
"""

import logging
import re
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from slack_bolt import App, BoltContext

from bot.slack.here import Setting
from bot.slack.performing import Performer
from bot.store.channels import SINGLE
from bot.store.obstacles import Obstacles

log = logging.getLogger(__name__)

LATE = timedelta(minutes=10)
"""After that an event says nothing any more of what can be posted."""

_CHANNEL = re.compile(r"[CGD][A-Z0-9]{2,20}")


@dataclass(frozen=True, slots=True)
class Heard:
    """An event as Slack sent it, with its `authorizations` (who was to hear it), `event_time`.

    `now` is asked only by who needs it: the clock may be the database's.
    """

    event: dict[str, Any]
    authorizations: object
    team: str | None
    time: object
    now: Callable[[], datetime]


def register(app: App, setting: Setting, performer: Performer, executor: Executor) -> None:
    """Let `app` listen. An event is acknowledged after it was written down.

    One that nothing listens for is acknowledged too: Slack would only send it again.
    """

    @app.event(re.compile(""))
    def heard(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        if listener := LISTENERS.get(event["type"]):
            to_whom, time = body.get("authorizations"), body.get("event_time")
            now = setting.shared_now
            listener(setting.store.obstacles, Heard(event, to_whom, context.team_id, time, now))


def _met(code: str) -> "Listener":
    """Nothing can be posted there from now on, for the reason that Slack's `code` names."""

    def listener(obstacles: Obstacles, heard: Heard) -> None:
        channel, now = _channel(heard.event.get("channel")), heard.now()
        if channel and not _is_late(heard.time, now):
            obstacles.meet(channel, heard.team, code, now)

    return listener


def _gone(obstacles: Obstacles, heard: Heard) -> None:
    """Something may be posted there again."""
    if channel := _channel(heard.event.get("channel")):
        obstacles.clear(channel, heard.team, heard.now())


def _joined(obstacles: Obstacles, heard: Heard) -> None:
    """Somebody came into a channel where we are; that may be us."""
    ours = _bots(heard.authorizations)
    if not ours or heard.event.get("user") in ours:
        _gone(obstacles, heard)


def _moved(obstacles: Obstacles, heard: Heard) -> None:
    old = _channel(heard.event.get("old_channel_id"))
    new = _channel(heard.event.get("new_channel_id"))
    if old and new:
        obstacles.move(old, new, heard.team)
        obstacles.clear(new, heard.team, heard.now())  # the old id may have been refused meanwhile


def _uninstalled(obstacles: Obstacles, heard: Heard) -> None:
    log.warning("the app was removed from the workspace: nothing is delivered until it is back")
    obstacles.stop(SINGLE, "app_uninstalled")


def _revoked(obstacles: Obstacles, heard: Heard) -> None:
    """Tokens were revoked: only a bot's is ours."""
    tokens = heard.event.get("tokens")
    if isinstance(tokens, dict) and tokens.get("bot"):
        log.warning("our token was revoked: nothing is delivered until the app is installed again")
        obstacles.stop(SINGLE, "token_revoked")


def _noted(obstacles: Obstacles, heard: Heard) -> None:
    """Nothing follows: a Channel is known by its id, and a public one is joined again."""


Listener = Callable[[Obstacles, Heard], None]

LISTENERS: dict[str, Listener] = {
    "app_uninstalled": _uninstalled,
    "tokens_revoked": _revoked,
    "channel_archive": _met("is_archived"),
    "channel_unarchive": _gone,
    "channel_deleted": _met("channel_not_found"),
    "channel_left": _noted,
    "channel_rename": _noted,
    "channel_id_changed": _moved,
    "group_archive": _met("is_archived"),
    "group_unarchive": _gone,
    "group_deleted": _met("channel_not_found"),
    "group_left": _met("channel_not_found"),  # what posting there gets as well: one Notice
    "group_rename": _noted,
    "member_joined_channel": _joined,
}
"""What listens, by the event's type: just these are asked for in the manifest."""


def _is_late(time: object, now: datetime) -> bool:
    """Whether an event (the second it happened) is told late; one that does not say so is not."""
    return type(time) is int and time < (now - LATE).timestamp()


def _channel(value: object) -> str | None:
    """A channel's id, None for what does not look like one."""
    return value if isinstance(value, str) and _CHANNEL.fullmatch(value) else None


def _bots(authorizations: object) -> list[str]:
    """The user ids under which we are in the workspace, as far as Slack says."""
    if not isinstance(authorizations, list):
        return []
    users = [each.get("user_id") for each in authorizations if isinstance(each, dict)]
    return [user for user in users if isinstance(user, str) and user]
