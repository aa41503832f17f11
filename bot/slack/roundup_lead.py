"""The line above a Roundup's Entries: how many, how late, of what, and what is elsewhere."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from bot.core.entry import Level, StoredEntry
from bot.core.occasion import Occasion
from bot.core.roundup import Roundup
from bot.slack.blocks import Element, text
from bot.slack.text import clip, one_line
from bot.slack.words import Words

_REST_LIMIT = 300
_REPOSITORIES_NAMED = 4


def lead(roundup: Roundup, occasion: Occasion, here: int, words: Words) -> list[Element]:
    """The line of a Roundup of which `here` Entries are below it, the others in its thread.

    It never gets longer when `here` does.
    """
    late = [_late(occasion.late, words)] if occasion.is_late else []
    if not roundup.entries:
        return [text(" · ".join([words("Nothing new to read this time."), *late]))]
    n = len(roundup.entries)
    if occasion.subscription.level is Level.MUST:
        count = words.count("{n} must-read", "{n} must-reads", n)
    else:
        count = words.count("{n} pull request", "{n} pull requests", n)
    rest = [*late, _repositories(roundup.entries)]
    if n > here:
        rest.append(words("{n} in the thread", n=n - here))
    if roundup.left:
        rest.append(words("{n} kept for next time", n=roundup.left))
    return [text(count, "bold"), text(clip(" · ".join(("", *rest)), _REST_LIMIT))]


def _late(late: timedelta, words: Words) -> str:
    """How late, in the unit in which people would say it, rounded."""
    minutes = round(late / timedelta(minutes=1))
    if minutes < 60:
        return words.count("{n} minute late", "{n} minutes late", minutes)
    hours = round(late / timedelta(hours=1))
    if hours < 48:
        return words.count("{n} hour late", "{n} hours late", hours)
    return words.count("{n} day late", "{n} days late", round(late / timedelta(days=1)))


def _repositories(entries: Sequence[StoredEntry]) -> str:
    counts = Counter(stored.entry.repo for stored in entries)
    named = [
        f"{clip(one_line(repo.rpartition('/')[2]), 40)} {count}"
        for repo, count in counts.most_common(_REPOSITORIES_NAMED)
    ]
    return ", ".join(named) + (" …" if len(counts) > _REPOSITORIES_NAMED else "")
