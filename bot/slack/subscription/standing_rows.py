"""Rows that tell how a Subscription stands: its last Roundup, its next, what is in its way."""

from datetime import datetime

from bot.core.delivery import Delivery
from bot.core.occasion import LATE_FROM
from bot.core.occurrence import next_up
from bot.core.roundup import DeliveryState
from bot.core.schedule import StoredSubscription
from bot.slack.kit.blocks import Element, emoji, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.slack.roundup.roundup_lead import how_late
from bot.slack.subscription.troubles import obstacle_of, trouble_of

_FILE_LIMIT = 120

Row = list[Element]


def last_row(stored: StoredSubscription, delivery: Delivery | None, words: Words) -> Row:
    """Its newest Delivery: when, and what came of it."""
    if delivery is None:
        return [text(words("Last: none yet"))]
    zone = stored.subscription.timezone
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


def next_row(stored: StoredSubscription, now: datetime, words: Words) -> Row:
    """When the next one comes, and until when it waits."""
    zone, until = stored.subscription.timezone, stored.pause_ends(now)
    if stored.subscription.paused:
        return [text(words("Next: none, it is paused in {file}", file=file_of(stored)))]
    coming = next_up(stored, now)
    moment = words.moment(coming.effective, zone) if coming else words("none")
    told = [text(words("Next: {moment}", moment=moment))]
    if until:
        paused = words("paused until {moment}", moment=words.moment(until, zone))
        told.append(text(" · " + paused))
    return told


def trouble_row(stored: StoredSubscription, delivery: Delivery | None, words: Words) -> Row | None:
    """What keeps it from being posted or went wrong the last time, and what to do."""
    mend = obstacle_of(stored) or (trouble_of(delivery) if delivery else None)
    if mend is None:
        return None
    why, how = words.of(mend.why), words.sentences(mend.how)
    return [emoji("warning"), text(" " + why + words.between), text(how, "bold")]


def file_of(stored: StoredSubscription) -> str:
    """The schedule file that declares it, fit to be shown."""
    return clip(one_line(stored.subscription.file or "…"), _FILE_LIMIT)
