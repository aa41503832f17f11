"""All of it at length, by `make chaos`: hundreds of kills, weeks of faults, real time-outs."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.chaos.apart import killed
from tests.chaos.broken import BROKEN
from tests.chaos.judge import Finding, Wrong
from tests.chaos.proxy import Proxy
from tests.chaos.scene import Scene
from tests.chaos.silence import silence
from tests.chaos.weeks import Weeks
from tests.emulating import emulating
from tests.postgres import empty_database, postgres

WEEKS = 25


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one part of it came to."""

    what: str
    database: str
    messages: int
    seconds: float
    findings: Sequence[Finding]
    kills: int = 0
    calls: int = 0
    must_find: bool = False

    def count(self, *wrong: Wrong) -> int:
        return sum(found.wrong in wrong for found in self.findings)

    @property
    def is_well(self) -> bool:
        """A clock that is broken is to be found out, and nothing else is to be found."""
        found = self.count(Wrong.DUPLICATE, Wrong.LOSS) if self.must_find else self.findings
        return self.must_find == bool(found)

    def row(self) -> list[str]:
        duplicates, losses = self.count(Wrong.DUPLICATE), self.count(Wrong.LOSS)
        other = len(self.findings) - duplicates - losses
        numbers = self.kills, self.calls, self.messages, duplicates, losses, other
        well = ("found out" if self.must_find else "well") if self.is_well else "NOT WELL"
        return [self.what, self.database, *map(str, numbers), f"{self.seconds:.0f}", well]


@dataclass(slots=True)
class Chaos:
    """All parts on one kind of database; each in a new folder below `folder`, left as it is."""

    kind: str
    server: str | None
    emulator: str
    folder: Path
    kills: int
    seed: int

    def run(self) -> Iterator[Outcome]:
        """Each part, one after another."""
        yield self._killed("kills")
        yield self._in_scene("weeks of faults", self._weeks)
        yield self._in_scene("time-outs", silence)
        for broken in BROKEN:
            yield self._killed(broken, broken)

    def _weeks(self, scene: Scene) -> list[Finding]:
        return Weeks(scene, WEEKS, random.Random(self.seed)).run()

    def _killed(self, what: str, broken: str | None = None) -> Outcome:
        with self._database() as (folder, url):
            kills = 30 if broken else self.kills
            figures = killed(folder, url, kills=kills, seed=self.seed, broken=broken)
        return Outcome(
            what,
            self.kind,
            figures["messages"],
            figures["seconds"],
            [Finding(Wrong(each["wrong"]), each["what"]) for each in figures["findings"]],
            figures["kills"],
            figures["calls"],
            must_find=broken is not None,
        )

    def _in_scene(self, what: str, play: Callable[[Scene], list[Finding]]) -> Outcome:
        began = time.monotonic()
        with self._database() as (folder, url), Proxy(self.emulator) as proxy:
            os.chdir(folder)
            findings = play(Scene(folder, url, proxy))
            messages, calls = len(proxy.taken), len(proxy.calls)
        return Outcome(what, self.kind, messages, time.monotonic() - began, findings, calls=calls)

    @contextmanager
    def _database(self) -> Iterator[tuple[Path, str]]:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        if self.server is None:
            yield folder, f"sqlite:///{folder / 'test.db'}"
            return
        with empty_database(self.server) as url:
            yield folder, url


def main() -> None:
    """Exit 1 if anything is found that should not be."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="on each database")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    if shutil.which("npx") is None:
        parser.error("the Slack emulator needs Node 20, and there is no npx")
    folder = Path(tempfile.mkdtemp(prefix="prdigest-chaos-"))
    print(f"seed {asked.seed}; the history is in {folder}", file=sys.stderr)
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        emulator, server = stack.enter_context(emulating()), stack.enter_context(postgres())
        if server is None:
            print("no PostgreSQL here: set TEST_POSTGRES_URL for it too", file=sys.stderr)
        kinds = {"SQLite": None} | ({"PostgreSQL": server} if server else {})
        for kind, url in kinds.items():
            for outcome in Chaos(kind, url, emulator, folder, asked.kills, asked.seed).run():
                outcomes.append(outcome)
                _tell(outcome)
    _draw(outcomes, asked.seed)
    if not all(outcome.is_well for outcome in outcomes):
        sys.exit(1)
    shutil.rmtree(folder)


def _tell(outcome: Outcome) -> None:
    print(", ".join(outcome.row()), file=sys.stderr)
    if not outcome.is_well:
        for finding in outcome.findings:
            print(finding, file=sys.stderr)


def _draw(outcomes: Sequence[Outcome], seed: int) -> None:
    names = ("what", "database", "kills", "calls", "messages", "duplicates", "losses", "other", "s")
    table = Table(*names, "", title=f"seed {seed}", box=SIMPLE_HEAD)
    for outcome in outcomes:
        table.add_row(*outcome.row())
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
