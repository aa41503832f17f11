"""The verbs about roundups: preview, subscriptions, deliveries."""

from datetime import datetime
from zoneinfo import ZoneInfo

import click
from rich.console import Console
from rich.text import Text

from bot.cli.audit import print_deliveries, print_subscriptions
from bot.cli.setting import builder_option, json_option, now_option, opened_store, print_json
from bot.cli.terminal import drawn
from bot.core.delivery import Settled
from bot.core.schedule import State, StoredSubscription
from bot.errors import PrdigestError
from bot.roundups import planning, report
from bot.slack.kit.builder import builder_link, with_link
from bot.slack.roundup.roundups import render
from bot.store.audit import how_many
from bot.store.store import Store

LARGEST_ID = 2**63 - 1  # that a database can be asked for
NEWEST = 50
"""How many Deliveries are listed for people who do not say."""


@click.command("preview", short_help="Show the next Roundup, without any effect.")
@click.option("--channel", metavar="ID", help="Of this channel's Subscriptions the one due next.")
@click.option("--name", help="Of the Subscription with this name.")
@now_option
@builder_option
@json_option
def preview_verb(
    channel: str | None, name: str | None, now: datetime | None, builder: bool, as_json: bool
) -> None:
    """Show what the next Roundup would post. Nothing is posted or marked as seen."""
    if (channel is None) == (name is None):
        raise click.UsageError("name one of --channel ID and --name NAME")
    with opened_store(asking=True) as store:
        moment = now or store.database.now()
        chosen = _chosen(store, channel, name, moment)
        preview = planning.preview(store, chosen, moment, render)
    shape = report.preview(preview)
    if as_json:
        messages = [with_link(each) if builder else each for each in shape["messages"]]
        print_json({**shape, "messages": messages})
    else:
        _draw(chosen, preview, moment, builder=builder)


def _draw(
    chosen: StoredSubscription, preview: planning.Preview, now: datetime, *, builder: bool
) -> None:
    console, subscription = Console(), chosen.subscription
    when = preview.occurrence.effective.astimezone(ZoneInfo(subscription.timezone))
    when_due = f"due {when:%a %d %b %Y %H:%M} {subscription.timezone}"
    stands = "if it were due now" if chosen.is_idle else when_due
    state = chosen.state(now)
    note = "" if state is State.ACTIVE else f"{state}; "
    console.print(Text(f"{subscription.name}, to {subscription.channel}: {note}{stands}"))
    for message in report.preview(preview)["messages"]:
        console.print(drawn(message, "in its thread" if message["thread"] else "to the channel"))
        if builder and (link := builder_link(message)):
            click.echo(link)
    if not preview.parts:
        console.print("Nothing would be posted: no Entry that fits is new to this channel.")
    console.print(f"{preview.left} kept for next time")


def _chosen(
    store: Store, channel: str | None, name: str | None, now: datetime
) -> StoredSubscription:
    if channel is not None:
        return planning.next_of_channel(store.subscriptions.of_channel(channel), now)
    found = store.subscriptions.by_name(name or "")
    if found is None:
        raise PrdigestError(
            f"no subscription is named {name!r}; see `prdigest subscriptions` (those made by "
            "`/prdigest subscribe` have names like `slack:C0123ABCD`), or run `prdigest release` "
            "if a schedule file declares it by now"
        )
    return found


@click.command("subscriptions", short_help="List the Subscriptions: next, last, state.")
@now_option
@json_option
def subscriptions_verb(now: datetime | None, as_json: bool) -> None:
    """List every Subscription, its next Occurrence (three with --json) and its last Delivery.

    What keeps one from being delivered is told with how to mend it.
    """
    with opened_store() as store:
        rows = report.subscriptions(store, now or store.database.now())
    if as_json:
        print_json(rows)
    elif rows:
        print_subscriptions(rows)
    else:
        click.echo(
            "none yet: declare one in a schedule file and run `prdigest release`, or make one in "
            "Slack: `/prdigest subscribe`"
        )


@click.command("deliveries", short_help="List the Deliveries, or settle an uncertain one.")
@click.option(
    "--settle",
    nargs=2,
    type=(click.IntRange(1, LARGEST_ID), click.Choice([str(outcome) for outcome in Settled])),
    metavar="ID posted|lost",
    help="Say what became of an uncertain Delivery, having looked in the channel.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, LARGEST_ID),
    metavar="N",
    help=f"Only the newest N; {NEWEST} unless --json is given, then all.",
)
@json_option
def deliveries_verb(settle: tuple[int, str] | None, limit: int | None, as_json: bool) -> None:
    """List what was delivered, the newest last: when due, when posted, how late, which Entries."""
    with opened_store() as store:
        if settle:
            delivery, outcome = settle
            store.deliveries.settle(delivery, Settled(outcome), store.database.now())
        rows = report.deliveries(store, limit if as_json else limit or NEWEST)
        total = how_many(store.database)
    if as_json:
        print_json(rows)
    elif rows:
        print_deliveries(rows, total)
    else:
        click.echo("none yet: the clock delivers what falls due")
