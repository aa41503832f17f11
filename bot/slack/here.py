"""Here: who asks, where and when, whatever they typed, pressed or submitted."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from bot.core.channel import Viewer
from bot.errors import DatabaseError
from bot.slack.language.words import ENGLISH, Words
from bot.store.store import Store

_ID = re.compile(r"[A-Z][A-Z0-9]{1,30}")

Body = dict[str, Any]
"""A command, an interaction or a shortcut as Slack sends it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all that is asked has in common: the store, the clocks, and who may change things.

    `now` is this machine's clock, for dates that are shown; facts are noted at `shared_now`. If
    there are `admins` (Slack's user ids), they alone may change Subscriptions. Whoever works out an
    answer does so in its `turn`: where the database is in this process that is work for the one
    interpreter, and threads that do it side by side are slower than one after the other.
    """

    store: Store
    now: Callable[[], datetime]
    shared_now: Callable[[], datetime]
    admins: frozenset[str] = frozenset()
    turn: AbstractContextManager[object] = field(default_factory=nullcontext)


@dataclass(frozen=True, slots=True)
class Here:
    """Slack's ids of who asks and where; `channel` is None in the Home tab and in modals there.

    `is_outsider` says that they belong to another organisation (Slack Connect). `words` are in the
    language of who asks.
    """

    setting: Setting = field(repr=False)
    user: str
    team: str | None
    channel: str | None
    is_outsider: bool
    words: Words
    now: datetime

    @property
    def store(self) -> Store:
        return self.setting.store

    @property
    def today(self) -> date:
        return self.now.date()

    def viewer(self) -> Viewer:
        """Who looks: from the channel, else as one person. Raises DatabaseError."""
        if self.channel is None:
            return Viewer(team=self.team)
        return self.store.channels.viewer(self.channel, self.team)

    def words_of_channel(self) -> Words:
        """The words of what everybody in the channel reads: in its language, where it has a
        Subscription that names one, else in that of who asks. Raises DatabaseError."""
        language = self.store.people.language_of_channel(self.channel)
        return self.words if language is None else Words(language)


def here(setting: Setting, body: Body, team: str | None) -> Here:
    """Who sent a command or an interaction; `team` is the Workspace it came from.

    Raises DatabaseError.
    """
    user, channel = user_of(body), channel_of(body)
    home = _id(_part(body, "user").get("team_id"))
    is_outsider = team is not None and home is not None and home != team
    words = Words(setting.store.people.language(user, channel))
    return Here(setting, user, team, channel, is_outsider, words, setting.now())


def words_for(setting: Setting, user: str, channel: str | None) -> Words:
    """The words of a person in a channel; English where the database cannot tell. Never raises."""
    try:
        return Words(setting.store.people.language(_id(user) or "", _id(channel)))
    except DatabaseError:
        return ENGLISH


def channel_of(body: Body) -> str | None:
    """Where a command or an interaction comes from, None where Slack does not say."""
    return _id(_part(body, "channel").get("id") or body.get("channel_id"))


def in_channel(here_: Here, channel: str | None) -> Here:
    """The same person, speaking of a channel: that of a modal, say, which Slack does not tell."""
    words = Words(here_.store.people.language(here_.user, _id(channel)))
    return replace(here_, channel=_id(channel), words=words)


def user_of(body: Body) -> str:
    """Who sent a command or an interaction, "" where Slack does not say."""
    return _id(_part(body, "user").get("id") or body.get("user_id")) or ""


def is_id(value: object) -> bool:
    """Whether it looks like an id of Slack's."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _id(value: object) -> str | None:
    """An id of Slack's, None for what does not look like one."""
    return value if isinstance(value, str) and is_id(value) else None


def _part(body: Body, name: str) -> Body:
    value = body.get(name)
    return value if isinstance(value, dict) else {}
