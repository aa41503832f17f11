"""How the Roundups of a channel stand: the last one, the next one, what fits now, what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.delivery import Delivery
from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.roundups.ahead import Ahead, ahead
from bot.slack.answer.messages import message
from bot.slack.here import Here
from bot.slack.kit.blocks import (
    Block,
    Element,
    bullets,
    context,
    emoji,
    paragraph,
    rich,
    section,
    text,
)
from bot.slack.kit.room import as_many_as_fit
from bot.slack.kit.text import escape
from bot.slack.language.words import Words
from bot.slack.subscription.standing import name_of, no_subscription, rule_of
from bot.slack.subscription.standing_rows import last_row, next_row, trouble_row
from bot.slack.subscription.troubles import RUN
from bot.store.heartbeat import STILL_RUNS

MOST = 10
"""Subscriptions that are told of at most: more have no room in a message."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One Subscription: its newest Delivery, and what its next Roundup would show."""

    stored: StoredSubscription
    last: Delivery | None
    ahead: Ahead


def status(here: Here) -> Message:
    """How each Subscription of the channel stands. Raises DatabaseError."""
    store, now = here.store, here.setting.shared_now()
    found = store.subscriptions.of_channel(here.channel) if here.channel else []
    if not found:
        return no_subscription(here.words)
    newest = store.deliveries.newest([each.id for each in found[:MOST]])
    stand = [Standing(each, newest.get(each.id), ahead(store, each, now)) for each in found[:MOST]]
    beat = store.heartbeat.last()
    return told(stand, len(found), beat, now, here.words)


def told(
    stand: Sequence[Standing], total: int, beat: datetime | None, now: datetime, words: Words
) -> Message:
    """The message; `beat` is when the clock last looked for what is due, None for never."""
    count = words.count("{n} roundup of this channel", "{n} roundups of this channel", total)
    lead = [text(count, "bold")]
    blocks: list[Block] = [paragraph(*lead), _clock(beat, now, words)]
    lines = []
    for each in stand:
        rows = _rows(each, now, words)
        listed = bullets(*(section(*row) for row in rows))
        blocks.append(rich(section(*_title(each, words)), listed))
        lines += [_plain(row) for row in (_title(each, words), *rows)]
    if total > len(stand):
        more = words.count("{n} more", "{n} more", total - len(stand))
        blocks.append(context(more))
    return message(as_many_as_fit(blocks, words), lead, lines)


def _title(each: Standing, words: Words) -> list[Element]:
    name = text(name_of(each.stored, words), "bold")
    return [name, text(" · " + rule_of(each.stored, words))]


def _rows(each: Standing, now: datetime, words: Words) -> list[list[Element]]:
    rows = [
        last_row(each.stored, each.last, words),
        next_row(each.stored, now, words),
        _now(each.ahead, words),
    ]
    trouble = trouble_row(each.stored, each.last, words)
    return [*rows, trouble] if trouble else rows


def _now(ahead_: Ahead, words: Words) -> list[Element]:
    if not ahead_.shown:
        return [text(words("Now: nothing that fits is new here"))]
    shown = words.count("Now: it would show {n}", "Now: it would show {n}", ahead_.shown)
    kept = words("keep {n} for later", n=words.number(ahead_.kept))
    return [text(" · ".join([shown, kept] if ahead_.kept else [shown]))]


def _clock(beat: datetime | None, now: datetime, words: Words) -> Block:
    if beat is None or now - beat > STILL_RUNS:
        stands = words("The clock is not running, so nothing is posted.")
        run = text(words.of(RUN), "bold")
        return paragraph(emoji("warning"), text(f" {stands}{words.between}"), run)
    return context(words("The clock is running."))


def _plain(row: Sequence[Element]) -> str:
    return escape("".join(element.get("text", "") for element in row).strip())
