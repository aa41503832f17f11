"""The verbs that ask: search, say."""

from typing import Any

import click
from rich.console import Console

from bot.cli.setting import TEXT, json_option, opened_store, print_json
from bot.cli.terminal import drawn
from bot.core.channel import Viewer
from bot.core.entry import url_of
from bot.core.gist import gist
from bot.core.grammar import parse
from bot.core.hit import Found, Hit
from bot.errors import QueryError
from bot.slack.say import say
from bot.store.search import search


@click.command("search", short_help="Search the digests.")
@click.argument("query", nargs=-1, type=TEXT)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option(
    "--channel", type=TEXT, metavar="ID", help="Look as this channel does: what it has seen."
)
@json_option
def search_verb(query: tuple[str, ...], limit: int, channel: str | None, as_json: bool) -> None:
    """Search the digests: prdigest search -- moe -label:ci

    Exit 2, and a sentence, for a query that cannot be read.
    """
    text = " ".join(query)
    parsed = parse(text)
    if parsed.seen is not None and channel is None:
        raise QueryError("seen: needs to know whose eyes; add --channel ID")
    with opened_store() as store:
        viewer = store.channels.viewer(channel) if channel else Viewer()
        today = store.database.now().date()
        found = search(store, parsed, viewer=viewer, today=today, limit=limit)
    if as_json:
        print_json({"query": text, **_as_json(found)})
    else:
        _print(found)


def _as_json(found: Found) -> dict[str, Any]:
    return {
        "understood": found.understood,
        "total": found.total,
        "total_exact": found.total_exact,
        "results": [_result(hit) for hit in found.hits],
    }


def _result(hit: Hit) -> dict[str, Any]:
    entry = hit.stored.entry
    return {
        "key": hit.stored.key,
        "repo": entry.repo,
        "pr": entry.pr,
        "url": url_of(entry),
        "headline": entry.headline,
        "gist": gist(entry.verdict),
        "level": entry.level,
        "date": entry.date.isoformat(),
        "score": round(hit.score, 4),
        "why": list(hit.why),
        "matched": hit.matched,
        "confident": hit.confident,
    }


def _print(found: Found) -> None:
    click.echo(f"{found.total}{'' if found.total_exact else '+'} for {found.understood}")
    for hit in found.hits:
        entry = hit.stored.entry
        click.echo(f"\n{entry.level:8}{entry.headline}")
        click.echo(f"        {hit.stored.key} · {entry.date} · {'; '.join(hit.why)}")


@click.command("say", short_help="Run a Slack command here, without Slack.")
@click.argument("command", type=TEXT)
@click.option(
    "--channel", default="C0000000000", type=TEXT, metavar="ID", help="Say it in this channel."
)
@click.option(
    "--user", default="U0000000000", type=TEXT, metavar="ID", help="Say it as this person."
)
@json_option
def say_verb(command: str, channel: str, user: str, as_json: bool) -> None:
    """Run a command such as "/prdigest moe" through the real Bolt app, and show every reply.

    Needs no token: calls to Slack go to a stand-in inside this process.
    """
    with opened_store() as store:
        replies = say(store, command, channel=channel, user=user, now=store.database.now)
    if as_json:
        print_json([reply.as_json() for reply in replies])
        return
    if not replies:
        raise QueryError(f"nothing answers `{command}`; begin with /prdigest")
    for reply in replies:
        Console().print(drawn(reply.as_json(), reply.via))
