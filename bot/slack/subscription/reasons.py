"""The reasons that keep an Entry out of a Roundup, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from bot.core.entry import Level, StoredEntry
from bot.core.roundup import Wanted
from bot.core.why import Reason, Why
from bot.slack.entry.entries import MARKS
from bot.slack.kit.blocks import Block, Element, bullets, emoji, paragraph, rich, section, text
from bot.slack.kit.text import clip, escape, one_line
from bot.slack.language.words import Words
from bot.store.past import SeenAt

_MOST_CLAUSES = 5
_CLAUSE_LIMIT = 80


@dataclass(frozen=True, slots=True)
class Reasoned:
    """Why an Entry is or is not in a Roundup, with the facts behind the reasons.

    The `title` names the Roundup and says when it is due.
    """

    title: str
    stored: StoredEntry
    wanted: Wanted
    seen: SeenAt | None
    why: Why
    words: Words
    today: date

    @property
    def level(self) -> Level:
        return self.stored.entry.level


def told(reasoned: Reasoned) -> Block:
    """Why an Entry is or is not in the next Roundup of one Subscription."""
    why, words = reasoned.why, reasoned.words
    title = text(reasoned.title, "bold")
    if not why.reasons:
        place = words("In it, as number {n} of {of}.", n=why.place, of=why.of)
        return paragraph(title, text("\n"), emoji("white_check_mark"), text(f" {place}"))
    rows = [section(*_reason(each, reasoned)) for each in why.reasons]
    return rich(section(title, text("\n" + words("Not in it:"))), bullets(*rows))


def _reason(reason: Reason, of: Reasoned) -> Iterator[Element]:
    words, why = of.words, of.why
    match reason:
        case Reason.FILTER:
            yield from _unmet(why.unmet, words)
        case Reason.LEVEL:
            least, level = (words.of(MARKS[each][1]) for each in (of.wanted.levels[-1], of.level))
            low = words("It is “{level}”; the least shown is “{least}”.", level=level, least=least)
            yield text(low)
        case Reason.AGE:
            day, since = words.date(of.stored.entry.date), words.date(of.wanted.since)
            yield text(
                words("It is of {day}; nothing before {since} is shown.", day=day, since=since)
            )
        case Reason.LIMIT:
            place, total, limit = why.place or 0, words.number(why.of), of.wanted.limit
            waits = words(
                "It waits as number {n} of {of}; the limit is {limit}.",
                n=words.number(place),
                of=total,
                limit=limit,
            )
            yield text(waits)
        case Reason.SHOWN:
            day = words.day(of.seen.at.date(), of.today) if of.seen else "…"
            yield text(words("It was shown here on {day}.", day=day))
        case Reason.PLANNED if of.seen and of.seen.is_uncertain:
            yield text(words("It may have been shared here: Slack did not confirm it."))
        case Reason.PLANNED:
            yield text(words("It is about to be shown here."))
        case Reason.MUTED:
            yield text(words("Somebody chose “Not for this channel”."))


def _unmet(clauses: Sequence[str], words: Words) -> Iterator[Element]:
    yield text(words("The filter is not met:") + " ")
    for n, clause in enumerate(clauses[:_MOST_CLAUSES]):
        if n:
            yield text(", ")
        yield text(clip(one_line(clause), _CLAUSE_LIMIT), "code")
    if len(clauses) > _MOST_CLAUSES:
        yield text(" …")


def plain(block: Block) -> str:
    """What the reasons say, as a line of fallback text."""
    rows = [row for part in block["elements"] for row in _rows(part)]
    said = ("".join(element.get("text", "") for element in row["elements"]) for row in rows)
    return escape(" ".join(" ".join(said).split()))


def _rows(part: Element) -> list[Element]:
    """The sections of a list; a section itself."""
    return list(part["elements"]) if part["type"] == "rich_text_list" else [part]
