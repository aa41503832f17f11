"""Why a pull request is or is not in the next Roundups of a channel, in words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.core.entry import Level, StoredEntry
from bot.core.grammar import parse
from bot.core.occurrence import next_up
from bot.core.query import PullRequest
from bot.core.roundup import Message, Wanted
from bot.core.why import Reason, Why
from bot.errors import QueryError
from bot.roundups.ahead import Next, next_of
from bot.slack.blocks import Block, Element, bullets, emoji, paragraph, rich, section, text
from bot.slack.entries import MARKS, entry_blocks, entry_line
from bot.slack.here import Here
from bot.slack.menus import entry_block, entry_menu
from bot.slack.messages import bad_query, message, untold
from bot.slack.room import as_many_as_fit
from bot.slack.standing import name_of, no_subscription
from bot.slack.text import clip, escape, one_line
from bot.slack.words import Words
from bot.store.past import SeenAt, past
from bot.store.search import search

FITS = re.compile(
    r"""\#[0-9]{1,10} | [^\s"]+/[^\s"]+[\#~][0-9a-f-]{1,20} | https?://\S+ | "[^"]+" | “[^”]+” """,
    re.VERBOSE | re.IGNORECASE,
)
"""What may follow `why`: `#123`, a Key, a link, quoted words."""

MOST = 3
"""Entries that are told of: a number may be that of several."""

_MOST_SUBSCRIPTIONS = 5
_MOST_CLAUSES = 5
_CLAUSE_LIMIT = 80
_NUMBERLESS = re.compile(r"\S+~[0-9a-f]{8}(-[0-9]{1,6})?", re.IGNORECASE)


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


def whys(here: Here, asked: str) -> Message:
    """Why what was asked for is or is not in the next Roundups. Raises DatabaseError."""
    found = here.store.subscriptions.of_channel(here.channel) if here.channel else []
    if not found:
        return no_subscription(here.words)
    try:
        entries, pull_requests = _entries(here, asked)
    except QueryError as error:
        return bad_query(here.words.error(error), here.words)
    if not entries:
        return _unknown(pull_requests, here.words)
    known = past(here.store.database, [e.id for e in entries], here.viewer().channel_row, here.user)
    now, blocks, lines = here.setting.shared_now(), list[Block](), list[str]()
    coming = [next_of(here.store, each, now) for each in found[:_MOST_SUBSCRIPTIONS]]
    for entry in entries:
        menu = entry_menu(entry, here.words, saved=entry.id in known.saved)
        blocks += entry_blocks(entry, here.words, menu, block=entry_block(entry.id))
        seen = known.seen.get(entry.id)
        reasons = [told(_reasoned(here, each, entry, seen, now)) for each in coming]
        blocks += reasons
        lines += [entry_line(entry), *map(_plain, reasons)]
    lead = [text(here.words("Is it in the next roundup?"), "bold")]
    told_of = as_many_as_fit([paragraph(*lead), *blocks], here.words)
    return message(told_of, lead, lines)


def _entries(here: Here, asked: str) -> tuple[list[StoredEntry], Sequence[PullRequest]]:
    """What is meant, as far as it may be seen here, best first; the pull requests asked for."""
    viewer = here.viewer()
    if _NUMBERLESS.fullmatch(asked):
        stored = here.store.entries.by_key(asked)
        return [stored] if stored and viewer.may_see(stored.entry.visibility) else [], ()
    query = parse(asked)
    hits = search(here.store, query, viewer=viewer, today=here.today, limit=MOST).hits
    return [hit.stored for hit in hits[: MOST if query.pull_requests else 1]], query.pull_requests


def _unknown(pull_requests: Sequence[PullRequest], words: Words) -> Message:
    if pull_requests:
        return untold(pull_requests, words)
    lead = [text(words("No digest that may be seen here tells that."))]
    return message([paragraph(*lead)], lead)


def _reasoned(
    here: Here, coming: Next, entry: StoredEntry, seen: SeenAt | None, now: datetime
) -> Reasoned:
    words, stored = here.words, coming.stored
    occurrence = next_up(stored, now)
    due = words("not due at present")
    if occurrence:
        due = words.moment(occurrence.effective, stored.subscription.timezone)
    title = f"{name_of(stored, words)} · {due}"
    why = coming.why(here.store, entry, seen)
    return Reasoned(title, entry, coming.wanted, seen, why, words, here.today)


def told(reasoned: Reasoned) -> Block:
    """Why an Entry is or is not in the next Roundup of one Subscription."""
    why, words = reasoned.why, reasoned.words
    title = text(reasoned.title, "bold")
    if not why.reasons:
        place = words("In it, at place {n} of {of}.", n=why.place, of=why.of)
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
                "It waits, at place {n} of {of}; the limit is {limit}.",
                n=words.number(place),
                of=total,
                limit=limit,
            )
            yield text(waits)
        case Reason.SHOWN:
            day = words.day(of.seen.at.date(), of.today) if of.seen else "…"
            yield text(words("It was shown here on {day}.", day=day))
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


def _plain(block: Block) -> str:
    """What the reasons say, as a line of fallback text."""
    rows = [row for part in block["elements"] for row in _rows(part)]
    said = ("".join(element.get("text", "") for element in row["elements"]) for row in rows)
    return escape(" ".join(" ".join(said).split()))


def _rows(part: Element) -> list[Element]:
    """The sections of a list; a section itself."""
    return list(part["elements"]) if part["type"] == "rich_text_list" else [part]
