"""A Slack that kills who calls it, fails now and then, and keeps a record.

Each line of the record is JSON: a call, what Slack took of it, whom it killed. It runs in a process
of its own, which nothing kills: what stands there is so.
"""

import json
import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.chaos.doom import Doom
from tests.chaos.faults import LIMITS, NOT_TAKEN, TAKEN, Fault
from tests.chaos.taken import Arguments, taken

_LEAST_PAGE = 7
_THINKS_S = 0.04
_FAULTS = (*TAKEN, *NOT_TAKEN, *LIMITS)


class Deadly:
    """Messages by channel, and the calls that are still to kill. For any number of threads."""

    def __init__(self, record: Path, seed: int, faults: float) -> None:
        self._record = record.open("a", buffering=1)
        self._random = random.Random(seed)
        self._faults = faults
        self._messages: dict[str, list[Arguments]] = defaultdict(list)
        self._calls: Counter[int] = Counter()
        self._serving = 0
        self._over: set[int] = set()
        self._changed = threading.Condition()

    def connected(self, by: int) -> None:
        """One more caller is there, or one less."""
        with self._changed:
            self._serving += by
            self._changed.notify_all()

    def begin(self, method: str, doom: Doom) -> tuple[bool, Fault | None]:
        """Whether this is the call to die in, and the fault it meets."""
        with self._changed:
            self._calls[doom.pid] += 1
            dies = doom.moment is not None and self._calls[doom.pid] == doom.nth
            fails = not dies and self._random.random() < self._faults
            fault = self._random.choice(_FAULTS) if fails else None
            self._note(call=method, pid=doom.pid, fault=str(fault) if fault else None)
            return dies, fault

    def thinks_s(self) -> float:
        """How long it takes to take a message: long enough for others to come meanwhile."""
        with self._changed:
            return self._random.uniform(0, _THINKS_S)

    def over(self, pids: Iterable[int], *, calm: bool) -> None:
        """Wait until nobody but who asks is served; these processes are not killed any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._serving == 1)
            self._over.update(pids)
            self._faults = 0 if calm else self._faults

    def kill(self, doom: Doom) -> None:
        """Kill the caller, unless it is reaped by now, and its number perhaps another's."""
        with self._changed:
            if doom.pid not in self._over:
                self._note(kills=doom.pid, moment=doom.moment)
                os.kill(doom.pid, signal.SIGKILL)

    def answer(self, method: str, arguments: Arguments, doom: Doom) -> Arguments:
        """Take the call."""
        channel = str(arguments.get("channel", ""))
        with self._changed:
            match method:
                case "chat.postMessage":
                    return self._post(channel, arguments, doom)
                case "conversations.history":
                    kept = [each for each in self._messages[channel] if "thread_ts" not in each]
                    return _page(kept, arguments)
                case "conversations.replies":
                    lead = arguments["ts"]
                    kept = [
                        each
                        for each in self._messages[channel]
                        if lead in (each["ts"], each.get("thread_ts"))
                    ]
                    return _page(kept, arguments)
                case "conversations.join":
                    return {"ok": True, "channel": {"id": channel}}
                case _:
                    return {"ok": True, "team_id": "T0CHAOS00", "user_id": "U0BOT", "team": "Chaos"}

    def _post(self, channel: str, arguments: Arguments, doom: Doom) -> Arguments:
        ts = f"{int(time.time())}.{sum(map(len, self._messages.values())):06}"
        thread = {"thread_ts": arguments["thread_ts"]} if arguments.get("thread_ts") else {}
        message = {"ts": ts, "metadata": arguments.get("metadata"), **thread}
        self._messages[channel].append(message)
        told = taken(arguments, ts)
        self._note(
            took=doom.pid,
            **{name: getattr(told, name) for name in told.__dataclass_fields__},
        )
        return {"ok": True, "channel": channel, "ts": ts}

    def _note(self, **facts: Any) -> None:
        self._record.write(json.dumps(facts) + "\n")


def _page(kept: list[Arguments], arguments: Arguments) -> Arguments:
    """One of two pages, or of fewer: with the newest last, so that reading one is not enough."""
    oldest = float(arguments.get("oldest", 0))
    within = [each for each in kept if float(each["ts"]) >= oldest]
    size = max(_LEAST_PAGE, len(within) // 2 + 1)
    start = int(arguments.get("cursor") or 0)
    more = len(within) > start + size
    return {
        "ok": True,
        "messages": within[start : start + size],
        "has_more": more,
        "response_metadata": {"next_cursor": str(start + size) if more else ""},
    }
