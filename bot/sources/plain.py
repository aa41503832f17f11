"""The plain-text form of a Digest: owner/name, then headline and verdict paragraphs in turn."""

import re
from collections.abc import Iterator
from itertools import islice

from bot.core.entry import Entry, Level, Telling
from bot.core.phrases import Phrases
from bot.core.verdict import judge
from bot.sources.fault import Fault
from bot.sources.pairing import Pair, Paragraph, pair
from bot.sources.reading import is_blank
from bot.sources.repository import REPOSITORY, is_repository
from bot.sources.told import ENTRIES_LIMIT, HEADLINE_LIMIT, VERDICT_LIMIT, Day, Told, too_many
from bot.sources.values import one_line

# Files without a final newline that were joined: "…结尾。owner/name" ends one and begins the next.
GLUED = re.compile(rf"(.*[。！？])({REPOSITORY.pattern})", re.IGNORECASE)


def read_plain(text: str, day: Day, phrases: Phrases) -> Told:
    """The Digests of a text; `day` holds for all of them.

    A line that is exactly `owner/name` at either end of a paragraph begins that repository's part.
    """
    told = Told()
    paragraphs = list(islice(_paragraphs(text), 2 * ENTRIES_LIMIT + 1))
    if len(paragraphs) > 2 * ENTRIES_LIMIT:
        told.faults.append(too_many(paragraphs[-1].line))
        return told
    repo: str | None = None
    part: list[Paragraph] = []
    for paragraph in (*paragraphs, None):
        if paragraph is not None and not is_repository(paragraph.text):
            part.append(paragraph)
            continue
        _read_part(repo, part, day, phrases, told)
        repo, part = (paragraph.text if paragraph else None), []
    if not told.tellings and not told.faults:
        _tell_empty(text, told)
    return told


def _tell_empty(text: str, told: Told) -> None:
    if text.strip():
        told.warnings.append(Fault(1, "no Entries in this Digest", "nothing was read"))
    else:
        told.faults.append(Fault(1, "the file is empty", "write owner/name, then the Entries"))


def _paragraphs(text: str) -> Iterator[Paragraph]:
    """The paragraphs, each repository line as one of its own."""
    gathered: list[str] = []
    begins = 1
    for number, line in enumerate((*text.split("\n"), ""), start=1):
        line = line.strip()
        if is_blank(line):
            yield from _split(begins, gathered)
            gathered, begins = [], number + 1
        elif glued := GLUED.fullmatch(line):
            yield from _split(begins, [*gathered, glued[1]])
            yield Paragraph(number, (glued[2],))
            gathered, begins = [], number + 1
        else:
            gathered.append(line)


def _split(begins: int, lines: list[str]) -> Iterator[Paragraph]:
    """A paragraph, with a repository line at its beginning or end taken off."""
    if lines and is_repository(lines[0]):
        yield Paragraph(begins, (lines[0],))
        begins, lines = begins + 1, lines[1:]
    end = lines.pop() if lines and is_repository(lines[-1]) else None
    if lines:
        yield Paragraph(begins, tuple(lines))
    if end is not None:
        yield Paragraph(begins + len(lines), (end,))


def _read_part(
    repo: str | None, part: list[Paragraph], day: Day, phrases: Phrases, told: Told
) -> None:
    """The paragraphs of one repository."""
    if not part:
        return
    if repo is None:
        told.faults.append(
            Fault(
                part[0].line,
                "no repository line before this text",
                "write owner/name on a line of its own above it",
            )
        )
        return
    pairs, alone = pair(part, lambda text: judge(text, phrases)[0] is not Level.UNKNOWN)
    told.faults.extend(_alone(paragraph) for paragraph in alone)
    for headline_and_verdict in pairs:
        told.tellings.extend(_telling(repo, headline_and_verdict, day, phrases, told.faults))


def _telling(
    repo: str, pair: Pair, day: Day, phrases: Phrases, faults: list[Fault]
) -> Iterator[Telling]:
    headline, verdict = pair
    if len(verdict.text) > VERDICT_LIMIT:
        problem = f"the verdict has {len(verdict.text):,} characters"
        faults.append(Fault(verdict.line, problem, f"at most {VERDICT_LIMIT:,} are read"))
        return
    level, evidence = judge(verdict.text, phrases)
    entry = Entry(
        repo=repo,
        pr=None,
        headline=one_line(headline.text),
        verdict=verdict.text,
        level=level,
        evidence=evidence,
        date=day.date,
    )
    yield Telling(headline.line, entry, day.given)


def _alone(paragraph: Paragraph) -> Fault:
    if paragraph.fits_headline():
        return Fault(
            paragraph.line,
            "a headline without a verdict",
            "write the verdict below it, after a blank line",
        )
    if len(paragraph.lines) > 1:
        return Fault(
            paragraph.line,
            "several lines where a headline should stand",
            "write the headline on one line, a blank line, then its verdict",
        )
    return Fault(
        paragraph.line,
        "a verdict without a headline",
        f"write a headline of at most {HEADLINE_LIMIT} characters above it",
    )
