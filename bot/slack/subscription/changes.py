"""The line in the channel that says who changed a Subscription, and how it stands since."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import Enum
from functools import partial

from bot.core.occurrence import next_up
from bot.core.roundup import Message
from bot.core.schedule import Source, StoredSubscription
from bot.errors import DatabaseError
from bot.roundups.outside import Refused
from bot.roundups.remedies import Remedy, remedy
from bot.slack.here import Here
from bot.slack.kit.blocks import Element, paragraph, phrased, text, user
from bot.slack.kit.text import escape, fallback
from bot.slack.language.words import Words
from bot.slack.outcomes import Told
from bot.slack.subscription.standing import filter_of, name_of, when_of

log = logging.getLogger(__name__)


class Change(Enum):
    """What was done to a Subscription."""

    MADE = "made"
    CHANGED = "changed"
    PAUSED = "paused"
    RESUMED = "resumed"
    REMOVED = "removed"


def line(here: Here, stored: StoredSubscription, what: Change) -> Told:
    """What who acts did to `stored`, which is as it is since; in its language, to its Channel.

    Where Slack lets nothing be posted there, that is noted.
    """
    now, words = here.setting.shared_now(), Words(stored.subscription.language)
    told = phrased(
        _template(what, words),
        who=user(here.user),
        what=_named(stored, words),
        until=text(_pause_ends(stored, now, words)),
    )
    following = "" if what is Change.REMOVED else next_moment(stored, now, words)
    return _told(here, stored, [*told, *_next(following, words)], words)


def line_of_all(here: Here, paused: Sequence[StoredSubscription], what: Change) -> Told:
    """The same of one or more of a Channel that were PAUSED or RESUMED at once."""
    first = paused[0]
    if len(paused) == 1:
        return line(here, first, what)
    now, words = here.setting.shared_now(), Words(first.subscription.language)
    until, n = _pause_ends(first, now, words), words.number(len(paused))
    if what is Change.PAUSED:
        template = words.template("{who} paused {n} roundups of this channel until {until}")
    else:
        template = words.template("{who} resumed {n} roundups of this channel")
    told = phrased(template, who=user(here.user), n=text(n), until=text(until))
    return _told(here, first, list(told), words)


def next_moment(stored: StoredSubscription, now: datetime, words: Words) -> str:
    """When the next one comes, on the Subscription's clocks; "" where none does."""
    occurrence = next_up(stored, now)
    if occurrence is None:
        return ""
    return words.moment(occurrence.effective, stored.subscription.timezone)


def _template(what: Change, words: Words) -> str:
    match what:
        case Change.MADE:
            return words.template("{who} set up a roundup: {what}")
        case Change.CHANGED:
            return words.template("{who} changed a roundup: {what}")
        case Change.PAUSED:
            return words.template("{who} paused a roundup until {until}: {what}")
        case Change.RESUMED:
            return words.template("{who} resumed a roundup: {what}")
        case Change.REMOVED:
            return words.template("{who} removed a roundup: {what}")


def _named(stored: StoredSubscription, words: Words) -> list[Element]:
    """When it falls due and of what; before that its name, where it has one."""
    what = [text(when_of(stored, words))]
    if stored.source is not Source.SLACK:
        what = [text(name_of(stored, words), "bold"), text(" · "), *what]
    if filter_ := filter_of(stored):
        what += [text(" · "), text(filter_, "code")]
    return what


def _pause_ends(stored: StoredSubscription, now: datetime, words: Words) -> str:
    until = stored.pause_ends(now)
    return words.moment(until, stored.subscription.timezone) if until else ""


def _next(following: str, words: Words) -> Iterator[Element]:
    if following:
        yield text(" · " + words("next: {moment}", moment=following))


def _told(here: Here, stored: StoredSubscription, said: list[Element], words: Words) -> Told:
    plain = "".join(each.get("text", words("Somebody")) for each in said)
    message = Message(fallback([escape(plain)]), (paragraph(*said),))
    channel = stored.subscription.channel
    return Told(channel, message, partial(_note_refusal, here, channel))


def _note_refusal(here: Here, channel: str, code: str) -> None:
    """Where nothing can be posted, the subscriber is told now, not when the next one is due."""
    if remedy(Refused(code)) is not Remedy.PAUSE:
        return
    try:
        here.store.obstacles.meet(channel, here.team, code, here.setting.shared_now())
    except DatabaseError as error:
        log.warning("an obstacle could not be noted: %s", error)
