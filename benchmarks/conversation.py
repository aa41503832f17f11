"""How long eight people at once wait: from each command to its answer, from each click to its POST.

Run `make bench-conversation`, or `python -m benchmarks.conversation --entries 100000`. The web
process is the shipped one (gunicorn.conf.py); Slack, with the response_urls, is a small server
beside the people. The same people then ask a bare Bolt echo, which does nothing.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from slack_sdk.signature import SignatureVerifier

from benchmarks.answer import connected, fill, free_port
from benchmarks.echo import SECRET
from bot.core.schedule import Subscription
from bot.slack.answer.paging import NEXT, Page, to_value
from bot.slack.entry.menus import ENTRY_MENU, answer_block
from bot.store.store import open_store

CONFIG = Path("bot") / "gunicorn.conf.py"
CHANNELS = [f"C0BENCH{n:03}" for n in range(50)]
COMMANDS = {
    "search": ("moe", "量化 kernel", "speculative decoding", '"KV cache" -amd', "attention fp8"),
    "unseen must-reads": ("",),
    "saved": ("saved",),
    "subscriptions": ("subscriptions",),
    "preview": ("preview",),
    "status": ("status",),
    "why": ("why #101", "why #2500"),
    "help": ("help",),
}
CLICKS = ("next page", "save", "mute", "share")


def main() -> None:
    """Measure, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=100_000)
    options.add_argument("--requests", type=int, default=1600)
    options.add_argument("--people", type=int, default=8)
    options.add_argument("--database-url", help="an empty one; default: a temporary SQLite file")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, slack_beside() as slack:
        url = chosen.database_url or f"sqlite:///{folder}/bench.db"
        fill(url, chosen.entries)
        ids = subscribe(url)
        with serving("bot.wsgi:create()", url, slack.url, folder, "--config", str(CONFIG)) as port:
            ours = converse(port, slack, ids, chosen)
        echo = ("--worker-class", "gthread", "--threads", "8", "--no-control-socket")
        with serving("benchmarks.echo:create()", url, slack.url, folder, *echo) as port:
            beside = converse(port, slack, ids, chosen, only="search")
    table(ours, beside["search"], chosen)


def subscribe(url: str) -> list[int]:
    """A Subscription in each Channel; gives ids of Entries to press on."""
    store = open_store(url)
    now = store.database.now()
    declared = [Subscription(f"weekly-{c}", c, "mon 09:00", "UTC", filter="moe") for c in CHANNELS]
    store.subscriptions.sync(declared, now)
    ids = [stored.id for stored, _ in zip(store.entries.all(), range(2000), strict=False)]
    store.database.close()
    return ids


@contextmanager
def serving(target: str, url: str, slack: str, folder: str, *how: str) -> Iterator[int]:
    """A web process, and its port."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_BOT_TOKEN": "xoxb-benchmark",
        "SLACK_API_URL": f"{slack}/api/",
        "PRDIGEST_CLOCK": "off",
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-m", "gunicorn", target, "--bind", f"127.0.0.1:{port}", *how]
    with (Path(folder) / "gunicorn.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        connected(port).close()
        yield port
    finally:
        process.terminate()
        process.wait(30)


class Slack:
    """Takes what the web process sends, and lets who pressed something wait for it."""

    def __init__(self) -> None:
        self._came: dict[str, float] = {}
        self._changed = threading.Condition()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def note(self, mark: str) -> None:
        """The first POST to a response_url."""
        moment = time.monotonic()
        with self._changed:
            self._came.setdefault(mark, moment)
            self._changed.notify_all()

    def came(self, mark: str) -> float:
        """When it came; waits for it."""
        with self._changed:
            if not self._changed.wait_for(lambda: mark in self._came, 10):
                sys.exit(f"no POST for {mark}")
            return self._came[mark]


@contextmanager
def slack_beside() -> Iterator[Slack]:
    """A Slack in this process."""
    slack = Slack()
    threading.Thread(target=slack.server.serve_forever, daemon=True).start()
    yield slack
    slack.server.shutdown()


def _handler_of(slack: Slack) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path.startswith("/r/"):
                slack.note(self.path.removeprefix("/r/"))
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            answer = b'{"ok": true, "view": {"id": "V1"}}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


Took = dict[str, list[float]]
"""Milliseconds, by what was asked."""


def converse(
    port: int, slack: Slack, ids: list[int], chosen: argparse.Namespace, only: str | None = None
) -> Took:
    """What each of the people waited: for an answer, or for what a click became, then goes on."""
    took: Took = defaultdict(list)

    def person(number: int) -> None:
        chance, connection = random.Random(number), connected(port)
        for turn in range(chosen.requests // chosen.people):
            kind = only or chance.choice([*COMMANDS, "search", "search", *CLICKS])
            mark = f"{number}-{turn}"
            body = request(kind, chance, ids, f"{slack.url}/r/{mark}", f"U0PERSON{number}")
            headers = signature(body)
            began = time.monotonic()
            connection.request("POST", "/slack/events", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            ended = time.monotonic()
            if answer.status != 200:
                sys.exit(f"{kind}: {answer.status} {text[:200]!r}")
            if kind in CLICKS:
                took[f"ack: {kind}"].append(1000 * (ended - began))
                ended = slack.came(mark)
            if turn >= 10:  # the first ones warm up
                took[f"POST: {kind}" if kind in CLICKS else kind].append(1000 * (ended - began))

    people = [threading.Thread(target=person, args=[n]) for n in range(chosen.people)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    return took


def request(kind: str, chance: random.Random, ids: list[int], url: str, user: str) -> str:
    """The body of a command or a click."""
    channel = chance.choice(CHANNELS)
    if kind in COMMANDS:
        return urlencode(
            {
                "command": "/prdigest", "text": chance.choice(COMMANDS[kind]), "team_id": "T1",
                "channel_id": channel, "user_id": user, "trigger_id": "1.1", "response_url": url,
            }
        )  # fmt: skip
    page = Page(chance.choice(COMMANDS["search"]), 0)
    action: dict[str, Any] = {"action_id": NEXT, "type": "button", "value": to_value(page)}
    if kind != "next page":
        option = {"value": f"{kind}:{chance.choice(ids)}"}
        action = {"action_id": ENTRY_MENU, "type": "overflow", "selected_option": option}
        action["block_id"] = answer_block(0, page)
    payload = {
        "type": "block_actions", "team": {"id": "T1"}, "user": {"id": user},
        "channel": {"id": channel}, "actions": [action], "response_url": url, "trigger_id": "1.1",
    }  # fmt: skip
    return urlencode({"payload": json.dumps(payload)})


def signature(body: str) -> dict[str, str]:
    """The headers by which Slack signs a body."""
    moment = str(int(time.time()))
    signed = SignatureVerifier(SECRET).generate_signature(timestamp=moment, body=body)
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": signed or "",
    }


def table(took: Took, beside: list[float], chosen: argparse.Namespace) -> None:
    """Medians and 95th percentiles."""
    print(f"{chosen.people} people at once, {chosen.entries:,} Entries")
    print(f"{'':34}{'n':>6}{'median ms':>11}{'p95 ms':>9}")
    answers = [each for name, times in took.items() if not name.startswith("ack") for each in times]
    rows = {
        **dict(sorted(took.items())),
        "all answers and POSTs": answers,
        "bare Bolt echo": beside,
    }
    for name, times in rows.items():
        p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        print(f"{name:34}{len(times):6}{statistics.median(times):11.1f}{p95:9.1f}")


if __name__ == "__main__":
    main()
