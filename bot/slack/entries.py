"""One Entry as Slack shows it: two blocks, and a line of the fallback text."""

from bot.core.entry import Entry, Level, StoredEntry, url_of
from bot.core.gist import gist
from bot.search.identifiers import find_on_github
from bot.slack.blocks import Block, context, emoji, link, paragraph, safe_url, text
from bot.slack.text import clip, escape, one_line
from bot.slack.words import Words

MARKS = {
    Level.MUST: ("star", "must-read"),
    Level.SKIM: ("eyes", "worth a skim"),
    Level.SKIP: ("zzz", "can be skipped"),
    Level.UNKNOWN: ("grey_question", "not rated"),
}
"""Each Level's emoji, and its words in English."""

_HEADLINE_LIMIT = 240
_FALLBACK_HEADLINE_LIMIT = 120


def entry_blocks(stored: StoredEntry, words: Words) -> list[Block]:
    """The mark, the headline (linked to its pull request if known), the Gist; a small line below.

    An Entry without a known pull request gets "Find on GitHub" there.
    """
    entry = stored.entry
    mark, rating = MARKS[entry.level]
    url = safe_url(url_of(entry))
    headline = clip(one_line(entry.headline), _HEADLINE_LIMIT)
    shown = link(url, headline, "bold") if url else text(headline, "bold")
    short = one_line(gist(entry.verdict))
    small = " · ".join((words(rating), _where(entry), words.date(entry.date)))
    search = None if url else safe_url(find_on_github(stored))
    return [
        paragraph(emoji(mark), text(" "), shown, text(f"\n{short}" if short else "")),
        context(small, search, words("Find on GitHub")),
    ]


def entry_line(stored: StoredEntry) -> str:
    """An Entry in a line of mrkdwn fallback text, escaped."""
    headline = clip(one_line(stored.entry.headline), _FALLBACK_HEADLINE_LIMIT)
    return escape(f"• {headline} ({_where(stored.entry)})")


def _where(entry: Entry) -> str:
    repo = clip(one_line(entry.repo), 120)
    return repo if entry.pr is None else f"{repo} #{entry.pr}"
