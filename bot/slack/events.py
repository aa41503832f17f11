"""Events: written down before they are acknowledged, each once; then what they show, if any."""

import re
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

from slack_bolt import App, BoltContext

from bot.slack.acts import home
from bot.slack.acts.hearing import Note, gone, joined, met, moved, noted, revoked, uninstalled
from bot.slack.heard import Heard, heard
from bot.slack.here import Setting, user_of
from bot.slack.outcomes import Outcomes
from bot.slack.performing import Performer, Way


@dataclass(frozen=True, slots=True)
class Listener:
    """What an event has us note, and then show to the person it is about.

    Noting is part of the transaction in which the event is taken in; showing may call Slack.
    """

    note: Note = noted
    show: Callable[[Heard], Outcomes] | None = None


def register(
    app: App,
    setting: Setting,
    performer: Performer,
    executor: Executor,
    meet: Callable[[str], None],
) -> None:
    """Let `app` listen. An event is acknowledged after it was written down.

    One that nothing listens for is acknowledged too: Slack would only send it again. It `meet`s
    those to whom something is shown (Slack's id).
    """

    @app.event(re.compile(""))
    def told(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        listener = LISTENERS.get(event["type"])
        if listener is None:
            return
        one = heard(setting, body, context)
        with setting.store.heard.once(one.id, one.now) as obstacles:
            if obstacles:
                listener.note(obstacles, one)
        user = event.get("user")
        if obstacles and listener.show and isinstance(user, str):
            executor.submit(performer.perform, partial(listener.show, one), Way(user))
            meet(user_of({"user_id": user}))


LISTENERS: dict[str, Listener] = {
    "app_home_opened": Listener(show=home.opened),
    "app_uninstalled": Listener(uninstalled),
    "tokens_revoked": Listener(revoked),
    "channel_archive": Listener(met("is_archived")),
    "channel_unarchive": Listener(gone),
    "channel_deleted": Listener(met("channel_not_found")),
    "channel_left": Listener(),
    "channel_rename": Listener(),
    "channel_id_changed": Listener(moved),
    "group_archive": Listener(met("is_archived")),
    "group_unarchive": Listener(gone),
    "group_deleted": Listener(met("channel_not_found")),
    "group_left": Listener(met("channel_not_found")),  # as posting there gets too: one Notice
    "group_rename": Listener(),
    "member_joined_channel": Listener(joined),
}
"""What listens, by the event's type: just these are asked for in the manifest."""
