"""One Entry as text alone, for when Slack does not take its blocks."""

import re

from bot.core.entry import StoredEntry
from bot.core.gist import gist
from bot.slack.entry.entries import MARKS, told_texts, where
from bot.slack.kit.addresses import address_of, search_of
from bot.slack.kit.text import ELLIPSIS, escape
from bot.slack.language.words import Words

ENTRY_CHARACTERS = 2550
"""Of an Entry at most: what is longer lacks its Gist, and without that none is longer."""

_LINK_LIMIT = 600
_CALLS = re.compile("@(?=here|channel|everyone)", re.IGNORECASE)


def entry_text(stored: StoredEntry, words: Words) -> str:
    """What `entry_blocks` shows, in lines of escaped mrkdwn: at most ENTRY_CHARACTERS."""
    entry = stored.entry
    headline, below = told_texts(entry, gist(entry.verdict))
    url = address_of(entry)
    facts = [words.of(MARKS[entry.level][1]), _text_link(url, where(entry)), words.date(entry.date)]
    if search := search_of(stored):
        facts.append(_text_link(search, words("Find on GitHub")))
    first, last = _literal(f"• {headline}"), " · ".join(facts)
    whole = "\n".join(filter(None, (first, _literal(below), last)))
    return whole if len(whole) <= ENTRY_CHARACTERS else f"{first}\n{last}"


def _literal(words: str) -> str:
    """Words as mrkdwn, in which none calls everybody."""
    return _CALLS.sub("@\u2060", escape(words))


def _text_link(url: str | None, label: str) -> str:
    """A link of mrkdwn, or the label alone if there is no address or it is too long."""
    shown, address = escape(label) or ELLIPSIS, escape(url or "")
    if not 0 < len(address) <= _LINK_LIMIT:
        return shown
    return f"<{address}|{shown.replace('|', '¦')}>"  # what follows a bar is the label
