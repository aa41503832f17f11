"""The whole Verdict of an Entry, in a modal for whoever asks for it."""

from bot.slack.acts.acting import gone
from bot.slack.acts.there import there
from bot.slack.entry.menus import entry_id
from bot.slack.here import Here
from bot.slack.outcomes import Outcomes, Shown, View
from bot.slack.pressed import Pressed
from bot.slack.views.private import kept, shown_in
from bot.slack.views.verdict import verdict_view


def opened(pressed: Pressed) -> Outcomes:
    """The modal for the Entry that the option names, if who pressed it may see it.

    Raises PrdigestError if it is gone, or not for them, and DatabaseError.
    """
    return (Shown(_view(there(pressed), pressed.value, "")),)


def again(pressed: Pressed, remark: str) -> Outcomes:
    """The modal in which something was pressed as it is now, with what came of that.

    Raises PrdigestError if it is gone, or not for them, and DatabaseError.
    """
    private = pressed.view.private if pressed.view else ""
    return (Shown(_view(there(pressed), shown_in(private), remark)),)


def _view(here: Here, value: str, remark: str) -> View:
    id_, viewer = entry_id(value), here.viewer()
    found = [] if id_ is None else here.store.entries.get([id_])
    if not found or not viewer.may_see(found[0].entry.visibility):
        raise gone()
    stored = found[0]
    saved = bool(here.store.saved.among(here.user, [stored.id]))
    private = kept(here.channel, str(stored.id))
    return verdict_view(stored, here.words, saved=saved, private=private, remark=remark)
