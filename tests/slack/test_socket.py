"""Socket Mode, over a real WebSocket."""

import base64
import hashlib
import json
import queue
import struct
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from bot.errors import ConfigError, SlackError
from bot.slack.assembly import assemble
from bot.slack.rehearsal.standin import Standin
from bot.slack.wire.socket import connect
from bot.store.store import Store


class FakeSlack:
    """Slack's end: gives out the address of a WebSocket, sends envelopes, takes their answers."""

    def __init__(self) -> None:
        self.to_send: queue.Queue[dict[str, Any]] = queue.Queue()
        self.received: queue.Queue[dict[str, Any]] = queue.Queue()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # apps.connections.open
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                body = json.dumps({"ok": True, "url": fake.socket_url}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:  # the WebSocket's opening
                guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + guid).encode()).digest()
                self.send_response(101)
                self.send_header("Upgrade", "websocket")
                self.send_header("Connection", "Upgrade")
                self.send_header("Sec-WebSocket-Accept", base64.b64encode(key).decode())
                self.end_headers()
                threading.Thread(target=self._send, daemon=True).start()
                while text := _frame(self.rfile):
                    if text.startswith("{"):
                        fake.received.put(json.loads(text))

            def _send(self) -> None:
                while envelope := fake.to_send.get():
                    data = json.dumps(envelope).encode()
                    self.wfile.write(b"\x81\x7e" + struct.pack("!H", len(data)) + data)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.api_url = f"http://127.0.0.1:{self.server.server_port}/api/"
        self.socket_url = f"ws://127.0.0.1:{self.server.server_port}/link"
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()


def _frame(stream: Any) -> str | None:
    """The text of the client's next frame; `.` for a frame of control, None at the end."""
    head = stream.read(2)
    if len(head) < 2 or head[0] & 15 == 8:
        return None
    length = head[1] & 127
    if length == 126:
        length = struct.unpack("!H", stream.read(2))[0]
    mask, data = stream.read(4), stream.read(length)
    text = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)).decode()
    return text if head[0] & 15 == 1 else "."


@pytest.fixture
def fake_slack() -> Iterator[FakeSlack]:
    fake = FakeSlack()
    yield fake
    fake.to_send.put({})
    fake.server.shutdown()
    fake.server.server_close()


def test_a_command_over_the_socket_is_answered_by_the_acknowledgement(
    store: Store, fake_slack: FakeSlack
) -> None:
    bot = assemble(store, token="xoxb-test", api_url=fake_slack.api_url)
    handler = connect(bot.app, "xapp-test", fake_slack.api_url)
    try:
        fake_slack.to_send.put(
            {
                "envelope_id": "e1",
                "type": "slash_commands",
                "accepts_response_payload": True,
                "payload": {"command": "/prdigest", "text": "payload size", "channel_id": "C1"},
            }
        )
        answer = fake_slack.received.get(timeout=10)
    finally:
        handler.close()  # type: ignore[no-untyped-call]
        bot.close()
    assert answer["envelope_id"] == "e1"
    assert answer["payload"]["response_type"] == "ephemeral"
    assert "no digests" in answer["payload"]["text"]


def test_a_refused_app_token_is_told_with_the_mend_and_not_logged_too(
    store: Store, standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    bot = assemble(store, token="xoxb-test", api_url=standin.api_url)
    with pytest.raises(ConfigError, match="SLACK_APP_TOKEN"):
        connect(bot.app, "xapp-test", standin.api_url)  # the stand-in knows no such method
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    bot.close()


def test_a_slack_out_of_reach_is_told(store: Store) -> None:
    bot = assemble(store, token="xoxb-test", api_url="http://127.0.0.1:9/api/")
    with pytest.raises(SlackError, match="cannot be reached"):
        connect(bot.app, "xapp-test", "http://127.0.0.1:9/api/")
    bot.close()


def test_a_socket_out_of_reach_is_told_and_nobody_says_they_listen(
    store: Store, fake_slack: FakeSlack
) -> None:
    fake_slack.socket_url = "ws://127.0.0.1:9/link"
    bot = assemble(store, token="xoxb-test", api_url=fake_slack.api_url)
    with pytest.raises(SlackError, match="socket cannot be reached"):
        connect(bot.app, "xapp-test", fake_slack.api_url)
    bot.close()
