"""An Ordeal by `python -m tests.chaos.killing`: a warm process without threads forks the clocks."""

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path

from tests.chaos.broken import BROKEN
from tests.chaos.clocks import Setting
from tests.chaos.deadly import Deadly
from tests.chaos.door import serving
from tests.chaos.ordeal import Figures, Ordeal
from tests.chaos.workspace import Workspace

FAULTS = 0.06
"""The share of calls that go wrong beside the killing."""


def kill(
    database_url: str, wanted: int, seed: int, faults: float, broken: str | None = None
) -> Figures:
    """An Ordeal on an empty database; files go to the present folder. Needs a single thread."""
    record, log = Path("record.jsonl").absolute(), Path("clocks.log").absolute()
    with serving(Deadly(record, seed, faults)) as api_url:
        workspace = Workspace(Setting(database_url, api_url, log, broken), record)
        workspace.set_up()
        return Ordeal(workspace, wanted, Figures(seed), random.Random(seed)).run()


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="URL of an empty database")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, default=FAULTS)
    parser.add_argument("--broken", choices=sorted(BROKEN))
    asked = parser.parse_args()
    figures = kill(asked.database, asked.kills, asked.seed, asked.faults, asked.broken)
    print(json.dumps(asdict(figures)))


if __name__ == "__main__":
    main()
