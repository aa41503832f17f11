"""What acts on an Entry in a channel have in common: on which, who may, and where that is."""

from dataclasses import replace

from bot.core.channel import Viewer
from bot.errors import PrdigestError
from bot.slack.entry.menus import entry_id
from bot.slack.here import Here
from bot.slack.pressed import Pressed
from bot.slack.rights import must_be_ours


def entry_of(pressed: Pressed) -> int:
    """The row id of the Entry. Raises PrdigestError for what is none of ours."""
    id_ = entry_id(pressed.value)
    if id_ is None:
        raise gone()
    return id_


def gone() -> PrdigestError:
    """Why nothing can be done with an Entry that is no more, or not for who asks."""
    return PrdigestError(
        "That pull request is gone: its digest was removed, or may no longer be seen here."
    )


def in_known_channel(here: Here) -> Viewer:
    """Who acts for the channel, which the database knows from now on.

    Raises PrdigestError for people of other organisations, and outside of channels.
    """
    must_be_ours(here)
    if here.channel is None:
        raise PrdigestError("That can be done only in a channel.")
    channel = here.store.channels.ensure(here.channel, here.team)
    return replace(here.viewer(), channel_row=channel.id)
