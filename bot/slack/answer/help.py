"""The answer to `/prdigest help`."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.roundup import Message
from bot.slack.answer.messages import message, usage
from bot.slack.entry.entries import MARKS
from bot.slack.kit.blocks import Block, Element, bullets, emoji, paragraph, rich, section, text
from bot.slack.kit.text import escape
from bot.slack.language.words import Noted, Words, noted


@dataclass(frozen=True, slots=True)
class _Part:
    """A heading, and what can be typed below it, each with what it does."""

    heading: Noted
    rows: tuple[tuple[str, Noted], ...]


_PARTS = (
    _Part(
        noted("Search"),
        (
            ("/prdigest", noted("the must-reads this channel has not seen yet")),
            (
                "/prdigest kimi k3 量化",
                noted("all of these words, in any form, English and Chinese"),
            ),
            ('/prdigest "scaled mm" -rocm', noted("words in this order, and one to leave out")),
            ("/prdigest moe OR 专家", noted("either of the two")),
            (
                "/prdigest repo:vllm-project/vllm level:must since:30d",
                noted("filters; also label: author: until:"),
            ),
            (
                "/prdigest fp8 sort:new",
                noted("newest first; seen:no leaves out what this channel has seen"),
            ),
            ("/prdigest #31245", noted("one pull request; a pasted link does too")),
            ("/prdigest search help", noted("search for a word that is also a command")),
        ),
    ),
    _Part(
        noted("Keep and share"),
        (
            ("/prdigest saved", noted("what you saved")),
            (
                "⋯",
                noted("at each result: share it here, read all of it, save it, or hide it here"),
            ),
        ),
    ),
    _Part(
        noted("Roundups in this channel"),
        (
            ("/prdigest subscribe moe", noted("set up a new one, with a filter or without")),
            ("/prdigest subscriptions", noted("list them, to edit, pause or remove")),
            ("/prdigest pause 2w", noted("pause them for two weeks")),
            ("/prdigest resume", noted("end the pause early")),
            ("/prdigest preview", noted("the next one, for your eyes only")),
            ("/prdigest status", noted("when the next one comes, and whether all is well")),
            ("/prdigest why #31245", noted("why it is in the next one, or is not")),
        ),
    ),
)


def help_text(words: Words) -> Message:
    """What can be typed, and what the marks mean."""
    lead = [
        text("prdigest", "bold"),
        text(" "),
        text(words("searches what was written about pull requests. Only you see the answers.")),
    ]
    blocks = [paragraph(*lead), *(_part(part, words) for part in _PARTS), paragraph(*_marks(words))]
    lines = [escape(f"• {typed}: {words.of(does)}") for part in _PARTS for typed, does in part.rows]
    return message(blocks, lead, lines)


def _part(part: _Part, words: Words) -> Block:
    rows = [usage(typed, words.of(does)) for typed, does in part.rows]
    return rich(section(text(words.of(part.heading), "bold")), bullets(*rows))


def _marks(words: Words) -> Iterator[Element]:
    for name, meaning in MARKS.values():
        yield emoji(name)
        yield text(f" {words.of(meaning)}   ")
