"""Notice: what a Subscription's subscriber is told by direct message, once."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.schedule import Language


class Trouble(StrEnum):
    """What happened to a Subscription that a person should know."""

    OBSTACLE = "obstacle"  # Slack does not let it post in its Channel
    UNCERTAIN = "uncertain"  # a Delivery of it may be posted, and its Channel cannot be read


@dataclass(frozen=True, slots=True)
class Notice:
    """`subscriber` and `channel` are Slack's ids, `subscription` its name.

    `reason` is Slack's error code of an obstacle, or why the Channel cannot be read. `delivery`
    and `due` (aware) are of the uncertain Delivery, `part` is the number of its Part that may be
    posted; None with an obstacle.
    """

    id: int
    trouble: Trouble
    subscriber: str
    subscription: str
    channel: str
    language: Language
    timezone: str
    reason: str
    delivery: int | None = None
    due: datetime | None = None
    part: int | None = None
