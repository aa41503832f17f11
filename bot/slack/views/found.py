"""The modal with what Digests tell of the pull requests that a message names."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.entry import StoredEntry
from bot.core.links import Link
from bot.slack.entry.entries import entry_blocks
from bot.slack.entry.menus import entry_block, entry_menu
from bot.slack.kit.blocks import (
    Block,
    bullets,
    context,
    link,
    paragraph,
    phrased,
    rich,
    safe_url,
    section,
    text,
)
from bot.slack.kit.text import clip
from bot.slack.language.words import Words
from bot.slack.outcomes import View
from bot.slack.views.loading import modal

FOUND = "pr_verdicts"
"""The modal's callback_id, and that of the shortcut which opens it."""

_LABEL_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Told:
    """The Entries of what a message names, in its order; `untold` is what no Digest has yet.

    `saved` are the row ids of those that who asked keeps.
    """

    entries: tuple[StoredEntry, ...]
    untold: tuple[Link, ...]
    saved: frozenset[int] = frozenset()


def found_view(told: Told, words: Words, *, private: str = "", remark: str = "") -> View:
    """Each Entry with its menu, and what has none. `private` comes back with what is pressed in
    it; `remark` tells what came of that."""
    blocks: list[Block] = [context(remark)] if remark else []
    for stored in told.entries:
        menu = entry_menu(stored, words, saved=stored.id in told.saved, in_channel=False)
        blocks += entry_blocks(stored, words, menu, block=entry_block(stored.id))
    if told.untold:
        blocks += _untold(told.untold, words)
    if not told.entries and not told.untold:
        blocks += _nothing(words)
    title = words("PR verdicts")
    return modal(title, blocks, words=words, callback_id=FOUND, private_metadata=private)


def _untold(links: Sequence[Link], words: Words) -> list[Block]:
    rows = [section(_named(each)) for each in links]
    return [rich(section(text(words("No digest has these yet:"), "bold")), bullets(*rows))]


def _named(named: Link) -> Block:
    label, url = clip(named.key, _LABEL_LIMIT), safe_url(named.url)
    return link(url, label) if url else text(label)


def _nothing(words: Words) -> list[Block]:
    looked = words.template("I look for links to pull requests, and for {example}.")
    return [
        paragraph(
            text(words("I see no pull request in this message."), "bold"),
            text("\n"),
            *phrased(looked, example=text("owner/repo#123", "code")),
        )
    ]
