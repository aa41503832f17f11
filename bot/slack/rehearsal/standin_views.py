"""What people have open in the stand-in for Slack: modals above each other, and a Home tab each."""

import copy
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

View = dict[str, Any]
Arguments = dict[str, Any]

MOST_MODALS = 3
"""How many modals Slack lets stand above each other."""

STRANGER = "U0000000000"
"""Whose a trigger is that the stand-in did not give."""

# Fields of Slack's own, which who sends a view does not set.
_OWN = ("id", "team_id", "hash", "root_view_id", "previous_view_id", "app_installed_team_id")


class NotTaken(Exception):  # noqa: N818 - an answer of Slack's, not a failure of ours
    """Slack's error code for a view that it does not take."""


@dataclass
class Views:
    """Each with an id and a `hash` that changes with it. Several threads may ask at once."""

    team: str
    homes: dict[str, View] = field(default_factory=dict)
    _stacks: dict[str, list[View]] = field(default_factory=dict)
    _triggers: dict[str, str] = field(default_factory=dict)
    _spent: set[str] = field(default_factory=set)
    _expired: set[str] = field(default_factory=set)
    _numbers: "count[int]" = field(default_factory=lambda: count(1))
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def trigger(self, user: str) -> str:
        """What lets a modal be opened before this person, once."""
        with self._lock:
            made = f"{next(self._numbers)}.2.3"
            self._triggers[made] = user
            return made

    def expire(self) -> None:
        """Three seconds pass: no trigger that was given lets anything be opened."""
        self._expired |= set(self._triggers)

    def modals(self, user: str) -> list[View]:
        """The modals that a person has open, the one on top last."""
        with self._lock:
            return copy.deepcopy(self._stacks.get(user, []))

    def open(self, trigger: str, view: View) -> View:
        """A first modal. Raises NotTaken."""
        with self._lock:
            user = self._spend(trigger)
            self._stacks[user] = [self._made(view, None)]
            return self._stacks[user][-1]

    def push(self, trigger: str, view: View) -> View:
        """A modal above the one on top. Raises NotTaken."""
        with self._lock:
            user = self._spend(trigger)
            return self.above(user, view)

    def above(self, user: str, view: View) -> View:
        """The same without a trigger, as the answer to a submission does it. Raises NotTaken."""
        with self._lock:
            stack = self._stacks.setdefault(user, [])
            if len(stack) >= MOST_MODALS:
                raise NotTaken("push_limit_reached")
            stack.append(self._made(view, stack[-1] if stack else None))
            return stack[-1]

    def update(self, id_: str, hash_: str | None, view: View) -> View:
        """Another view in the place of a modal. Raises NotTaken."""
        with self._lock:
            for stack in self._stacks.values():
                for n, old in enumerate(stack):
                    if old["id"] == id_:
                        stack[n] = self._changed(old, hash_, view)
                        return stack[n]
            raise NotTaken("not_found")

    def publish(self, user: str, hash_: str | None, view: View) -> View:
        """The Home tab of a person from now on. Raises NotTaken."""
        with self._lock:
            old = self.homes.get(user)
            self.homes[user] = self._changed(old, hash_, view) if old else self._made(view, None)
            return self.homes[user]

    def close(self, user: str, *, all_: bool = False) -> None:
        """The modal on top goes, or all."""
        with self._lock:
            stack = self._stacks.get(user, [])
            del stack[0 if all_ else -1 :]

    def _spend(self, trigger: str) -> str:
        if not trigger:
            raise NotTaken("invalid_trigger_id")
        if trigger in self._expired:
            raise NotTaken("expired_trigger_id")
        if trigger in self._spent:
            raise NotTaken("exchanged_trigger_id")
        user = self._triggers.get(trigger)
        if user is None:
            return STRANGER
        self._spent.add(trigger)
        return user

    def _changed(self, old: View, hash_: str | None, view: View) -> View:
        if hash_ and hash_ != old["hash"]:
            raise NotTaken("hash_conflict")
        own = {name: old[name] for name in _OWN if name in old}
        return {**copy.deepcopy(view), **own, "hash": self._hash()}

    def _made(self, view: View, below: View | None) -> View:
        id_ = f"V{next(self._numbers):09d}"
        places = {
            "root_view_id": below["root_view_id"] if below else id_,
            "previous_view_id": below["id"] if below else None,
        }
        team = {"team_id": self.team, "app_installed_team_id": self.team}
        return {**copy.deepcopy(view), "id": id_, "hash": self._hash(), **places, **team}

    def _hash(self) -> str:
        return f"1764500000.h{next(self._numbers)}"


def _opened(views: Views, arguments: Arguments) -> View:
    return views.open(str(arguments.get("trigger_id", "")), arguments["view"])


def _pushed(views: Views, arguments: Arguments) -> View:
    return views.push(str(arguments.get("trigger_id", "")), arguments["view"])


def _updated(views: Views, arguments: Arguments) -> View:
    id_, hash_ = str(arguments.get("view_id", "")), arguments.get("hash")
    return views.update(id_, hash_, arguments["view"])


def _published(views: Views, arguments: Arguments) -> View:
    user, hash_ = str(arguments.get("user_id", "")), arguments.get("hash")
    return views.publish(user, hash_, arguments["view"])


METHODS: dict[str, Callable[[Views, Arguments], View]] = {
    "views.open": _opened,
    "views.publish": _published,
    "views.push": _pushed,
    "views.update": _updated,
}
