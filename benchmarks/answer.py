"""How fast `/prdigest moe` is answered over HTTP, beside a bare Bolt echo under the same gunicorn.

Run `make bench`, or `python -m benchmarks.answer --entries 100000 --requests 500`.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from slack_sdk.signature import SignatureVerifier

from benchmarks.echo import SECRET
from benchmarks.entries import digest_files
from bot.store.store import open_store

SERVERS = {
    "prdigest": "bot.wsgi:create()",
    "bare Bolt echo": "benchmarks.echo:create()",
    "echo, process_before_response": "benchmarks.echo:create(True)",
}


def main() -> None:
    """Measure all servers in turn, request by request, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=10_000)
    options.add_argument("--requests", type=int, default=300)
    options.add_argument("--query", default="moe")
    options.add_argument("--database-url", help="default: a temporary SQLite file")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        url = chosen.database_url or f"sqlite:///{folder}/bench.db"
        fill(url, chosen.entries)
        connections = {
            name: running.enter_context(serving(target, url, folder))
            for name, target in SERVERS.items()
        }
        took = measure(connections, chosen.query, chosen.requests)
    table(took, chosen)


def fill(url: str, count: int) -> None:
    """Import `count` synthetic Entries."""
    store = open_store(url)
    began = time.perf_counter()
    for file in digest_files(count):
        store.entries.merge(file)
    print(f"{count:,} Entries imported in {time.perf_counter() - began:.1f} s")
    store.database.close()


@contextmanager
def serving(target: str, url: str, folder: str) -> Iterator[http.client.HTTPConnection]:
    """One gunicorn worker with 8 threads, and one kept-alive connection to it."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_BOT_TOKEN": "xoxb-benchmark",
        "SLACK_API_URL": "http://127.0.0.1:9/api/",  # nobody listens: an answer calls nobody
        "PRDIGEST_CLOCK": "off",
        "LOG_LEVEL": "WARNING",
    }
    command = [sys.executable, "-m", "gunicorn", target, "--bind", f"127.0.0.1:{port}"]
    command += ["--worker-class", "gthread", "--threads", "8", "--keep-alive", "60"]
    command += ["--no-control-socket", "--log-level", "warning"]
    with (Path(folder) / "gunicorn.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield connected(port)
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def connected(port: int) -> http.client.HTTPConnection:
    """A connection to `port`, once it listens."""
    deadline = time.monotonic() + 30
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.connect()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection


def measure(
    connections: dict[str, http.client.HTTPConnection], query: str, requests: int
) -> dict[str, list[float]]:
    """Milliseconds of each request; the servers take turns, so that noise falls on all alike."""
    took: dict[str, list[float]] = {name: [] for name in connections}
    for turn in range(requests + 20):
        for name, connection in connections.items():
            body, headers = signed(query)
            began = time.perf_counter()
            connection.request("POST", "/slack/events", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            elapsed = 1000 * (time.perf_counter() - began)
            if answer.status != 200 or not text:
                sys.exit(f"{name}: {answer.status} {text[:200]!r}")
            if turn >= 20:  # the first ones warm up
                took[name].append(elapsed)
    return took


def signed(query: str) -> tuple[str, dict[str, str]]:
    """A slash command as Slack sends it."""
    body = urlencode(
        {
            "command": "/prdigest", "text": query, "team_id": "T1", "channel_id": "C1",
            "user_id": "U1", "trigger_id": "1.1", "response_url": "http://127.0.0.1:9/r",
        }
    )  # fmt: skip
    moment = str(int(time.time()))
    signature = SignatureVerifier(SECRET).generate_signature(timestamp=moment, body=body)
    return body, {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": moment,
        "X-Slack-Signature": signature or "",
    }


def table(took: dict[str, list[float]], chosen: argparse.Namespace) -> None:
    """Medians, 95th percentiles and ratios to the bare echo."""
    base = statistics.median(took["bare Bolt echo"])
    print(f"/prdigest {chosen.query}, {chosen.entries:,} Entries, {chosen.requests} requests each")
    print(f"{'':32}{'median ms':>10}{'p95 ms':>10}{'ratio':>8}")
    for name, times in took.items():
        median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{name:32}{median:10.2f}{p95:10.2f}{median / base:8.2f}")


if __name__ == "__main__":
    main()
