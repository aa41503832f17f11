"""An Ordeal in a process of its own: whoever forks must have no threads."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]


def killed(
    folder: Path, database_url: str, *, kills: int, seed: int, broken: str | None = None
) -> dict[str, Any]:
    """Its figures as JSON (see `tests.chaos.ordeal.Figures`); its history is left in `folder`.

    Raises CalledProcessError if it did not come to its end.
    """
    arguments = ["--database", database_url, "--kills", str(kills), "--seed", str(seed)]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.chaos.killing", *arguments]
        + (["--broken", broken] if broken else []),
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    figures: dict[str, Any] = json.loads(ran.stdout)
    return figures
