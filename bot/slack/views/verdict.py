"""The modal with a whole Verdict: what is known of a pull request, and what is said of it."""

from collections.abc import Iterator

from bot.core.entry import Entry, Level, StoredEntry
from bot.slack.entry.entries import MARKS, where
from bot.slack.kit.addresses import address_of, search_of
from bot.slack.kit.blocks import (
    Element,
    actions,
    button,
    context,
    emoji,
    link,
    paragraph,
    text,
    url_button,
)
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.slack.markdown import blocks_of
from bot.slack.outcomes import View
from bot.slack.views.loading import modal

VERDICT = "verdict"
"""The modal's callback_id, and the name of what opens it."""

GITHUB = "open_on_github"
"""The action id of the button that leads there; nothing else comes of it."""

_HEADLINE_LIMIT = 600
_FACT_LIMIT = 120
_EVIDENCE_LIMIT = 200
_LABELS_SHOWN = 12


def verdict_view(
    stored: StoredEntry, words: Words, *, saved: bool, private: str = "", remark: str = ""
) -> View:
    """All of an Entry. `private` comes back with what is pressed in it; `remark` tells what came
    of that."""
    url = address_of(stored.entry) or search_of(stored)
    blocks = [
        paragraph(*_headline(stored.entry)),
        *(context(fact) for fact in _facts(stored.entry, words) if fact),
        {"type": "divider"},
        *blocks_of(stored.entry.verdict, words, url),
        *([context(remark)] if remark else []),
        actions(*_buttons(stored, words, url, saved=saved)),
    ]
    title = words("Full verdict")
    return modal(title, blocks, words=words, callback_id=VERDICT, private_metadata=private)


def _headline(entry: Entry) -> list[Element]:
    mark, _ = MARKS[entry.level]
    headline, url = clip(one_line(entry.headline), _HEADLINE_LIMIT), address_of(entry)
    shown = link(url, headline, "bold") if url else text(headline, "bold")
    return [emoji(mark), text(" "), shown]


def _facts(entry: Entry, words: Words) -> Iterator[str]:
    """Small lines: where and when, by whom and about what, why this Level."""
    _, rating = MARKS[entry.level]
    yield " · ".join([words.of(rating), where(entry), words.date(entry.date)])
    about = []
    if entry.author:
        about.append(words("by {author}", author=_short(entry.author)))
    if entry.merged_at:
        about.append(words("merged on {day}", day=words.date(entry.merged_at)))
    if entry.labels:
        about.append(", ".join(map(_short, entry.labels[:_LABELS_SHOWN])))
    yield " · ".join(about)
    if entry.title and one_line(entry.title) != one_line(entry.headline):
        yield words("Title on GitHub: {title}", title=clip(one_line(entry.title), _EVIDENCE_LIMIT))
    if entry.evidence:
        evidence = clip(one_line(entry.evidence), _EVIDENCE_LIMIT)
        yield words("Rated by the words “{evidence}”", evidence=evidence)
    elif entry.level is not Level.UNKNOWN:
        yield words("Rated by whoever wrote the digest")


def _buttons(
    stored: StoredEntry, words: Words, url: str | None, *, saved: bool
) -> Iterator[Element]:
    is_known = address_of(stored.entry) is not None
    if url:
        label = words("Open on GitHub") if is_known else words("Find on GitHub")
        yield url_button(label, GITHUB, url)
    value = str(stored.id)
    if saved:
        yield button(words("Remove from saved"), "unsave", value)
    else:
        yield button(words("Save"), "save", value)


def _short(told: str) -> str:
    return clip(one_line(told), _FACT_LIMIT)
