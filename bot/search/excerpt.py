"""Chooses what a Hit shows of its Verdict: the Gist, or what tells why it was found."""

import re
from collections.abc import Collection, Iterator
from itertools import islice

from bot.core.entry import Entry
from bot.core.gist import CUT_OFF, cut, gist, sentences
from bot.search.highlight import highlight, rows_in
from bot.search.need import Row

_LOOKED_AT = 40  # sentences of a Verdict, and clauses of one

_CLAUSE_END = re.compile(r"[，；：。！？]|[,;:](?=\s)|\s[-–—](?=\s)|——")
_BORDER = re.compile(r"(?<=\s)|(?<=[\u2e80-\uffef])|(?=[\u2e80-\uffef])")  # not inside a word


def excerpt(entry: Entry, rows: Collection[Row], limit: int = 160) -> str:
    """At most `limit` characters of the Verdict, one line without Markdown.

    The Gist, as long as it and the headline show all `rows` that the Verdict has. Else the
    sentence with most of the others, or its clauses that have them; the first sentence stands
    before if both fit. `…` stands for what is left out.
    """
    short = gist(entry.verdict, limit)
    unseen = set(rows) - rows_in(entry.headline, rows)
    unseen -= rows_in(short, unseen)
    told = [*islice(sentences(entry.verdict, limit), _LOOKED_AT)] if unseen else []
    best = max(told, key=lambda sentence: len(rows_in(sentence, unseen)), default="")
    if not rows_in(best, unseen):
        return short
    telling = _telling(best, unseen, limit - 2)
    both = f"{told[0]} … {telling}"
    return both if best != told[0] and len(both) <= limit else f"… {telling}"


def _telling(sentence: str, rows: Collection[Row], limit: int) -> str:
    """The sentence, or as many clauses in a row as fit, those with most of the rows."""
    if len(sentence) <= limit:
        return sentence
    passages = islice(_passages(_clauses(sentence), limit - 1), _LOOKED_AT)
    best = max(passages, key=lambda passage: (len(rows_in(passage, rows)), len(passage)))
    if len(best) > limit - 1:
        return cut(_from_match(best, rows, limit), limit)
    return best if sentence.endswith(best) else best.rstrip(CUT_OFF) + "…"


def _clauses(sentence: str) -> list[str]:
    ends = [end.end() for end in _CLAUSE_END.finditer(sentence)]
    bounds = zip([0, *ends], [*ends, len(sentence)], strict=True)
    return [sentence[start:end] for start, end in bounds if start < end]


def _passages(clauses: list[str], limit: int) -> Iterator[str]:
    """From each clause on, as many as fit the limit; one that alone does not, alone."""
    for n, passage in enumerate(clauses):
        for clause in clauses[n + 1 :]:
            if len(passage) + len(clause) > limit:
                break
            passage += clause
        yield passage.strip()


def _from_match(clause: str, rows: Collection[Row], limit: int) -> str:
    """The clause from a little before its first match on."""
    first, is_match = highlight(clause, rows)[0]
    at = 0 if is_match else len(first)
    border = _BORDER.search(clause, max(0, min(at - limit // 3, len(clause) - limit)), at + 1)
    return clause[border.start() if border else at :]
