"""A process of its own that delivers what is due, writing what it posts into a file all share."""

import json
import os
import signal
from collections.abc import Mapping
from datetime import datetime
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from bot.core.notice import Notice
from bot.core.roundup import Message
from bot.roundups.delivery import deliver_due
from bot.store.store import open_store
from tests.roundups.builders import MONDAY, one_message


class Shared:
    """Slack as a file with a line for each message; a post may take the process's life."""

    def __init__(self, file: Path, dies: str = "") -> None:
        self.file = file
        self.dies = dies  # "before" or "after" Slack takes the first message

    def post(self, channel: str, message: Message, thread_ts: str | None) -> str:
        self._die("before")
        line = json.dumps([channel, message.text, message.metadata]) + "\n"
        with self.file.open("a") as lines:  # appends of one line are whole
            lines.write(line)
        self._die("after")
        return f"{len(self.taken())}.0"

    def look_up(
        self, channel: str, token: str, since: datetime, lead: str | None
    ) -> Mapping[int, str]:
        payloads = [metadata["event_payload"] for _, _, metadata in self.taken()]
        return {each["part"]: "1.0" for each in payloads if each["token"] == token}

    def tell(self, notice: Notice) -> None:
        """Nobody is to be told."""

    def let_in(self) -> None:
        """Everybody is."""

    def taken(self) -> list[tuple[str, str, Any]]:
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def _die(self, when: str) -> None:
        if self.dies == when:
            os.kill(os.getpid(), signal.SIGKILL)


def deliver(url: str, file: Path, together: Barrier, dies: str = "", late_s: int = 0) -> None:
    store = open_store(url)
    now = MONDAY.fromtimestamp(MONDAY.timestamp() + late_s, MONDAY.tzinfo)
    together.wait(timeout=60)
    deliver_due(lambda: now, store, one_message, Shared(file, dies))
    store.database.close()
