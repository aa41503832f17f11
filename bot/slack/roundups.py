"""A Roundup as messages: the lead with the Entries, then thread replies for what is too much."""

from collections import Counter
from collections.abc import Sequence

from bot.core.entry import Level, StoredEntry
from bot.core.occasion import Occasion
from bot.core.roundup import Message, Roundup
from bot.slack.blocks import Block, Element, paragraph, size, text
from bot.slack.entries import entry_blocks, entry_line
from bot.slack.text import clip, escape, fallback, one_line
from bot.slack.words import Words

MOST_BLOCKS = 50
MOST_CHARACTERS = 10_000  # Slack refuses somewhere from 11,000 on, by a rule it does not tell
_LEAD_CHARACTERS = 500
_REPOSITORIES_NAMED = 4

Drawn = tuple[StoredEntry, list[Block]]


def render(roundup: Roundup, occasion: Occasion) -> tuple[Message, ...]:
    """The messages of a Plan: the first to post, the others its thread replies.

    Each keeps within Slack's limits and names the Entries it tells; an Entry is never split.
    Without Entries it is one line. Pure.
    """
    subscription = occasion.subscription
    words = Words(subscription.language)
    if not roundup.entries:
        quiet = words("Nothing new to read this time.")
        return (_message([text(quiet)], (), thread=False),)
    drawn = [(stored, entry_blocks(stored, words)) for stored in roundup.entries]
    first, *rest = pack(drawn)
    lead = _lead(roundup, subscription.level, len(first), words)
    replies = [_message([], part, thread=True) for part in rest]
    return (_message(lead, first, thread=False), *replies)


def pack(drawn: Sequence[Drawn]) -> list[list[Drawn]]:
    """The Entries in order, in as few messages as Slack's limits allow (room for the lead kept)."""
    parts: list[list[Drawn]] = [[]]
    blocks, characters = 1, _LEAD_CHARACTERS
    for stored, own in drawn:
        blocks, characters = blocks + len(own), characters + size(own)
        if parts[-1] and (blocks > MOST_BLOCKS or characters > MOST_CHARACTERS):
            parts.append([])
            blocks, characters = 1 + len(own), _LEAD_CHARACTERS + size(own)
        parts[-1].append((stored, own))
    return parts


def _lead(roundup: Roundup, level: Level, here: int, words: Words) -> list[Element]:
    """One line: how many, of which repositories, what is in the thread, what is kept back."""
    n = len(roundup.entries)
    if level is Level.MUST:
        count = words.count("{n} must-read", "{n} must-reads", n)
    else:
        count = words.count("{n} pull request", "{n} pull requests", n)
    rest = [_repositories(roundup.entries)]
    if n > here:
        rest.append(words("{n} in the thread", n=n - here))
    if roundup.left:
        rest.append(words("{n} kept for next time", n=roundup.left))
    return [text(count, "bold"), text(clip(" · ".join(("", *rest)), _LEAD_CHARACTERS // 2))]


def _repositories(entries: Sequence[StoredEntry]) -> str:
    counts = Counter(stored.entry.repo for stored in entries)
    named = [
        f"{clip(one_line(repo.rpartition('/')[2]), 40)} {count}"
        for repo, count in counts.most_common(_REPOSITORIES_NAMED)
    ]
    return ", ".join(named) + (" …" if len(counts) > _REPOSITORIES_NAMED else "")


def _message(lead: Sequence[Element], drawn: Sequence[Drawn], *, thread: bool) -> Message:
    blocks = [paragraph(*lead)] if lead else []
    for _, own in drawn:
        blocks += own
    head = escape("".join(element["text"] for element in lead))
    lines = ([head] if lead else []) + [entry_line(stored) for stored, _ in drawn]
    return Message(
        text=fallback(lines),
        blocks=tuple(blocks),
        thread=thread,
        entries=tuple(stored.id for stored, _ in drawn),
    )
