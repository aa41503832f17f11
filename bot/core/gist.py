"""The Gist: the first sentences of a Verdict that fit a line or two, without Markdown."""

import re
from collections.abc import Iterator
from itertools import islice

SENTENCES = 2
LOOKED_AT = 20  # times the limit: Markdown and blanks take room and go
CUT_OFF = " ,;:，；：、（("  # what does not stand before an ellipsis
CODE = re.compile(r"`([^`\n]*)`")
CODE_STANDS_HERE = "\ue000"  # a private character: code is neither cut nor stripped

# A sentence ends with its mark and whatever closes after it; a dot only before a blank.
END = re.compile(r"[。！？!?…]+[”’\"'」』）)]*|\.[”’\"')]*(?=\s|$)|\n\s*\n")
GOES_ON = re.compile(  # the dot of an abbreviation, an initial or a list number
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|al|approx|resp|incl|fig|no|dr|mr|mrs|ms|st)|\b[A-Z]|(?:^|\s)\d+)\.$",
    re.IGNORECASE,
)

# An emphasised single identifier (`__init__`) is far more often just that identifier.
MARKDOWN = (
    (re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)"), r"\1"),
    (re.compile(r"(?m)^[ \t]*(?:#{1,6}|>+|[-*+]|\d+[.)])[ \t]+"), "\n\n"),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|~~(?=\S)(.+?)(?<=\S)~~", re.DOTALL), r"\1\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w/.])(_{1,2})(?=\S)(?!\w+\1(?!\w))(.+?)(?<=\S)\1(?![\w/])", re.A), r"\2"),
)


def gist(verdict: str, limit: int = 160) -> str:
    """At most `limit` characters: one or two whole sentences, else the beginning of the first."""
    first, *others = [*islice(sentences(verdict, limit), SENTENCES)] or [""]
    if len(first) > limit:
        return cut(first, limit)
    taken = first
    for sentence in others:
        longer = taken + ("" if _joins_without_blank(taken) else " ") + sentence
        if len(longer) > limit:
            break
        taken = longer
    return taken


def sentences(verdict: str, limit: int) -> Iterator[str]:
    """Its sentences, on one line each and without Markdown, as far as a Gist of `limit` looks."""
    verdict = verdict[: LOOKED_AT * limit].replace(CODE_STANDS_HERE, "")
    codes = iter(CODE.findall(verdict))
    text = CODE.sub(CODE_STANDS_HERE, verdict)
    for pattern, kept in MARKDOWN:
        text = pattern.sub(kept, text)
    for sentence in _split(text):
        if line := " ".join(sentence.split()):
            yield re.sub(CODE_STANDS_HERE, lambda _: next(codes), line)


def _split(text: str) -> Iterator[str]:
    start = 0
    for end in END.finditer(text):
        upto = text[max(start, end.start() - 10) : end.start() + 1]
        if end.group().startswith(".") and GOES_ON.search(upto):
            continue
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _joins_without_blank(taken: str) -> bool:
    return taken[-1] in "”’…" or taken[-1] > "\u2fff"


def cut(text: str, limit: int) -> str:
    """The text, or its beginning and an ellipsis, not cut inside a word or a joined character."""
    if len(text) <= limit:
        return text
    if limit < 2:
        return "…"[:limit]
    end = limit - 1
    if re.match(r"[\w.-]", text[end], re.ASCII):
        word = re.search(r"[\w.-]+$", text[:end], re.ASCII)
        if word and word.start() > end // 2:
            end = word.start()
    while end > 1 and (text[end] in "\u200d\ufe0f" or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end].rstrip(CUT_OFF) + "…"
