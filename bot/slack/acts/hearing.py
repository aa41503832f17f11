"""What follows when Slack tells of channels and of ourselves: Channels pause, go on and move.

Slack may tell late or never: every Occurrence is tried as well. An event that comes late may be
overtaken by a message that was posted since: then it stops nothing.
"""

import logging
from collections.abc import Callable

from bot.slack.heard import Heard
from bot.store.channels import SINGLE
from bot.store.obstacles import Obstacles

log = logging.getLogger(__name__)

Note = Callable[[Obstacles, Heard], None]


def met(code: str) -> Note:
    """Nothing can be posted there from now on, for the reason that Slack's `code` names."""

    def note(obstacles: Obstacles, heard: Heard) -> None:
        channel = heard.channel()
        if channel and not heard.is_late:
            obstacles.meet(channel, heard.team, code, heard.now)

    return note


def gone(obstacles: Obstacles, heard: Heard) -> None:
    """Something may be posted there again."""
    if channel := heard.channel():
        obstacles.clear(channel, heard.team, heard.now)


def joined(obstacles: Obstacles, heard: Heard) -> None:
    """Somebody came into a channel where we are; that may be us."""
    ours = heard.bots()
    if not ours or heard.event.get("user") in ours:
        gone(obstacles, heard)


def moved(obstacles: Obstacles, heard: Heard) -> None:
    """A channel has another id."""
    old, new = heard.channel("old_channel_id"), heard.channel("new_channel_id")
    if old and new:
        obstacles.move(old, new, heard.team)
        obstacles.clear(new, heard.team, heard.now)  # the old id may have been refused meanwhile


def uninstalled(obstacles: Obstacles, heard: Heard) -> None:
    """We were removed from the workspace."""
    log.warning("the app was removed from the workspace: nothing is delivered until it is back")
    obstacles.stop(SINGLE, "app_uninstalled")


def revoked(obstacles: Obstacles, heard: Heard) -> None:
    """Tokens were revoked: only a bot's is ours."""
    tokens = heard.event.get("tokens")
    if isinstance(tokens, dict) and tokens.get("bot"):
        log.warning("our token was revoked: nothing is delivered until the app is installed again")
        obstacles.stop(SINGLE, "token_revoked")


def noted(obstacles: Obstacles, heard: Heard) -> None:
    """Nothing follows: a Channel is known by its id, and a public one is joined again."""
