"""Gets to know who asks: their language and timezone, from Slack, where it may be asked."""

import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import date, timedelta
from typing import Any

from bot.core.zones import check_timezone
from bot.errors import ConfigError, DatabaseError, SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.here import Setting

log = logging.getLogger(__name__)

LASTS = timedelta(days=7)
"""How long what is known of a person is good for."""

_MOST = 10_000  # people that are remembered to be asked for
_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")
_FOR_GOOD = frozenset({"missing_scope", "not_allowed_token_type", "no_permission"})


class Acquaintance:
    """Asks Slack for each person at most once a day, for one at a time, after their answer.

    Never again once Slack says that we may not (`users:read` was not granted); the process that
    starts after it was granted does. May be used by several threads at once; never raises.
    `ask` is `users.info`: it raises Refused, Unanswered and SlackError.
    """

    def __init__(
        self,
        setting: Setting,
        ask: Callable[[str], dict[str, Any]],
        executor: Executor,
    ) -> None:
        self._setting, self._ask, self._executor = setting, ask, executor
        self._lock = threading.Lock()
        self._asked: dict[str, date] = {}
        self._is_asking = False
        self._is_forbidden = False

    def meet(self, user: str) -> None:
        """Somebody did something: find out about them later, if that is due. Does not wait."""
        if not user or not self._begin(user):
            return
        try:
            self._executor.submit(self._learn, user)
        except RuntimeError:  # the process ends
            self._end()

    def _begin(self, user: str) -> bool:
        """Whether to ask for a person now; then nobody else does until the end."""
        today = self._setting.now().date()
        with self._lock:
            if self._is_forbidden or self._is_asking or self._asked.get(user) == today:
                return False
            if len(self._asked) >= _MOST:
                self._asked.clear()
            self._asked[user] = today
            self._is_asking = True
            return True

    def _end(self, *, forbidden: bool = False) -> None:
        with self._lock:
            self._is_asking = False
            self._is_forbidden = self._is_forbidden or forbidden

    def _learn(self, user: str) -> None:
        forbidden = False
        try:
            people, now = self._setting.store.people, self._setting.shared_now()
            known = people.find(user)
            if known is None or now - known.at > LASTS:
                said = self._ask(user)
                people.learn(user, _locale(said), _timezone(said), now)
        except Refused as refused:
            forbidden = refused.code in _FOR_GOOD
            log.info("Slack does not tell who somebody is: %s", refused.code)
        except (Unanswered, SlackError, DatabaseError) as error:
            log.info("who somebody is was not found out: %s", error)
        finally:
            self._end(forbidden=forbidden)


def _locale(said: dict[str, Any]) -> str | None:
    """As in `zh-CN`; None for what is none."""
    locale = said.get("locale")
    return locale if isinstance(locale, str) and _LOCALE.fullmatch(locale) else None


def _timezone(said: dict[str, Any]) -> str | None:
    """One that Subscriptions may have; None for any other."""
    name = said.get("tz")
    try:
        if not isinstance(name, str):
            return None
        check_timezone(name)
    except ConfigError:
        return None
    return name
