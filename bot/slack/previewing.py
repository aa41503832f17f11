"""The next Roundup of a channel as it would be posted, to who asks; without any effect."""

from collections.abc import Sequence
from datetime import datetime

from bot.core.roundup import Message
from bot.core.schedule import State, StoredSubscription
from bot.roundups.planning import Preview, next_of_channel, preview
from bot.slack.blocks import Block, Element, context, paragraph, text
from bot.slack.here import Here
from bot.slack.messages import message
from bot.slack.room import fits
from bot.slack.roundups import render
from bot.slack.standing import name_of, no_subscription
from bot.slack.text import escape, fallback
from bot.slack.words import Words

_OF_ENTRY = 2  # blocks


def previewed(here: Here) -> Message:
    """The next Roundup of the channel, of several Subscriptions that which is due next.

    Raises DatabaseError.
    """
    found = here.store.subscriptions.of_channel(here.channel) if here.channel else []
    if not found:
        return no_subscription(here.words)
    now = here.setting.shared_now()
    stored = next_of_channel(found, now)
    ahead = preview(here.store, stored, now, render)
    only_you = " · " + here.words("only you see this, and nothing counts as shown")
    lead = [text(_when(stored, ahead, now, here.words), "bold"), text(only_you)]
    if not ahead.parts:
        nothing = here.words("Nothing would be posted: nothing that fits is new here.")
        told = [*lead, text(f"\n{nothing}")]
        return message([paragraph(*told)], told)
    return _above(lead, [part.message for part in ahead.parts], here.words)


def _when(stored: StoredSubscription, ahead: Preview, now: datetime, words: Words) -> str:
    """Which Roundup this is, and when it is due; else that nothing is."""
    name = name_of(stored, words)
    if stored.is_idle or stored.state(now) is State.STOPPED:
        return words("{name}, if it came now", name=name)
    moment = words.moment(ahead.occurrence.effective, stored.subscription.timezone)
    return words("{name}, due {moment}", name=name, moment=moment)


def _above(lead: Sequence[Element], messages: Sequence[Message], words: Words) -> Message:
    """The lead above the first of these messages, as far as both have room in one."""
    first, *replies = messages
    above, blocks = paragraph(*lead), list(first.blocks)
    left_out = 0
    while not fits([above, *blocks, _more(1, words)]):
        del blocks[-1 - _OF_ENTRY : -1]  # the last Entry: below it is the row of buttons
        left_out += 1
    more = left_out + sum(len(reply.entries) for reply in replies)
    told = "".join(element["text"] for element in lead)
    lines = [escape(told), *first.text.split("\n")]
    below = [_more(more, words)] if more else []
    return Message(fallback(lines), (above, *blocks, *below))


def _more(n: int, words: Words) -> Block:
    one = "{n} more follows in the roundup; there is no room for it here."
    many = "{n} more follow in the roundup; there is no room for them here."
    return context(words.count(one, many, n))
