"""Where the pull request of an Entry is, as a link may carry it."""

from bot.core.entry import Entry, StoredEntry, url_of
from bot.search.identifiers import find_on_github
from bot.slack.kit.blocks import safe_url


def address_of(entry: Entry) -> str | None:
    """The pull request itself; None where it is not known, or no link can carry it."""
    return safe_url(url_of(entry))


def search_of(stored: StoredEntry) -> str | None:
    """Where it is looked for on GitHub, if it is not known."""
    return None if address_of(stored.entry) else safe_url(find_on_github(stored))
