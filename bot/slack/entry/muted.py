"""What is said when an Entry is not for a channel any more, or is so again."""

from dataclasses import replace

from bot.core.entry import StoredEntry
from bot.core.roundup import Message
from bot.slack.answer.messages import message
from bot.slack.answer.paging import Page
from bot.slack.entry.menus import answer_block, entry_block
from bot.slack.kit.blocks import actions, button, paragraph, phrased, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

UNDO = "mute_undo"
"""The action id of the button that takes it back where it was said."""

_HEADLINE_LIMIT = 120
_ABOVE = 99  # no Hit has this number: in a message block_ids differ


def muted(stored: StoredEntry, page: Page | None, words: Words) -> Message:
    """An Entry comes in no roundup of this channel, with a button to take that back.

    It leads back to the `page` on which it stood.
    """
    headline = clip(one_line(stored.entry.headline), _HEADLINE_LIMIT)
    never = words.template("No roundup in this channel will show {headline}")
    lead = [*phrased(never, headline=text(headline, "bold"))]
    block_id = answer_block(_ABOVE, page) if page else entry_block(stored.id)
    row = {**actions(button(words("Undo"), UNDO, str(stored.id))), "block_id": block_id}
    return message([paragraph(*lead), row], lead)


def above(said: Message, answer: Message) -> Message:
    """An Answer, with what is `said` above it."""
    return replace(answer, text=said.text, blocks=(*said.blocks, *answer.blocks))


def unmuted(words: Words) -> Message:
    """It is again what it was."""
    lead = [text(words("Undone: roundups in this channel may show it again."))]
    return message([paragraph(*lead)], lead)
