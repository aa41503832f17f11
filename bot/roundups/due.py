"""What is due, in the order in which it is delivered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.delivery import Delivery


@dataclass(frozen=True, slots=True)
class Due:
    """Something to deliver: since when it is due, in which Channel (its row), and how."""

    effective: datetime
    channel_row: int
    name: str
    deliver: Callable[[], Delivery | None]


def by_channel(dues: Sequence[Due]) -> list[list[Due]]:
    """What is due of each Channel, in the order given; where it is longest due, first."""
    channels: dict[int, list[Due]] = {}
    for due in dues:
        channels.setdefault(due.channel_row, []).append(due)
    return sorted(channels.values(), key=lambda of: min(due.effective for due in of))
