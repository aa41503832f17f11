"""Prints Subscriptions and Deliveries, for people to read."""

import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from bot.core.occasion import LATE_FROM
from bot.core.roundup import DeliveryState
from bot.core.schedule import State
from bot.slack.kit.text import one_line
from bot.slack.subscription.mends import ANY, MENDS

Row = dict[str, Any]

_COLUMNS = ("name", "source", "channel", "every", "state", "next", "last")
_INDENT = " " * 6
_SHUT_OUT = (
    "Slack does not let the app in. Install it again, set SLACK_BOT_TOKEN to its new token and "
    "start anew: what fell due meanwhile then comes."
)
_SPANS = (("d", timedelta(days=1)), ("h", timedelta(hours=1)), ("min", timedelta(minutes=1)))


def print_subscriptions(rows: Sequence[Row]) -> None:
    """A table of what `report.subscriptions` tells; below it what is wrong, and how to mend it."""
    console = Console()
    table = Table(*(Column(column, overflow="fold") for column in _COLUMNS), box=SIMPLE_HEAD)
    for row in rows:
        # As Text: a name such as [/x] is no markup.
        table.add_row(*(Text(_cell(column, row)) for column in _COLUMNS))
    console.print(table)
    for row in rows:
        for trouble in _troubles(row):
            click.echo(_wrapped(f"{one_line(row['name'])}: {trouble}"))


def print_deliveries(rows: Sequence[Row], total: int) -> None:
    """What `report.deliveries` tells, a few lines each; `total` is how many there are."""
    if len(rows) < total:
        click.echo(f"the newest {len(rows)} of {total:,}; --limit N shows more\n")
    for row in rows:
        zone = ZoneInfo(row["timezone"])
        head = f"{row['id']:>4}  {one_line(row['subscription'])}, to {row['channel']}"
        click.echo(_wrapped(f"{head}, due {_day(row['due'], zone)}", later=_INDENT))
        for line in _lines(row, zone):
            click.echo(_wrapped(line, first=_INDENT, later=_INDENT))


def _wrapped(line: str, first: str = "", later: str = "") -> str:
    width = Console().width
    return textwrap.fill(
        line, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )


def _cell(column: str, row: Row) -> str:
    zone = ZoneInfo(row["timezone"])
    match column, row[column]:
        case "state", state:
            return "\n".join(_state(row, state, zone))
        case _, None | []:
            return "–"
        case "next", [first, *_]:
            return _when(first, zone)
        case "last", last:
            return f"{last['state']} {_when(last['due'], zone)}"
        case _, value:
            return one_line(str(value))


def _state(row: Row, state: str, zone: ZoneInfo) -> Iterator[str]:
    yield f"{state}: {one_line(row['reason'])}" if row["reason"] else state
    if row["paused_until"]:
        yield f"until {_when(row['paused_until'], zone)}"
    if row["uncertain"]:
        yield f"{len(row['uncertain'])} uncertain"


def _troubles(row: Row) -> Iterator[str]:
    """What is wrong with a Subscription, each with its mend."""
    if row["state"] == State.STOPPED:
        yield _SHUT_OUT
    elif row["state"] == State.PAUSED and row["reason"]:
        mend = MENDS.get(row["reason"], ANY)
        yield " ".join((mend.why, *mend.how))
    for each in row["uncertain"]:
        due = _when(each["due"], ZoneInfo(row["timezone"]))
        yield f"the Roundup due {due} may be in the channel, or not. {_settle(each['id'])}"


def _settle(delivery: int) -> str:
    return (
        f"It is looked up again and again; or look there and run `prdigest deliveries --settle "
        f"{delivery} posted`, or `lost`."
    )


def _lines(row: Row, zone: ZoneInfo) -> Iterator[str]:
    """What came of a Delivery, its error, its Entries."""
    yield row["state"] if row["posted_at"] is None else _posted(row, zone)
    if row["error"]:
        yield one_line(row["error"])
    if row["state"] == DeliveryState.UNCERTAIN:
        yield _settle(row["id"])
    if row["entries"]:
        planned = "" if row["posted_at"] else "planned: "
        yield planned + ", ".join(row["entries"])


def _posted(row: Row, zone: ZoneInfo) -> str:
    at = datetime.fromisoformat(row["posted_at"]).astimezone(zone)
    due = datetime.fromisoformat(row["due"]).astimezone(zone)
    when = f"{at:%H:%M}" if at.date() == due.date() else _day(row["posted_at"], zone)
    return f"{row['state']} {when}, {_late(timedelta(seconds=row['late_s']))}"


def _late(late: timedelta) -> str:
    """How late in words: `on time`, `3 h late`."""
    if late < LATE_FROM:
        return "on time"
    unit, span = next((unit, span) for unit, span in _SPANS if late >= span)
    return f"{late // span} {unit} late"


def _when(iso: str, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(iso).astimezone(zone)
    return f"{moment:%a %d %b %H:%M} {moment.tzname()}"


def _day(iso: str, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(iso).astimezone(zone)
    return f"{moment:%a %d %b %Y %H:%M} {moment.tzname()}"
