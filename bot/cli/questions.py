"""The verb that asks: search."""

from typing import Any

import click

from bot.cli.results import print_found
from bot.cli.setting import TEXT, json_option, opened_store, print_json
from bot.core.channel import Viewer
from bot.core.entry import url_of
from bot.core.gist import gist
from bot.core.grammar import parse
from bot.core.hit import Found, Hit
from bot.errors import QueryError
from bot.store.search import search


class Asking(click.Command):
    """A verb whose options end at the first word: all from there on is the query."""

    allow_interspersed_args = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, but a query that begins like an option is told its mend."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name.startswith("--"):
                raise
            mend = "a query that begins with `-` needs `--` before it, as in: -- -label:ci moe"
            raise click.UsageError(f"{error.message.rstrip('.')}; {mend}", ctx) from None


@click.command("search", cls=Asking, short_help="Search the digests.")
@click.argument("query", nargs=-1, type=TEXT)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option(
    "--channel", type=TEXT, metavar="ID", help="Look as this channel does: what it has seen."
)
@json_option
def search_verb(query: tuple[str, ...], limit: int, channel: str | None, as_json: bool) -> None:
    """Search the digests: prdigest search --limit 5 moe -label:ci

    Options come first; `--` ends them where the query itself begins with a `-`. Exit 2, and a
    sentence, for a query that cannot be read.
    """
    text = " ".join(query)
    parsed = parse(text)
    if parsed.seen is not None and channel is None:
        raise QueryError("seen: needs to know whose eyes; add --channel ID")
    with opened_store(asking=True) as store:
        viewer = store.channels.viewer(channel) if channel else Viewer()
        today = store.database.now().date()
        found = search(store, parsed, viewer=viewer, today=today, limit=limit)
        is_empty = not found.total and not store.entries.count()
    if as_json:
        print_json({"query": text, **_as_json(found)})
    elif is_empty:
        click.echo("no digests here yet; `prdigest import FOLDER` adds some")
    else:
        print_found(found)


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
        "score": hit.score,
        "why": list(hit.why),
        "matched": hit.matched,
        "confident": hit.confident,
    }
