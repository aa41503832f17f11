"""The message shortcut: what Digests tell of the pull requests that a message names."""

from collections.abc import Sequence

from bot.core.entry import StoredEntry
from bot.core.links import Link, links_in
from bot.slack.acts.there import there
from bot.slack.here import Here
from bot.slack.outcomes import Outcomes, Shown, View
from bot.slack.pressed import Pressed, Shortcut
from bot.slack.views.found import Told, found_view
from bot.slack.views.private import kept, shown_in


def found(shortcut: Shortcut) -> Outcomes:
    """The modal for the pull requests in a message. Raises DatabaseError."""
    return (Shown(_view(shortcut.here, links_in(shortcut.texts), "")),)


def again(pressed: Pressed, remark: str) -> Outcomes:
    """The modal in which something was pressed as it is now, with what came of that.

    Raises DatabaseError.
    """
    private = pressed.view.private if pressed.view else ""
    return (Shown(_view(there(pressed), links_in([shown_in(private)]), remark)),)


def _view(here: Here, links: Sequence[Link], remark: str) -> View:
    entries: dict[int, StoredEntry] = {}
    untold = []
    viewer = here.viewer()
    for link in links:
        stored = here.store.entries.by_key(link.key)
        if stored and link.means(stored.entry) and viewer.may_see(stored.entry.visibility):
            entries[stored.id] = stored
        else:
            untold.append(link)
    saved = frozenset(here.store.saved.among(here.user, list(entries)))
    told = Told(tuple(entries.values()), tuple(untold), saved)
    private = kept(here.channel, *(link.named for link in links))
    return found_view(told, here.words, private=private, remark=remark)
