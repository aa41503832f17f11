"""How many Subscriptions can be due in one minute: planning, posting, order, memory.

Run `make bench-roundups`, or `python -m benchmarks.roundups --subscriptions 2000 --entries 10000`.
Slack is a small server in another process that takes 0.1 s a call. Beside it: a loop that posts
ready texts one after another with slack_sdk, as a bot without any memory would.
"""

import argparse
import json
import multiprocessing
import statistics
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from os import getpid
from pathlib import Path
from typing import Any

from slack_sdk import WebClient

from benchmarks.entries import digest_files
from bot.core.occurrence import falls_due
from bot.core.schedule import StoredSubscription, Subscription
from bot.roundups.delivery import THREADS, deliver_due
from bot.roundups.pace import A_MINUTE, Pace
from bot.roundups.planning import Planner
from bot.slack.assembly import assemble
from bot.slack.roundup.roundups import render
from bot.store.store import Store, open_store

DUE = datetime(2026, 11, 30, 9, tzinfo=UTC)
FILTERS = (None, "moe", "量化 -label:ci", "repo:acme/engine", '"KV cache" OR speculative')
SLACK_TAKES_S = 0.1
BASELINE = 100  # messages of the loop beside
PLANNED = 200  # Subscriptions whose planning alone is timed


def main() -> None:
    """Measure, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--subscriptions", type=int, default=2000)
    options.add_argument("--entries", type=int, default=10_000)
    options.add_argument("--database-url", help="an empty one; default: a temporary SQLite file")
    options.add_argument("--at-slacks-pace", action="store_true", help="as in life: five minutes")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, slack_beside() as (api_url, taken):
        store = open_store(chosen.database_url or f"sqlite:///{folder}/bench.db")
        fill(store, chosen.entries, chosen.subscriptions)
        print(f"{chosen.subscriptions:,} Subscriptions due at once, {chosen.entries:,} Entries")
        loop_s = baseline(api_url)
        taken()
        plan(store)
        deliver(store, api_url, taken, loop_s, paced=chosen.at_slacks_pace)
        store.database.close()


def fill(store: Store, entries: int, subscriptions: int) -> None:
    """Import synthetic Entries; declare Subscriptions that fall due within one minute."""
    for file in digest_files(entries):
        store.entries.merge(file)
    declared = [
        Subscription(
            name=f"s{n:05}",
            channel=f"C{n:08}",
            every="mon 09:00",
            timezone="UTC",
            filter=FILTERS[n % len(FILTERS)],
        )
        for n in range(subscriptions)
    ]
    store.subscriptions.sync(declared, DUE - timedelta(hours=1))


def baseline(api_url: str) -> float:
    """Seconds a message of a plain loop."""
    client = WebClient("xoxb-benchmark", base_url=api_url)
    began = time.perf_counter()
    for n in range(BASELINE):
        client.chat_postMessage(channel=f"C{n:08}", text="8 must-reads of this week")
    return (time.perf_counter() - began) / BASELINE


def plan(store: Store) -> None:
    """Time how long some take to be claimed: chosen, put into words, stored."""
    due = falling_due(store)[:PLANNED]
    planner = Planner(store, render)
    took = [timed(partial(planner.claim, *each, DUE)) for each in due]
    p95 = statistics.quantiles(took, n=20)[-1]
    print(f"planning: median {statistics.median(took):.1f} ms, p95 {p95:.1f} ms (5 ms wanted)")


def falling_due(store: Store) -> list[tuple[StoredSubscription, Any]]:
    """What `deliver_due` finds."""
    active = store.subscriptions.active()
    return [(each, due) for each in active if (due := falls_due(each, DUE))]


def timed(act: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - began)


def deliver(
    store: Store, api_url: str, taken: Callable[[], list[str]], loop_s: float, *, paced: bool
) -> None:
    """Deliver all, and say how long, in which order, with how many threads and how much memory."""
    bot = assemble(store, token="xoxb-benchmark", api_url=api_url)
    pace = Pace() if paced else None
    before_mb, threads = memory_mb(), threading.active_count()
    most_threads = Most(threading.active_count)
    most_mb = Most(memory_mb)
    now = DUE + timedelta(seconds=130)  # those planned above are taken up too
    began = time.perf_counter()
    with most_threads, most_mb:
        summary = deliver_due(lambda: now, store, render, bot.poster, pace=pace, threads=THREADS)
    took_s = time.perf_counter() - began
    messages = taken()
    twice = sum(count - 1 for count in Counter(messages).values())
    known = {each.subscription.channel: n for n, (each, _) in enumerate(falling_due(store))}
    print(
        f"delivered: {dict(summary.states)}; {len(messages):,} messages in {took_s:.1f} s, "
        f"{60 * len(messages) / took_s:,.0f} a minute"
        + (f" (at most about {A_MINUTE} wanted)" if paced else "")
    )
    print(f"twice: {twice}; left: {len(known)}")
    print(f"a plain loop would take {loop_s * len(messages):.1f} s: {loop_s * 1000:.0f} ms each")
    print(f"memory: {before_mb:.0f} MB before, {most_mb.value:.0f} MB at most")
    print(f"threads: {threads:.0f} before, {most_threads.value:.0f} at most")
    bot.close()


class Most:
    """The most that `measure` gave while it was entered."""

    def __init__(self, measure: Callable[[], float]) -> None:
        self._measure, self._over = measure, threading.Event()
        self.value = 0.0
        self._thread = threading.Thread(target=self._watch)

    def _watch(self) -> None:
        while not self._over.wait(0.2):
            self.value = max(self.value, self._measure())

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def memory_mb() -> float:
    """Of this process, resident."""
    kilobytes = subprocess.check_output(["ps", "-o", "rss=", "-p", str(getpid())])
    return int(kilobytes) / 1024


@contextmanager
def slack_beside() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """Its API URL, and what gives the channels of the messages taken since it was last asked."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,))
    process.start()
    port = ours.recv()

    def taken() -> list[str]:
        ours.send("taken")
        channels: list[str] = ours.recv()
        return channels

    try:
        yield f"http://127.0.0.1:{port}/api/", taken
    finally:
        process.terminate()
        process.join()


def serve(pipe: Connection) -> None:
    """Take every message, slowly."""
    channels: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            time.sleep(SLACK_TAKES_S)
            if Path(self.path).name == "chat.postMessage":
                channels.append(json.loads(body)["channel"] if body.startswith("{") else body)
            sent = json.dumps({"ok": True, "ts": f"{time.time():.6f}", "channel": {}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pipe.send(server.server_port)
    while True:
        pipe.recv()
        pipe.send(channels[:])
        channels.clear()


if __name__ == "__main__":
    main()
