"""“Not for this channel”: whoever is there says so, for all, and takes it back."""

import logging

from bot.slack.acts.acting import entry_of, gone, in_known_channel
from bot.slack.answer.answering import answered
from bot.slack.entry import muted
from bot.slack.entry.menus import page_of
from bot.slack.outcomes import Outcomes, Replaced, Whispered
from bot.slack.pressed import Pressed

log = logging.getLogger(__name__)


def mute(pressed: Pressed) -> Outcomes:
    """The Entry comes in no roundup of the channel; said with a button that takes it back.

    Raises PrdigestError where that may not be done, and DatabaseError.
    """
    here, entry = pressed.here, entry_of(pressed)
    now = here.setting.shared_now()
    stored = here.store.muting.mute(in_known_channel(here), entry, now)
    if stored is None:
        raise gone()
    log.info("entry %d is not for %s: %s", entry, here.channel, here.user)
    page = page_of(pressed.block)
    said = muted.muted(stored, page, here.words)
    if page is None:
        return (Whispered(said),)
    return (Replaced(muted.above(said, answered(here, page))),)


def unmute(pressed: Pressed) -> Outcomes:
    """The Entry is again what it was in the channel. Raises the same."""
    return _unmuted(pressed, is_ours=False)


def undo(pressed: Pressed) -> Outcomes:
    """The same by the button with which it was said; that message goes. Raises the same."""
    return _unmuted(pressed, is_ours=True)


def _unmuted(pressed: Pressed, *, is_ours: bool) -> Outcomes:
    """`is_ours`: what was pressed is a message of this, which may be replaced."""
    here, entry = pressed.here, entry_of(pressed)
    if here.store.muting.unmute(in_known_channel(here), entry) is None:
        raise gone()
    log.info("entry %d is for %s again: %s", entry, here.channel, here.user)
    if page := page_of(pressed.block):
        return (Replaced(answered(here, page)),)
    said = muted.unmuted(here.words)
    return (Replaced(said) if is_ours else Whispered(said),)
