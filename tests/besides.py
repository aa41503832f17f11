"""Which processes run beside the tests."""

import os
import subprocess


def running(module: str) -> list[int]:
    """The ids of the processes that run one of our modules for us."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    lines = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    ours = [line for line in lines if line[1] == str(os.getpid())]
    return [int(pid) for pid, _, called in ours if f"-m {module}" in called]
