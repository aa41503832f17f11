"""Turns: calls of one kind at a rate that Slack allows, and none while Slack forbids them."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from bot.roundups.outside import Refused
from bot.roundups.pace import Rate

A_MINUTE = 40
"""Calls a minute: Slack takes 50 of a method of its Tier 3, of all processes together."""
AT_ONCE = 10
"""Calls of a burst: with it a minute has 50."""


class Turns:
    """Lets whoever calls wait for its turn, or say when there is one; for any number of threads.

    `clock` gives seconds that only go forward, `sleep` waits for some.
    """

    def __init__(
        self, clock: Callable[[], float], sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._rate = Rate(60 / A_MINUTE, AT_ONCE)
        self._forbidden_until = 0.0
        self._lock = threading.Lock()

    def take(self, patience_s: float = 0.0) -> None:
        """Return when it is our turn, within `patience_s`.

        Else raises Refused for a rate limit, at once: no turn is used up by it.
        """
        with self._lock:
            now = self._clock()
            booked = replace(self._rate)
            wait = max(booked.book(now), self._forbidden_until) - now
            if wait > patience_s:
                raise Refused("ratelimited", wait)
            self._rate = booked
        if wait > 0:
            self._sleep(wait)

    def note(self, refused: Refused) -> None:
        """Take no turn for as long as a rate limit says: it is of all calls of the kind."""
        if refused.retry_after is not None:
            with self._lock:
                until = self._clock() + refused.retry_after
                self._forbidden_until = max(self._forbidden_until, until)
