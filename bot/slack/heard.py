"""Heard: an event as Slack told it; hostile until read."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from slack_bolt import BoltContext

from bot.slack.here import Body, Here, Setting, here

LATE = timedelta(minutes=10)
"""After that an event says nothing any more of what can be posted."""

_ID = re.compile(r"[A-Za-z0-9]{1,64}")
_CHANNEL = re.compile(r"[CGD][A-Z0-9]{2,20}")


@dataclass(frozen=True, slots=True)
class Heard:
    """An event, with its `authorizations` (who was to hear it) and `time` (the second it happened).

    `id` is None where Slack gave it none. `now` is the moment by the clock that processes share.
    """

    setting: Setting
    event: dict[str, Any]
    id: str | None
    authorizations: object
    team: str | None
    time: object
    now: datetime

    @property
    def is_late(self) -> bool:
        """Whether it is told late; one that does not say when it happened is not."""
        return type(self.time) is int and self.time < (self.now - LATE).timestamp()

    def channel(self, name: str = "channel") -> str | None:
        """A channel's id in a field of the event, None for what does not look like one."""
        value = self.event.get(name)
        return value if isinstance(value, str) and _CHANNEL.fullmatch(value) else None

    def bots(self) -> list[str]:
        """The user ids under which we are in the workspace, as far as Slack says."""
        if not isinstance(self.authorizations, list):
            return []
        users = [each.get("user_id") for each in self.authorizations if isinstance(each, dict)]
        return [user for user in users if isinstance(user, str) and user]

    def here(self) -> Here:
        """The person that the event is about, in no channel. Raises DatabaseError."""
        return here(self.setting, {"user_id": self.event.get("user")}, self.team)


def heard(setting: Setting, body: Body, context: BoltContext) -> Heard:
    """The event of a request. Raises DatabaseError."""
    id_ = body.get("event_id")
    return Heard(
        setting=setting,
        event=body["event"],
        id=id_ if isinstance(id_, str) and _ID.fullmatch(id_) else None,
        authorizations=body.get("authorizations"),
        team=context.team_id,
        time=body.get("event_time"),
        now=setting.shared_now(),
    )
