# ruff: noqa: N999
"""How gunicorn runs the web process: one worker, threads, an orderly end."""

from typing import Any

workers = 1  # more are safe, but memory is what a small host lacks
threads = 8
timeout = 30
graceful_timeout = 20  # hosts kill after 30 s
keepalive = 75  # a router in front keeps its connections for about a minute
control_socket_disable = True  # nobody steers a web process from inside its host


def worker_exit(server: Any, worker: Any) -> None:
    """Stop the clock, and let answers that are under way go out."""
    if worker.booted:
        worker.wsgi.close()
