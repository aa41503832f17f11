"""A person's next Roundups, as their Home tab tells them."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.core.occurrence import next_up
from bot.core.schedule import State, StoredSubscription
from bot.slack.kit.blocks import Block, Element, channel, context, emoji, header, paragraph, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

_MOST = 10  # Subscriptions that are told
_FILTER_LIMIT = 120


def next_roundups(
    found: Sequence[StoredSubscription], words: Words, now: datetime
) -> Iterator[Block]:
    """The first few, the next of all at the top; nothing where there are none."""
    if not found:
        return
    yield from titled(words("Your next roundups"))
    for stored in sorted(found, key=lambda each: _due(each, now))[:_MOST]:
        yield paragraph(*_round(stored, words, now))
    if len(found) > _MOST:
        yield context(words("{n} more", n=words.number(len(found) - _MOST)))


def _round(stored: StoredSubscription, words: Words, now: datetime) -> Iterator[Element]:
    """Where, when, and of what: a name is shown by Slack, to those alone who may see it."""
    subscription = stored.subscription
    direct = subscription.channel.startswith("D")
    here = text(words("Our direct messages"), "bold")
    yield emoji("calendar")
    yield text(" ")
    yield here if direct else channel(subscription.channel)
    yield text(f" · {_when(stored, words, now)}")
    if subscription.filter:
        yield text(" · ")
        yield text(clip(one_line(subscription.filter), _FILTER_LIMIT), "code")


def _due(stored: StoredSubscription, now: datetime) -> tuple[bool, datetime]:
    """What falls due comes first, the next of all at the top."""
    following = next_up(stored, now) if stored.state(now) is State.ACTIVE else None
    return following is None, following.effective if following else now


def _when(stored: StoredSubscription, words: Words, now: datetime) -> str:
    zone = stored.subscription.timezone
    if stored.obstacle or stored.stopped:
        return words("waits: Slack lets me post nothing there")
    if stored.subscription.paused:
        return words("paused in its file")
    if until := stored.pause_ends(now):
        return words("paused until {moment}", moment=words.moment(until, zone))
    following = next_up(stored, now)
    return words.moment(following.effective, zone) if following else words("nothing to come")


def titled(told: str) -> list[Block]:
    """What begins a part of the Home tab."""
    return [{"type": "divider"}, header(told)]
