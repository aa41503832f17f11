"""What a modal shows until there is something to show, and where there is nothing."""

from bot.slack.kit.blocks import Block, emoji, paragraph, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.slack.outcomes import View

TITLE_LIMIT = 24


def loading(words: Words) -> View:
    """A modal to be changed in a moment."""
    told = text(words("Loading …"))
    return modal(
        "prdigest", [paragraph(emoji("hourglass_flowing_sand"), text(" "), told)], words=words
    )


def trouble_view(sentence: str, words: Words) -> View:
    """A modal that says what went wrong and what to do."""
    told = text(clip(one_line(sentence), 600))
    return modal("prdigest", [paragraph(emoji("warning"), text(" "), told)], words=words)


def modal(title: str, blocks: list[Block], *, words: Words, **more: object) -> View:
    """A modal; `more` are further fields of Slack's view object (`submit`, `callback_id` …)."""
    return {
        "type": "modal",
        "title": _plain(title),
        "close": _plain(words("Close")),
        "blocks": blocks,
        **more,
    }


def _plain(words: str) -> Block:
    return {"type": "plain_text", "text": clip(words, TITLE_LIMIT), "emoji": True}
