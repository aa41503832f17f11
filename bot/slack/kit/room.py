"""Room: what one message holds at most, as far as Slack tells, and as many blocks as fit."""

from collections.abc import Sequence

from bot.slack.kit.blocks import Block, context, size
from bot.slack.language.words import Words

BLOCKS = 50
CHARACTERS = 10_000
"""Of all strings in the blocks: Slack refuses somewhere from 11,000 on, by a rule it does not
tell."""


def as_many_as_fit(blocks: Sequence[Block], words: Words) -> list[Block]:
    """The blocks, or as many of the first as one message has room for and that there are more."""
    if fits(blocks):
        return list(blocks)
    more, kept = context(words("There is no room here for more.")), list(blocks)
    while not fits([*kept, more]):
        kept.pop()
    return [*kept, more]


def fits(blocks: Sequence[Block]) -> bool:
    """Whether one message has room for them."""
    return len(blocks) <= BLOCKS and size(blocks) <= CHARACTERS
