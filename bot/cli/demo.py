"""The demo: all that the bot does, on a laptop, against a Slack inside this process."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from bot import logs
from bot.cli.examples import examples
from bot.cli.importing import import_digests, report
from bot.cli.setting import read_config
from bot.cli.terminal import drawn
from bot.core.every import DAYS
from bot.core.schedule import Subscription
from bot.errors import PrdigestError
from bot.roundups.delivery import deliver_due
from bot.search.glossary import Glossary
from bot.slack.assembly import Bot, assemble
from bot.slack.rehearsal.say import say
from bot.slack.rehearsal.standin import Standin
from bot.slack.roundup.roundups import render
from bot.store.glossary import read_glossary
from bot.store.store import Store, open_store

CHANNELS = {"C0KERNELS00": "#kernels", "C0THEREST00": "#the-rest"}
FILTERS = {"C0KERNELS00": "moe OR kernel OR 内核", "C0THEREST00": "-moe -kernel -内核"}
LIMIT = 3
BETWEEN_TICKS = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stage:
    """What the demo plays on."""

    console: Console
    store: Store
    slack: Standin
    bot: Bot


@click.command("demo", short_help="See all it does here, without Slack.")
@click.argument("digests", required=False, type=click.Path(path_type=Path))
def demo_verb(digests: Path | None) -> None:
    """Import digests into a temporary database, ask, and let two weeks of roundups pass.

    DIGESTS is a file or folder of your own; the default is PRDIGEST_DIGESTS. On a terminal it
    ends in a prompt.
    """
    config = read_config()
    logs.set_up("WARNING", config.log_format)
    with _stage(read_glossary(config.glossary)) as stage:
        newest = _import(stage, digests or config.digests)
        start = datetime.combine(newest + timedelta(days=1), time(9), UTC)
        for query in examples(stage.store, start.date()):
            line = f"/prdigest {query}"
            _heading(stage, f"Somebody in #kernels types: {line}")
            _ask(stage, line, lambda: start)
        _two_weeks(stage, start)
        if sys.stdin.isatty() and sys.stdout.isatty():
            _prompt(stage, lambda: start)


@contextmanager
def _stage(glossary: Glossary) -> Iterator[Stage]:
    with tempfile.TemporaryDirectory() as folder, Standin() as slack:
        store = open_store(f"sqlite:///{folder}/demo.db", glossary)
        bot = assemble(store, token="xoxb-demo", api_url=slack.api_url)  # noqa: S106 (no secret)
        try:
            yield Stage(Console(), store, slack, bot)
        finally:
            bot.close()
            store.database.close()


def _import(stage: Stage, digests: Path) -> date:
    """Fill the store; the date of the newest Entry, tomorrow at the latest.

    Raises PrdigestError if there is no Entry.
    """
    if not os.path.exists(digests):  # never raises
        raise PrdigestError(f"{digests}: no such file or folder; name a folder of digest files")
    today = datetime.now(UTC).date()
    _heading(stage, f"Digests from {digests} go into a temporary SQLite database")
    imported = import_digests(stage.store, (digests,), today)
    report(imported)
    newest = next(stage.store.entries.all(), None)
    if newest is None:
        raise PrdigestError(f"there are no Entries in {digests}; name a folder of digest files")
    stage.console.print(imported.sentence())
    return min(newest.entry.date, today + timedelta(days=1))


def _heading(stage: Stage, words: str) -> None:
    """What happens next, on as many lines as it takes."""
    stage.console.print()
    stage.console.rule(style="dim")
    stage.console.print(Text(words, style="bold"))


def _ask(stage: Stage, line: str, now: Callable[[], datetime]) -> None:
    for reply in say(stage.store, line, channel="C0KERNELS00", user="U0DEMO0000", now=now):
        title = "Only you see this" if reply.via == "ack" else reply.via
        stage.console.print(drawn(reply.as_json(), title))


def _two_weeks(stage: Stage, start: datetime) -> None:
    """Two channels, each with its own filter: a week, the next tick, the next week."""
    declared = [
        Subscription(
            name=name,
            channel=channel,
            every=f"{DAYS[start.weekday()]} 09:00",
            timezone="UTC",
            filter=FILTERS[channel],
            limit=LIMIT,
        )
        for channel, name in CHANNELS.items()
    ]
    stage.store.subscriptions.sync(declared, start - timedelta(days=1))
    _tick(stage, start, f"The weekly roundup falls due, for {' and '.join(CHANNELS.values())}")
    _tick(stage, start + BETWEEN_TICKS, "The clock ticks again")
    _tick(
        stage,
        start + timedelta(weeks=1),
        "A week later: the next roundup, of what was not shown yet",
    )


def _tick(stage: Stage, now: datetime, title: str) -> None:
    _heading(stage, f"{now:%a %d %b %Y %H:%M} UTC · {title}")
    before = {channel: len(stage.slack.messages[channel]) for channel in CHANNELS}
    deliver_due(lambda: now, stage.store, render, stage.bot.poster)
    new = [
        (name, message)
        for channel, name in CHANNELS.items()
        for message in stage.slack.messages[channel][before[channel] :]
    ]
    for name, message in new:
        stage.console.print(drawn(message, name))
    if not new:
        stage.console.print("Nothing was posted: nothing is due that was not shown already.")


def _prompt(stage: Stage, now: Callable[[], datetime]) -> None:
    _heading(stage, "Your turn: type a query, or `quit`")
    with suppress(ImportError):  # not everywhere
        import readline  # noqa: F401  it gives `input` arrow keys and a history
    while True:
        try:
            line = input("/prdigest ").strip()
        except (EOFError, KeyboardInterrupt):
            stage.console.print()
            return
        if line in {"quit", "exit"}:
            return
        _ask(stage, "/prdigest " + line.removeprefix("/prdigest").strip(), now)
