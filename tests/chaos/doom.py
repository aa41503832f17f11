"""How a process that calls Slack is to die: said in its token, so that Slack knows it."""

import re
from dataclasses import dataclass
from enum import StrEnum


class Moment(StrEnum):
    """When in a call its caller is killed."""

    UNTAKEN = "untaken"  # Slack has received the call, and does not take it
    RECEIVED = "received"  # Slack has received the call, and takes it after the death
    TAKEN = "taken"  # Slack has taken it and not answered yet
    ANSWERED = "answered"  # the answer is on its way


@dataclass(frozen=True, slots=True)
class Doom:
    """The process `pid` dies in its `nth` call at a `moment`; without one Slack lets it live."""

    pid: int
    moment: Moment | None = None
    nth: int = 0

    @property
    def token(self) -> str:
        return f"xoxb-{self.pid}-{self.moment or 'never'}-{self.nth}"


def doom_of(authorization: str) -> Doom:
    """The Doom in an `Authorization` header."""
    found = re.search(r"xoxb-(\d+)-(\w+)-(\d+)", authorization)
    if not found:
        raise ValueError(f"no token of ours: {authorization}")
    pid, moment, nth = found.groups()
    return Doom(int(pid), None if moment == "never" else Moment(moment), int(nth))
