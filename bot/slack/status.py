"""How the Roundups of a channel stand: the last one, the next one, what fits now, what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.delivery import Delivery
from bot.core.occasion import LATE_FROM
from bot.core.occurrence import next_up
from bot.core.roundup import DeliveryState, Message
from bot.core.schedule import StoredSubscription
from bot.roundups.ahead import Ahead, ahead
from bot.slack.blocks import Block, Element, bullets, context, emoji, paragraph, rich, section, text
from bot.slack.here import Here
from bot.slack.messages import message
from bot.slack.room import as_many_as_fit
from bot.slack.roundup_lead import how_late
from bot.slack.standing import name_of, no_subscription, rule_of
from bot.slack.text import clip, escape, one_line
from bot.slack.troubles import obstacle_of, trouble_of
from bot.slack.words import Words
from bot.store.heartbeat import STILL_RUNS

MOST = 10
"""Subscriptions that are told of at most: more have no room in a message."""

_FILE_LIMIT = 120


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
    rows = [_last(each, words), _next(each.stored, now, words), _now(each.ahead, words)]
    obstacle = obstacle_of(each.stored)
    mend = obstacle or (trouble_of(each.last) if each.last else None)
    if mend:
        why, how = words.of(mend.why), words.sentences(mend.how)
        rows.append([emoji("warning"), text(" " + why + words.between), text(how, "bold")])
    return rows


def _last(each: Standing, words: Words) -> list[Element]:
    delivery = each.last
    if delivery is None:
        return [text(words("Last: none yet"))]
    zone = each.stored.subscription.timezone
    when = words.moment(delivery.posted_at or delivery.effective, zone)
    match delivery.state:
        case DeliveryState.POSTED:
            what = words.count("{n} shown", "{n} shown", len(delivery.entries))
        case DeliveryState.QUIET:
            what = words("nothing was new")
        case DeliveryState.CLAIMED | DeliveryState.POSTING:
            what = words("under way")
        case DeliveryState.UNCERTAIN:
            what = words("not known whether it is here")
        case _:
            what = words("not posted")
    facts = [words("Last: {moment}", moment=when), what]
    if delivery.late is not None and delivery.late >= LATE_FROM:
        facts.append(how_late(delivery.late, words))
    return [text(" · ".join(facts))]


def _next(stored: StoredSubscription, now: datetime, words: Words) -> list[Element]:
    zone, until = stored.subscription.timezone, stored.pause_ends(now)
    if stored.subscription.paused:
        file = clip(one_line(stored.subscription.file or "…"), _FILE_LIMIT)
        return [text(words("Next: none, it is paused in {file}", file=file))]
    coming = next_up(stored, now)
    moment = words.moment(coming.effective, zone) if coming else words("none")
    told = [text(words("Next: {moment}", moment=moment))]
    if until:
        paused = words("paused until {moment}", moment=words.moment(until, zone))
        told.append(text(" · " + paused))
    return told


def _now(ahead_: Ahead, words: Words) -> list[Element]:
    if not ahead_.shown:
        return [text(words("Now: nothing that fits is new here"))]
    shown = words.count("Now: it would show {n}", "Now: it would show {n}", ahead_.shown)
    kept = words("keep {n} for later", n=words.number(ahead_.kept))
    return [text(" · ".join([shown, kept] if ahead_.kept else [shown]))]


def _clock(beat: datetime | None, now: datetime, words: Words) -> Block:
    if beat is None or now - beat > STILL_RUNS:
        stands = words("The clock does not run, so nothing is posted.")
        run = words("Whoever runs me: keep “prdigest web”, “worker” or “clock” running.")
        return paragraph(emoji("warning"), text(f" {stands}{words.between}"), text(run, "bold"))
    return context(words("The clock runs."))


def _plain(row: Sequence[Element]) -> str:
    return escape("".join(element.get("text", "") for element in row).strip())
