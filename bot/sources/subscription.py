"""One Subscription as a schedule file declares it (design.md 3.1)."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.core.entry import Level
from bot.core.grammar import parse_filter
from bot.core.schedule import Language, Quiet, Subscription
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.nodes import Mapping, Node
from bot.sources.timing import check, duration, every, holiday, timezone
from bot.sources.values import quoted, seen_as

KEYS = (
    "name",
    "channel",
    "every",
    "cron",
    "timezone",
    "filter",
    "level",
    "limit",
    "language",
    "grace",
    "max_age",
    "holidays",
    "quiet",
    "team",
    "paused",
    "subscriber",
)
NAME_LIMIT = 80
FILTER_LIMIT = 500
ROUNDUP_LIMIT = 50
HOLIDAYS_LIMIT = 366
GRACE_LONGEST = timedelta(days=31)
AGE_LONGEST = timedelta(days=3660)  # counted in whole days
FIND_THE_ID = (
    "write the channel's id (C…): in Slack open the channel's details, it stands at the bottom"
)


@dataclass(frozen=True, slots=True)
class Declared:
    """A Subscription with the line where it begins."""

    line: int
    subscription: Subscription


def read_subscription(node: Node, file: str, faults: list[Fault]) -> Declared | None:
    """One Subscription; None if anything is wrong with it, which `faults` then says."""
    if not isinstance(node, Mapping):
        faults.append(
            Fault(
                node.line,
                f"a schedule must be a mapping, but this is {seen_as(node)}",
                "write - name: … and below it channel:, every: and timezone:",
            )
        )
        return None
    known = len(faults)
    fields = Fields(node, KEYS, faults)
    given: dict[str, Any] = {
        "name": _name(fields),
        "channel": _channel(fields),
        "every": every(fields),
        "timezone": timezone(fields),
        "filter": _filter(fields),
        "level": fields.choice("level", Level),
        "limit": fields.number("limit", ROUNDUP_LIMIT),
        "language": fields.choice("language", Language),
        "grace": duration(fields, "grace", GRACE_LONGEST, "hdm"),
        "max_age": duration(fields, "max_age", AGE_LONGEST, "wd"),
        "holidays": fields.many("holidays", HOLIDAYS_LIMIT, holiday),
        "quiet": fields.choice("quiet", Quiet),
        "paused": fields.truth("paused"),
        "team": _team(fields),
        "subscriber": _subscriber(fields),
    }
    if len(faults) > known:
        return None
    present = {name: value for name, value in given.items() if value is not None}
    return Declared(node.line, Subscription(**present, file=file))


def _name(fields: Fields) -> str | None:
    if fields.need("name", "give it a name, such as weekly-must-reads") is None:
        return None
    return fields.text("name", NAME_LIMIT)


def _channel(fields: Fields) -> str | None:
    if fields.need("channel", FIND_THE_ID) is None:
        return None
    channel = fields.word("channel")
    if channel is not None and not re.fullmatch(r"[CGD][A-Z0-9]{2,20}", channel):
        fields.refuse("channel", f"channel {quoted(channel)} is no id", FIND_THE_ID)
    return channel


def _team(fields: Fields) -> str | None:
    team = fields.word("team")
    if team is not None and not re.fullmatch(r"T[A-Z0-9]{2,20}", team):
        fields.refuse("team", f"team {quoted(team)} is no id", "write the workspace's id (T…)")
    return team


def _subscriber(fields: Fields) -> str | None:
    user = fields.word("subscriber")
    if user is not None and not re.fullmatch(r"[UW][A-Z0-9]{2,20}", user):
        mend = "write a member's id (U…): in Slack open the profile, menu ⋮, Copy member ID"
        fields.refuse("subscriber", f"subscriber {quoted(user)} is no id", mend)
    return user


def _filter(fields: Fields) -> str | None:
    query = fields.text("filter", FILTER_LIMIT)
    if query is not None:
        check(fields, "filter", query, parse_filter)
    return query
