"""The list of a channel's Subscriptions, each with what can be done about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.delivery import Delivery
from bot.core.roundup import Message
from bot.core.schedule import Source, StoredSubscription
from bot.slack.kit.blocks import (
    Block,
    Element,
    actions,
    bullets,
    context,
    emoji,
    paragraph,
    rich,
    section,
    text,
)
from bot.slack.kit.room import fits
from bot.slack.kit.text import escape, fallback
from bot.slack.language.words import Words
from bot.slack.subscription.listing_row import buttons_of
from bot.slack.subscription.standing import choice_of, filter_of, name_of, no_subscription, when_of
from bot.slack.subscription.standing_rows import Row, file_of, last_row, next_row, trouble_row


@dataclass(frozen=True, slots=True)
class Listed:
    """What is listed: `newest` are the last Deliveries by the Subscription's row id.

    `forbidden` says why who asks may change nothing, "" where they may. `remark` is what just
    happened, if anything.
    """

    found: Sequence[StoredSubscription]
    newest: Mapping[int, Delivery]
    forbidden: str = ""
    remark: str = ""


def listing(listed: Listed, now: datetime, words: Words) -> Message:
    """As many as there is room for; the others are counted."""
    if not listed.found:
        return _none(listed.remark, words)
    total = len(listed.found)
    count = words.count("{n} roundup of this channel", "{n} roundups of this channel", total)
    above = [*_remark(listed.remark), paragraph(text(count, "bold"))]
    below = [context(listed.forbidden)] if listed.forbidden else []
    parts = [_part(each, listed, now, words) for each in listed.found]
    shown = _as_many_as_fit(parts, [*above, *below, _more(total, words)])
    left = [_more(total - shown, words)] if shown < total else []
    blocks = [block for part in parts[:shown] for block in part]
    lines = [_line(each, now, words) for each in listed.found[:shown]]
    told = (escape(each) for each in (listed.remark, count) if each)
    return Message(fallback([*told, *lines]), (*above, *blocks, *left, *below))


def _none(remark: str, words: Words) -> Message:
    none = no_subscription(words)
    if not remark:
        return none
    return Message(f"{escape(remark)}\n{none.text}", (*_remark(remark), *none.blocks))


def _remark(remark: str) -> list[Block]:
    if not remark:
        return []
    return [paragraph(emoji("white_check_mark"), text(" "), text(remark))]


def _as_many_as_fit(parts: Sequence[Sequence[Block]], around: Sequence[Block]) -> int:
    """How many of the first parts one message has room for, with what is around them."""
    taken = list(around)
    for n, part in enumerate(parts):
        taken += part
        if not fits(taken):
            return n
    return len(parts)


def _more(n: int, words: Words) -> Block:
    return context(words.count("{n} more", "{n} more", n))


def _part(each: StoredSubscription, listed: Listed, now: datetime, words: Words) -> list[Block]:
    rows = [bullet for bullet in _rows(each, listed.newest.get(each.id), now, words) if bullet]
    blocks = [rich(section(*_title(each, words)), bullets(*(section(*row) for row in rows)))]
    if not listed.forbidden and (buttons := buttons_of(each, now, words)):
        blocks.append(actions(*buttons))
    return blocks


def _title(each: StoredSubscription, words: Words) -> list[Element]:
    return [text(name_of(each, words), "bold"), text(" · " + when_of(each, words))]


def _rows(
    each: StoredSubscription, last: Delivery | None, now: datetime, words: Words
) -> Iterator[Row | None]:
    yield _what(each, words)
    yield next_row(each, now, words)
    yield last_row(each, last, words)
    if each.source is Source.YAML:
        yield [text(words("Set up in {file}; change it there", file=file_of(each)))]
    yield trouble_row(each, last, words)


def _what(each: StoredSubscription, words: Words) -> Row:
    """Which Entries, and how many at once."""
    told: Row = [text(choice_of(each, words))]
    if filter_ := filter_of(each):
        told += [text(" · "), text(filter_, "code")]
    return told


def _line(each: StoredSubscription, now: datetime, words: Words) -> str:
    title = "".join(element["text"] for element in _title(each, words))
    next_ = "".join(element["text"] for element in next_row(each, now, words))
    return escape(f"• {title} · {next_}")
