"""Prints what a search found, for people to read."""

from itertools import groupby

import click

from bot.core.hit import Found, Hit, Matched
from bot.search.highlight import highlight
from bot.slack.kit.text import one_line

_INDENT = " " * 8


def print_found(found: Found) -> None:
    """How many there are, and the Hits, what they were found by in bold.

    Where the output is no terminal, it is free of styles.
    """
    click.echo(_count(found) + _rest(found))
    for each in found.corrections:
        click.echo(f"Showing {each.searched}; search '\"{each.typed}\"' for exactly that")
    for matched, hits in groupby(found.hits, key=lambda hit: hit.matched):
        if matched is Matched.PARTIAL and found.partial < found.total:
            click.echo("\nThese have some of the words:")
        for hit in hits:
            _print(hit)


def _count(found: Found) -> str:
    whole = found.total - found.partial
    asked = f"for {found.understood}" if found.understood else "in all"
    if found.partial and not whole:
        return f"{found.total} {asked}; none has all of the words"
    more = f", {found.partial} more with some of the words" if found.partial else ""
    return f"{whole}{'' if found.total_exact else '+'} {asked}{more}"


def _rest(found: Found) -> str:
    shown = len(found.hits)
    return f"; {shown} shown, --limit N shows more" if shown < found.total else ""


def _print(hit: Hit) -> None:
    entry = hit.stored.entry
    pieces = highlight(one_line(entry.headline), hit.rows)
    headline = "".join(click.style(piece, bold=True) if met else piece for piece, met in pieces)
    facts = " · ".join(filter(None, (hit.stored.key, str(entry.date), "; ".join(hit.why))))
    click.echo(f"\n{entry.level:8}{headline}")
    click.echo(_INDENT + click.style(one_line(facts), dim=True))
