"""What the bot says to a person who asked, where it is not an Answer with Hits."""

from collections.abc import Sequence

from bot.core.hit import Found
from bot.core.query import PullRequest
from bot.core.roundup import Message
from bot.slack.answer import leads
from bot.slack.answer.paging import Page
from bot.slack.kit.blocks import (
    Block,
    Element,
    bullets,
    emoji,
    paragraph,
    phrased,
    rich,
    section,
    text,
)
from bot.slack.kit.text import clip, escape, fallback, one_line
from bot.slack.language.words import Words

_SENTENCE_LIMIT = 600


def nothing_found(page: Page, found: Found, words: Words) -> Message:
    """The Answer without Hits: how the Query was read, and what to try."""
    above = leads.lead_of_none(page, found, words)
    tips = [
        section(text(words("fewer words, or another word for it, in English or Chinese"))),
        usage("/prdigest topk indices", words("parts of a name find it: SharedTopkIndicesBuffer")),
        usage("/prdigest help", words("filters, dates and phrases")),
    ]
    advice = rich(section(text(words("Try"))), bullets(*tips))
    lines = [words("Try fewer words, or /prdigest help")]
    blocks = [paragraph(*above), *leads.read_as(page, found, words), advice]
    return message(blocks, above, lines)


def untold(asked: Sequence[PullRequest], words: Words) -> Message:
    """The Answer to who asked for a pull request that is in no Digest they may see."""
    lead = leads.lead_of_untold(asked, words)
    return message([paragraph(*lead)], lead)


def all_seen(words: Words) -> Message:
    """The Answer to the empty Query in a Channel that has seen every must-read."""
    again = words.template("{command} shows them again.")
    command = text("/prdigest level:must sort:new", "code")
    lead = [
        text(words("This channel has seen every must-read."), "bold"),
        text("\n"),
        *phrased(again, command=command),
    ]
    return message([paragraph(*lead)], lead)


def no_digests(words: Words) -> Message:
    """The answer of an empty store: how to fill it."""
    how = words.template("Whoever runs me adds some with {command}")
    lead = [
        text(words("There are no digests here yet."), "bold"),
        text("\n"),
        *phrased(how, command=text("prdigest import FOLDER", "code")),
    ]
    return message([paragraph(*lead)], lead)


def bad_query(sentence: str, words: Words) -> Message:
    """Why a Query could not be read; `sentence` shows the mend."""
    more = words.template("{command} shows what I understand.")
    lead = [
        text(clip(one_line(sentence), _SENTENCE_LIMIT)),
        text("\n"),
        *phrased(more, command=text("/prdigest help", "code")),
    ]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def trouble(sentence: str) -> Message:
    """Something failed on our side; `sentence` says what to do."""
    lead = [text(clip(one_line(sentence), _SENTENCE_LIMIT))]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def run_again(words: Words, query: str | None = None) -> Message:
    """A button that is not understood: of a version too old, or cut. Its Query where known."""
    if query is None:
        lead = [text(words("This answer is too old to go on from. Type your search again."))]
    else:
        typed = clip(one_line(f"/prdigest {query}"), _SENTENCE_LIMIT)
        told = words.template("This answer is too old to go on from. Type {command} again.")
        lead = [*phrased(told, command=text(typed, "code"))]
    return message([paragraph(emoji("warning"), text(" "), *lead)], lead)


def usage(typed: str, meaning: str) -> Element:
    """What can be typed, and what it does: a row of a list."""
    return section(text(typed, "code"), text(f" {meaning}"))


def message(blocks: Sequence[Block], lead: Sequence[Element], lines: Sequence[str] = ()) -> Message:
    """Blocks with their fallback text: the lead's words, then `lines` of mrkdwn."""
    words = escape("".join(element["text"] for element in lead))
    return Message(text=fallback((words, *lines)), blocks=tuple(blocks))
