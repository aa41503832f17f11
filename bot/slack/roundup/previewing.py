"""The next Roundup of a channel as it would be posted, to who asks; without any effect."""

from collections.abc import Sequence

from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.roundups.planning import Preview, next_of_channel, preview
from bot.slack.answer.messages import message
from bot.slack.here import Here
from bot.slack.kit.blocks import Block, context, paragraph, text
from bot.slack.kit.room import fits
from bot.slack.kit.text import escape, fallback
from bot.slack.language.words import Words
from bot.slack.roundup.roundups import render
from bot.slack.subscription.standing import name_of, no_subscription

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
    when = _when(stored, ahead, here.words)
    if not ahead.parts:
        nothing = [text(here.words("Nothing would be posted: nothing that fits is new here."))]
        return message([context(when), paragraph(*nothing)], [text(f"{when}\n"), *nothing])
    return _above(when, [part.message for part in ahead.parts], here.words)


def _when(stored: StoredSubscription, ahead: Preview, words: Words) -> str:
    """Which Roundup this is, and when it is due if it is at all."""
    name = name_of(stored, words)
    if stored.is_idle:
        due = words("not due at present; now it would be")
    else:
        moment = words.moment(ahead.occurrence.effective, stored.subscription.timezone)
        due = words("due {moment}", moment=moment)
    return " · ".join([name, due, words("only you see this")])


def _above(when: str, messages: Sequence[Message], words: Words) -> Message:
    """The line above the first of these messages, as far as both have room in one."""
    first, *replies = messages
    above, blocks = context(when), list(first.blocks)
    left_out = 0
    while not fits([above, *blocks, _more(1, words)]):
        del blocks[-1 - _OF_ENTRY : -1]  # the last Entry: below it is the row of buttons
        left_out += 1
    more = left_out + sum(len(reply.entries) for reply in replies)
    lines = [escape(when), *first.text.split("\n")]
    below = [_more(more, words)] if more else []
    return Message(fallback(lines), (above, *blocks, *below))


def _more(n: int, words: Words) -> Block:
    more = words.count(
        "{n} more follows in the roundup; there is no room for it here.",
        "{n} more follow in the roundup; there is no room for them here.",
        n,
    )
    return context(more)
