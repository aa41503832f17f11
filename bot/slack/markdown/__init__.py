"""Markdown as Slack's rich text: what a Verdict says, whole, where it is not too long."""

from bot.slack.kit.blocks import Block, context, rich
from bot.slack.kit.text import clip, several_lines
from bot.slack.language.words import Words
from bot.slack.markdown.layout import laid_out
from bot.slack.markdown.parsing import parsed
from bot.slack.markdown.purse import Purse

MOST_READ = 12_000
"""Characters of Markdown that are shown; the rest is cut off."""

_MOST_BLOCKS = 60  # Slack: 100 in a view
_MOST_BYTES = 100_000  # Slack: 250 kB for a view


def blocks_of(markdown: str, words: Words, url: str | None = None) -> list[Block]:
    """Blocks that show `markdown`, one for each paragraph, list, quote, code or table.

    Everything in it is text, code or a link to http(s): no mention, no emoji, no picture comes of
    it. What is too long says that it is cut, with a link to `url`. Takes milliseconds, whatever it
    is given.
    """
    text = several_lines(markdown[: 2 * MOST_READ])
    purse = Purse(_MOST_BYTES)
    blocks: list[Block] = []
    for parts in laid_out(parsed(clip(text, MOST_READ)), purse):
        blocks.append(rich(*parts) if parts else {"type": "divider"})
        if len(blocks) == _MOST_BLOCKS:
            purse.is_empty = True
        if purse.is_empty:
            break
    if purse.is_empty or len(text) > MOST_READ or len(markdown) > 2 * MOST_READ:
        blocks.append(context(words("It goes on, but is cut here."), url, words("Open on GitHub")))
    return blocks
