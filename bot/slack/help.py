"""The answer to `/prdigest help`."""

from bot.core.roundup import Message
from bot.slack.blocks import Element, bullets, emoji, paragraph, rich, text
from bot.slack.entries import MARKS
from bot.slack.messages import message, usage
from bot.slack.text import escape
from bot.slack.words import Words

_EXAMPLES = (
    ("/prdigest", "the must-reads this channel has not seen yet"),
    ("/prdigest kimi k3 量化", "all of these words, in any form, English and Chinese"),
    ('/prdigest "scaled mm" -rocm', "words in this order, and one to leave out"),
    ("/prdigest moe OR 专家", "either of the two"),
    (
        "/prdigest repo:vllm-project/vllm level:must since:30d",
        "filters; label:, author: and until: too",
    ),
    ("/prdigest fp8 sort:new", "newest first; seen:no leaves out what this channel has seen"),
    ("/prdigest #31245", "one pull request; a pasted link does too"),
)


def help_text(words: Words) -> Message:
    """What can be typed, and what the marks mean."""
    lead = [
        text("prdigest", "bold"),
        text(" searches what was written about pull requests. Only you see the answers."),
    ]
    examples = [usage(typed, meaning) for typed, meaning in _EXAMPLES]
    marks: list[Element] = []
    for name, meaning in MARKS.values():
        marks += [emoji(name), text(f" {meaning}   ")]
    blocks = [paragraph(*lead), rich(bullets(*examples)), paragraph(*marks)]
    return message(blocks, lead, [escape(f"• {typed}: {what}") for typed, what in _EXAMPLES])
