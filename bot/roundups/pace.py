"""Pace: keeps messages within the rates that Slack allows.

Slack takes about one message a second in a channel and several hundred a minute in a workspace,
short bursts beyond (docs.slack.dev, "Rate limits", chat.postMessage). What is faster all the same,
since other processes post too, Slack refuses with a time to wait.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

A_MINUTE = 400
"""Messages a minute in a Workspace."""
AT_ONCE = 60
"""Messages of a burst in a Workspace."""
AT_ONCE_IN_CHANNEL = 3
"""Messages of a burst in a Channel, where one a second may follow."""

_FORGET_AT = 4096  # Channels whose last burst is remembered


@dataclass(slots=True)
class Rate:
    """One call every `apart` seconds, and bursts of `at_once` (the generic cell rate algorithm)."""

    apart: float
    at_once: int
    _expected: float = 0.0

    def book(self, now: float) -> float:
        """The moment of the next call, `now` or later; it counts as made."""
        at = max(now, self._expected - (self.at_once - 1) * self.apart)
        self._expected = max(at, self._expected) + self.apart
        return at

    def is_fresh(self, now: float) -> bool:
        """Whether all calls of a burst are free again."""
        return self._expected <= now


class Pace:
    """Lets whoever posts wait for its turn; for any number of threads.

    `clock` gives seconds, `sleep` waits for some: give an Event's `wait` to have it cut short.
    """

    def __init__(
        self,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sleep = sleep
        self._clock = clock
        self._workspace = Rate(60 / A_MINUTE, AT_ONCE)
        self._channels: dict[str, Rate] = {}
        self._lock = threading.Lock()

    def wait(self, channel: str) -> None:
        """Return when the next message may be posted in a Channel (Slack's id)."""
        with self._lock:
            now = self._clock()
            at = max(self._workspace.book(now), self._of(channel, now).book(now))
        if at > now:
            self._sleep(at - now)

    def _of(self, channel: str, now: float) -> Rate:
        if len(self._channels) >= _FORGET_AT:
            kept = {name: rate for name, rate in self._channels.items() if not rate.is_fresh(now)}
            self._channels = kept
        return self._channels.setdefault(channel, Rate(1.0, AT_ONCE_IN_CHANNEL))
