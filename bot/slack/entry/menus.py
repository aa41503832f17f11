"""The menu of an Entry, and where it stood when it was opened: both travel with the click."""

import re

from bot.core.entry import StoredEntry
from bot.slack.answer.paging import MOST_HITS, Page
from bot.slack.kit.addresses import search_of
from bot.slack.kit.blocks import Element, overflow
from bot.slack.kit.text import clip, length, one_line
from bot.slack.language.words import Words

ENTRY_MENU = "entry_menu"
"""The action id of the menu; its options bring `share`, `verdict`, `save`, `unsave`, `mute`,
`unmute` or `github`, a colon and the Entry's id."""

_GREATEST_ID = 2**31 - 1
_ID = re.compile(r"[1-9][0-9]{0,9}")
_SEARCH_LIMIT = 400  # characters of an address; a page of five Hits with longer ones is too long
_QUERY_LIMIT = 160  # a block_id has room for 255, but five of those have too many together
_CUT_LIMIT = 100  # of a Query that does not fit; enough to show
_BLOCK = re.compile(r"(hit|cut):[0-9]{1,2}:([0-9]{1,5}):(.*)", re.DOTALL)


def entry_menu(
    stored: StoredEntry,
    words: Words,
    *,
    saved: bool = False,
    muted: bool = False,
    in_channel: bool = True,
) -> Element:
    """What can be done with an Entry. Outside of a channel it is neither shared nor muted.

    An Entry whose pull request is not known is looked for on GitHub there.
    """
    options = [("verdict", words("Full verdict"))]
    options.append(("unsave", words("Remove from saved")) if saved else ("save", words("Save")))
    if in_channel:
        options.insert(0, ("share", words("Share here")))
        back, away = words("Show in this channel again"), words("Not for this channel")
        options.append(("unmute", back) if muted else ("mute", away))
    labels = {f"{name}:{stored.id}": label for name, label in options}
    urls = {}
    search = search_of(stored)
    if search and len(search) <= _SEARCH_LIMIT:
        labels[f"github:{stored.id}"] = words("Find on GitHub")
        urls[f"github:{stored.id}"] = search
    return overflow(ENTRY_MENU, labels, urls)


def entry_id(value: object) -> int | None:
    """The Entry's id that an option or a button brings; None if it is none of ours."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        return None
    id_ = int(value)
    return id_ if id_ <= _GREATEST_ID else None


def entry_block(id_: int) -> str:
    """The block_id around the menu of an Entry outside of Answers."""
    return f"entry:{id_}"


def answer_block(n: int, page: Page) -> str:
    """The block_id around the menu of the `n`th Hit of a Page."""
    query = one_line(page.query)
    is_whole = length(query) <= _QUERY_LIMIT
    kind, told = ("hit", query) if is_whole else ("cut", clip(query, _CUT_LIMIT))
    return f"{kind}:{n}:{page.start}:{told}"


def page_of(block: str) -> Page | None:
    """The Page in whose Answer a menu was opened.

    None outside of Answers, and where the Query is too long to travel: `query_of` tells it then.
    """
    found = _BLOCK.fullmatch(block)
    if found is None or found[1] == "cut" or int(found[2]) > MOST_HITS:
        return None
    return Page(found[3], int(found[2]))


def query_of(block: str) -> str | None:
    """The Query of the Answer in which a menu was opened, to be shown: cut if it is long.

    Empty for the unseen must-reads, None outside of Answers.
    """
    found = _BLOCK.fullmatch(block)
    return found[3] if found else None
