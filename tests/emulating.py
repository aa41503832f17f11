"""A Slack written by others, run for the tests: needs Node."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

EMULATOR = "emulate@0.8.0"


@contextmanager
def emulating() -> Iterator[str]:
    """API URL of the emulator, while it runs. Raises OSError if it does not come up."""
    port = _free_port()
    command = ["npx", "--yes", EMULATOR, "start", "--service", "slack", "--port", str(port)]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, start_new_session=True, stdout=nowhere, stderr=nowhere)
    api_url = f"http://127.0.0.1:{port}/api/"
    try:
        _wait_for(api_url, process)
        yield api_url
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # npx, and the emulator it started
        process.wait()


def _wait_for(api_url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):  # the first time, npx fetches it
        try:
            urllib.request.urlopen(f"{api_url}auth.test", data=b"", timeout=5).close()
        except OSError:
            if process.poll() is not None:
                raise OSError("the Slack emulator ended by itself") from None
            time.sleep(0.1)
        else:
            return
    raise OSError("the Slack emulator did not answer within a minute")


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port
