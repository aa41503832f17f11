"""Why a pull request is or is not in the next Roundups of a channel, in words."""

import re
from collections.abc import Sequence
from datetime import datetime

from bot.core.entry import StoredEntry
from bot.core.grammar import parse
from bot.core.occurrence import next_up
from bot.core.query import PullRequest
from bot.core.roundup import Message
from bot.errors import QueryError
from bot.roundups.ahead import Next, next_of
from bot.slack.answer.messages import bad_query, message, untold
from bot.slack.entry.entries import entry_blocks, entry_line
from bot.slack.entry.menus import entry_block, entry_menu
from bot.slack.here import Here
from bot.slack.kit.blocks import Block, paragraph, text
from bot.slack.kit.room import as_many_as_fit
from bot.slack.language.words import Words
from bot.slack.subscription.reasons import Reasoned, plain, told
from bot.slack.subscription.standing import name_of, no_subscription
from bot.store.past import SeenAt, past
from bot.store.search import search

FITS = re.compile(
    r"""\#[0-9]{1,10} | [^\s"/]+/[^\s"]+[\#~][0-9a-f-]{1,20} | https?://\S+ | "[^"]+" | “[^”]+” """,
    re.VERBOSE | re.IGNORECASE,
)
"""What may follow `why`: `#123`, a Key, a link, quoted words."""

MOST = 3
"""Entries that are told of: a number may be that of several."""

_MOST_SUBSCRIPTIONS = 5
_NUMBERLESS = re.compile(r"\S+~[0-9a-f]{8}(-[0-9]{1,6})?", re.IGNORECASE)


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
        lines += [entry_line(entry), *map(plain, reasons)]
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
