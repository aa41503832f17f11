"""Which paragraph is a headline and which is its verdict.

Normally they take turns. Where one is missing, taking turns would misread everything after it, so
the fewest paragraphs are left alone such that the pairs look most like headline with verdict.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from bot.sources.told import HEADLINE_LIMIT


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines without a blank one between, each trimmed; `line` is that of the first."""

    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, line ends kept."""
        return "\n".join(self.lines)

    def fits_headline(self) -> bool:
        """Whether it can be a headline at all."""
        return len(self.lines) == 1 and len(self.lines[0]) <= HEADLINE_LIMIT


Pair = tuple[Paragraph, Paragraph]


def pair(
    paragraphs: Sequence[Paragraph], judges: Callable[[str], bool]
) -> tuple[list[Pair], list[Paragraph]]:
    """Headlines with their verdicts, and the paragraphs left alone, both in order.

    `judges` says whether a text judges a pull request, as a verdict does and a headline does not.
    """
    if len(paragraphs) % 2 == 0 and all(one.fits_headline() for one in paragraphs[::2]):
        return list(zip(paragraphs[::2], paragraphs[1::2], strict=True)), []
    return _best(paragraphs, [judges(paragraph.text) for paragraph in paragraphs])


def _best(
    paragraphs: Sequence[Paragraph], judging: Sequence[bool]
) -> tuple[list[Pair], list[Paragraph]]:
    """The pairing with the fewest paragraphs alone, then the most likeness, then alone late."""
    count = len(paragraphs)
    alone, likeness = [0] * (count + 2), [0.0] * (count + 2)
    paired = [False] * count
    for i in reversed(range(count)):
        alone[i], likeness[i] = alone[i + 1] + 1, likeness[i + 1]
        if i + 1 < count and paragraphs[i].fits_headline():
            like = likeness[i + 2] + _likeness(paragraphs, judging, i)
            if (alone[i + 2], -like) <= (alone[i], -likeness[i]):
                alone[i], likeness[i], paired[i] = alone[i + 2], like, True
    return _walk(paragraphs, paired)


def _likeness(paragraphs: Sequence[Paragraph], judging: Sequence[bool], i: int) -> float:
    """How much two neighbours look like headline and verdict: it judges, it is longer."""
    longer = log(len(paragraphs[i + 1].text) / len(paragraphs[i].text))
    return 2.0 * (judging[i + 1] - judging[i]) + max(-1.0, min(1.0, longer))


def _walk(
    paragraphs: Sequence[Paragraph], paired: Sequence[bool]
) -> tuple[list[Pair], list[Paragraph]]:
    pairs: list[Pair] = []
    alone: list[Paragraph] = []
    i = 0
    while i < len(paragraphs):
        if paired[i]:
            pairs.append((paragraphs[i], paragraphs[i + 1]))
        else:
            alone.append(paragraphs[i])
        i += 2 if paired[i] else 1
    return pairs, alone
