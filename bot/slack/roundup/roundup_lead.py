"""The line above a Roundup: how many Entries of how many, how late, what of it is elsewhere."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from bot.core.entry import Level, StoredEntry
from bot.core.every import parse_rhythm
from bot.core.occasion import Occasion
from bot.core.roundup import Roundup
from bot.slack.kit.blocks import Element, phrased, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

_REST_LIMIT = 300
_REPOSITORIES_NAMED = 4
_A_WEEK = timedelta(weeks=1)


def lead(roundup: Roundup, occasion: Occasion, here: int, words: Words) -> list[Element]:
    """The line of a Roundup of which `here` Entries are below it, the others in its thread.

    It never gets longer when `here` does.
    """
    late = [how_late(occasion.late, words)] if occasion.is_late else []
    if not roundup.entries:
        return [text(" · ".join([_nothing(roundup, occasion, words), *late]))]
    n = len(roundup.entries)
    rest = [*late, _repositories(roundup.entries)]
    if n > here:
        rest.append(words("{n} in the thread", n=n - here))
    if roundup.left:
        rest.append(kept(roundup.left, occasion.subscription.every, words))
    told = text(clip(" · ".join(("", *rest)), _REST_LIMIT))
    return [*_count(roundup, occasion, words), told]


def kept(left: int, every: str, words: Words) -> str:
    """How many wait for the next Roundup of a rule."""
    if parse_rhythm(every).shortest_gap == _A_WEEK:
        return words("{n} kept for next week", n=words.number(left))
    return words("{n} kept for next time", n=words.number(left))


def _count(roundup: Roundup, occasion: Occasion, words: Words) -> list[Element]:
    """How many there are, of how many that are new."""
    n, is_must = len(roundup.entries), occasion.subscription.level is Level.MUST
    is_part = roundup.of > n
    if is_must:
        chosen = words.count("{n} must-read", "{n} must-reads", n)
    elif is_part:
        chosen = words.count("{n}", "{n}", n)
    else:
        chosen = words.count("{n} pull request", "{n} pull requests", n)
    if not is_part:
        return [text(chosen, "bold")]
    template, of = words.template("{chosen} of {of} new PRs"), text(words.number(roundup.of))
    return list(phrased(template, chosen=text(chosen, "bold"), of=of))


def _nothing(roundup: Roundup, occasion: Occasion, words: Words) -> str:
    if roundup.of and occasion.subscription.level is Level.MUST:
        return words.count(
            "{n} new PR, and it is no must-read.",
            "{n} new PRs, no must-read among them.",
            roundup.of,
        )
    return words("Nothing new to read this time.")


def how_late(late: timedelta, words: Words) -> str:
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
