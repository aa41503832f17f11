"""Shares an Entry with the channel: claimed before the call, so that two who press share once."""

import logging
from functools import partial

from bot.core.share import Share, ShareState
from bot.slack.acts.acting import entry_of, gone, in_known_channel
from bot.slack.entry import shared
from bot.slack.entry.menus import query_of
from bot.slack.outcomes import Announced, Arrived, Outcomes, Replaced, Whispered
from bot.slack.pressed import Pressed
from bot.store.shares import Claim

log = logging.getLogger(__name__)


def share(pressed: Pressed) -> Outcomes:
    """The Entry for everybody in the channel, or who shared it already.

    Raises PrdigestError where it may not be shared, and DatabaseError.
    """
    return _share(pressed, again=False)


def share_again(pressed: Pressed) -> Outcomes:
    """The same for an Entry of which it is uncertain whether it is there; raises the same."""
    return _share(pressed, again=True)


def share_lost(pressed: Pressed) -> Outcomes:
    """An Entry of which that is uncertain is not there, so that roundups may show it.

    What is certain meanwhile is told. Raises PrdigestError where that may not be said, and
    DatabaseError.
    """
    here, entry = pressed.here, entry_of(pressed)
    viewer, now = in_known_channel(here), here.setting.shared_now()
    found = here.store.shares.lose(viewer, entry, now)
    if found is None:
        raise gone()
    if isinstance(found, Share):
        asked = shared.Asked(here.user, entry, pressed.block, now)
        return (Replaced(shared.in_the_way(found, asked, here.words)),)
    log.info("entry %d is not in %s: %s", entry, here.channel, here.user)
    return (Replaced(shared.not_there(here.words)),)


def _share(pressed: Pressed, *, again: bool) -> Outcomes:
    here, entry = pressed.here, entry_of(pressed)
    viewer, now = in_known_channel(here), here.setting.shared_now()
    claim = here.store.shares.claim(viewer, entry, here.user, now, again=again)
    if claim is None:
        raise gone()
    if isinstance(claim, Share):
        asked = shared.Asked(here.user, entry, pressed.block, now)
        return (Whispered(shared.in_the_way(claim, asked, here.words)),)
    words = here.words_of_channel()
    message = shared.shared(claim.stored, here.user, query_of(pressed.block), words)
    return (Announced(message, partial(_ended, pressed, claim)),)


def _ended(pressed: Pressed, claim: Claim, arrived: Arrived) -> Outcomes:
    """Notes what became of the call. Raises DatabaseError: then it is uncertain after a minute."""
    here, entry = pressed.here, claim.stored.id
    shares, words = here.store.shares, here.words
    log.info("entry %d shared in %s by %s: %s", entry, here.channel, here.user, arrived)
    match arrived:
        case Arrived.YES:
            shares.confirm(claim)
            return ()
        case Arrived.NO:
            shares.undo(claim)
            return (Whispered(shared.not_shared(words)),)
        case Arrived.UNKNOWN:
            shares.doubt(claim)
            asked = shared.Asked(here.user, entry, pressed.block, claim.share.at)
            doubted = Share(here.user, ShareState.UNCERTAIN, claim.share.at, claim.share.first)
            return (Whispered(shared.in_the_way(doubted, asked, words)),)
