"""The web process as a host runs it: gunicorn, signals, a real socket."""

import http.client
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from bot.errors import ConfigError, DatabaseError
from bot.slack.wire.body import MOST_BYTES
from bot.wsgi import create
from tests.slack.knocking import SECRET, ask, command, send, signed

ROOT = Path(__file__).parent.parent


def environment(folder: Path, **given: str) -> dict[str, str]:
    """What a web process needs, and nothing of ours."""
    facts = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'web.db'}",
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": "http://127.0.0.1:9/api/",
    }
    return {**facts, **given}


@contextmanager
def gunicorn(environ: Mapping[str, str]) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Base URL and process of `gunicorn 'bot.wsgi:create()'` with the shipped settings."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
    call = [sys.executable, "-m", "gunicorn", "bot.wsgi:create()"]
    options = ["--config", str(ROOT / "bot/gunicorn.conf.py"), "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        [*call, *options], env=dict(environ), cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def _wait_for(port: int, process: "subprocess.Popen[str]") -> None:
    for _ in range(300):
        assert process.poll() is None, process.communicate()[1]
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("gunicorn did not listen within 15 s")


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Puts back the handlers that `create` replaces in this process."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with gunicorn(environment(tmp_path_factory.mktemp("web"))) as (base, _):
        yield base


def test_a_signed_command_is_answered(url: str) -> None:
    response = send(url, command("payload size"))
    assert response.status == 200
    assert "no digests" in response.json()["text"]


def test_an_unsigned_command_is_not(url: str) -> None:
    assert ask(f"{url}/slack/events", command("help")).status == 401


def test_it_is_healthy(url: str) -> None:
    assert ask(f"{url}/healthz", method="GET").status == 200


def chunked(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The status of a request whose length is not told."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    pieces = (body[at : at + 65_536] for at in range(0, len(body), 65_536))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", "/slack/events", pieces, named, encode_chunked=True)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_chunked_request_is_read_to_its_end(url: str) -> None:
    body = command("help")
    form = {"Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked"}
    assert chunked(url, body, {**form, **signed(body)}) == 200


def test_a_chunked_request_over_the_size_is_413(url: str) -> None:
    body = b"x" * (MOST_BYTES + 1)
    assert chunked(url, body, {"Transfer-Encoding": "chunked", **signed(body)}) == 413


@pytest.mark.parametrize("megabytes", [2, 20])
@pytest.mark.parametrize("is_signed", [True, False])
def test_a_body_far_over_the_size_is_refused_in_words(
    url: str, megabytes: int, is_signed: bool
) -> None:
    body = b"x" * megabytes * 1_000_000
    response = ask(f"{url}/slack/events", body, **(signed(body) if is_signed else {}))
    assert response.status == 413


THREADS = 8
HEAD = "POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"


@contextmanager
def idling(url: str, sent: str, count: int) -> Iterator[list[socket.socket]]:
    """Connections that send this much, and then nothing; none is closed before the end."""
    port = int(url.rpartition(":")[2])
    with ExitStack() as opened:
        connections = []
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", port), timeout=20)
            connections.append(opened.enter_context(connection))
            connection.sendall(sent.encode())
        yield connections


def first_line(connection: socket.socket) -> str:
    return connection.makefile("r").readline().strip()


def promising() -> str:
    """Headers as if Slack had signed the request just now."""
    named = {name.replace("_", "-"): value for name, value in signed(b"another body").items()}
    return "".join(f"{name}: {value}\r\n" for name, value in named.items())


def test_unsigned_bodies_that_do_not_come_are_not_waited_for(url: str) -> None:
    with idling(url, f"{HEAD}\r\n", THREADS + 4) as connections:
        began = time.monotonic()
        assert send(url, command("help")).status == 200
        assert time.monotonic() - began < 2
        assert {first_line(each) for each in connections} == {"HTTP/1.1 401 Unauthorized"}


def test_bodies_that_look_signed_and_do_not_come_are_408_after_seconds(url: str) -> None:
    with idling(url, f"{HEAD}{promising()}\r\n", THREADS + 1) as connections:
        assert send(url, command("help")).status == 200
        assert first_line(connections[0]) == "HTTP/1.1 408 Request Timeout"


def test_a_body_that_comes_byte_by_byte_is_408_in_the_end(url: str) -> None:
    with idling(url, f"{HEAD}{promising()}\r\n", 1) as (connection,):
        connection.settimeout(1)
        for _ in range(20):
            connection.sendall(b"x")
            with suppress(TimeoutError):
                assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
                return
        pytest.fail("after 20 s it was still read")


def test_headers_that_do_not_come_keep_no_thread(url: str) -> None:
    with idling(url, HEAD, THREADS + 4):
        assert ask(f"{url}/healthz", method="GET").status == 200  # it waits 10 s at most


def test_peers_that_do_not_close_their_end_keep_nobody_waiting(url: str) -> None:
    with idling(url, "GET /healthz HTTP/1.0\r\n\r\n", THREADS + 4):
        began = time.monotonic()
        assert send(url, command("help")).status == 200
        assert time.monotonic() - began < 2


def test_it_ends_in_order_at_sigterm(tmp_path: Path) -> None:
    with gunicorn(environment(tmp_path)) as (base, process):
        assert send(base, command("help")).status == 200
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=30)[1]
        assert process.returncode == 0
        assert time.monotonic() - began < 10
    assert "Traceback" not in log
    assert "Exception" not in log


def test_it_opens_no_control_socket(tmp_path: Path) -> None:
    with gunicorn(environment(tmp_path)):
        assert [file.name for file in tmp_path.iterdir() if "gunicorn" in file.name] == []


def set_environment(monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]) -> None:
    for name in [name for name in os.environ if name.startswith(("SLACK_", "PRDIGEST_"))]:
        monkeypatch.delenv(name)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("missing", ["SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"])
@pytest.mark.usefixtures("own_logging")
def test_without_a_secret_nothing_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str
) -> None:
    set_environment(monkeypatch, environment(tmp_path, **{missing: ""}))
    with pytest.raises(ConfigError, match=missing):
        create()


@pytest.mark.usefixtures("own_logging")
def test_without_its_database_nothing_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.db'}"
    set_environment(monkeypatch, environment(tmp_path, DATABASE_URL=gone))
    with pytest.raises(DatabaseError):
        create()


@pytest.mark.usefixtures("own_logging")
def test_with_a_bad_glossary_nothing_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = str(tmp_path / "gone.yaml")
    set_environment(monkeypatch, environment(tmp_path, PRDIGEST_GLOSSARY=gone))
    with pytest.raises(ConfigError, match=r"gone\.yaml:1: no such file"):
        create()


@pytest.mark.usefixtures("own_logging")
def test_the_clock_can_be_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_environment(monkeypatch, environment(tmp_path, PRDIGEST_CLOCK="off"))
    web = create()
    assert web.clock is None
    web.close()
