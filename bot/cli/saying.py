"""The verb that talks as somebody in Slack would: say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from bot.cli.setting import (
    TEXT,
    builder_option,
    json_option,
    opened_store,
    print_json,
    read_config,
)
from bot.cli.terminal import drawn
from bot.errors import QueryError
from bot.slack.kit.builder import builder_link, with_link
from bot.slack.rehearsal.say import Conversation, Reply, conversation

_STEPS = __name__


@dataclass(frozen=True, slots=True)
class Step:
    """Something done in a conversation: what it is called, and how it is done."""

    title: str
    take: Callable[[Conversation], list[Reply]]


class Talking(click.Command):
    """A verb whose `--click`, `--fill` and `--submit` are done in the order they are given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, which keeps no order among different options: it is kept in `ctx.meta`."""
        given, _, order = self.make_parser(ctx).parse_args(list(args))
        values = {name: iter(each) for name, each in given.items() if isinstance(each, list)}
        rest = super().parse_args(ctx, args)
        ctx.meta[_STEPS] = [
            _MAKING[str(param.name)](next(values[str(param.name)]))
            for param in order
            if param.name in _MAKING
        ]
        return rest


def _clicked(typed: str) -> Step:
    name, colon, number = typed.rpartition(":")
    if not colon or not number.isdecimal():
        name, number = typed, "1"
    n = max(int(number[:6]), 1)
    return Step(f"--click {typed}", lambda talk: talk.click(name, n))


def _filled(typed: str) -> Step:
    name, equals, value = typed.partition("=")
    if not equals:
        raise click.UsageError(f"--fill {typed} does not say with what: write FIELD=VALUE")
    return Step(f"--fill {typed}", lambda talk: talk.fill(name, value))


def _submitted(_: object) -> Step:
    return Step("--submit", lambda talk: talk.submit())


_MAKING: dict[str, Callable[[Any], Step]] = {
    "clicked": _clicked,
    "filled": _filled,
    "submitted": _submitted,
}


@click.command("say", cls=Talking, short_help="Run a Slack command here, without Slack.")
@click.argument("words", nargs=-1, required=True, type=TEXT)
@click.option(
    "--click",
    "clicked",
    multiple=True,
    type=TEXT,
    metavar="ACTION_ID[:N]",
    help="Then press the Nth button of that name; of a menu, name the option: share, verdict …",
)
@click.option(
    "--fill",
    "filled",
    multiple=True,
    type=TEXT,
    metavar="FIELD=VALUE",
    help="Then write or choose something in a modal or the Home tab; FIELD is a block_id.",
)
@click.option(
    "--submit", "submitted", multiple=True, is_flag=True, help="Then submit the modal on top."
)
@click.option(
    "--channel", default="C0000000000", type=TEXT, metavar="ID", help="Say it in this channel."
)
@click.option(
    "--user", default="U0000000000", type=TEXT, metavar="ID", help="Say it as this person."
)
@builder_option
@json_option
@click.pass_context
def say_verb(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    channel: str,
    user: str,
    builder: bool,
    as_json: bool,
    **_: object,
) -> None:
    """Run a command such as "/prdigest fp8 -rocm" through the real Bolt app, and show every reply.

    Then press, fill in and submit what it shows, in the order given: --click share:2 --click
    page_next. Needs no token: calls to Slack go to a stand-in inside this process. Exit 2 for what
    is not there to be pressed; what is there is told.

    What is typed, pressed and submitted changes the database as it would in Slack: to try things
    out, set DATABASE_URL to a copy.
    """
    command = " ".join(words)
    said: list[Reply] = []
    config = read_config()
    who: dict[str, Any] = {"channel": channel, "user": user, "admins": config.admins}
    with (
        opened_store(config, asking=True) as store,
        conversation(store, now=store.database.now, **who) as talk,
    ):
        for title, replies in _taken(talk, command, ctx.meta[_STEPS]):
            said += replies
            if not as_json:
                _print(title, replies, builder=builder)
    if as_json:
        shapes = [reply.as_json() for reply in said]
        print_json([with_link(shape) for shape in shapes] if builder else shapes)
    elif not said:
        raise QueryError(f"nothing answers `{command}`; begin with /prdigest")


def _taken(
    talk: Conversation, command: str, steps: list[Step]
) -> Iterator[tuple[str, list[Reply]]]:
    """What each step is called, and what came of it; the command has no need of a name."""
    yield "", talk.command(command)
    for step in steps:
        yield step.title, step.take(talk)


def _print(title: str, replies: list[Reply], *, builder: bool) -> None:
    console = Console()
    if title:
        console.print(Text(f"\n› {title}", style="bold"))
    for reply in replies:
        shape = reply.as_json()
        console.print(drawn(shape, f"{reply.via}, to all" if reply.to_all else reply.via))
        if builder and (link := builder_link(shape)):
            click.echo(link)
