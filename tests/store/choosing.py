"""What tests of choosing share: Entries by their headlines, and what a Channel has not seen."""

from dataclasses import replace
from datetime import date, timedelta

import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.core.grammar import parse_filter
from bot.core.roundup import SeenState, Wanted
from bot.store.store import Store
from bot.store.tables import seen
from bot.store.unseen import unseen

TODAY = date(2026, 11, 30)
PLAIN = Entry("o/n", None, "Tidy up", "Nothing else.", Level.MUST, date=TODAY)


def tell(store: Store, *told: Entry) -> None:
    store.entries.merge(DigestFile("told.yaml", tuple(Telling(1, one) for one in told)))


def told(headline: str, level: Level = Level.MUST, days_ago: int = 0) -> Entry:
    return replace(PLAIN, headline=headline, level=level, date=TODAY - timedelta(days=days_ago))


def unseen_headlines(
    store: Store,
    text: str | None,
    *,
    viewer: Viewer | None = None,
    levels: tuple[Level, ...] = (Level.MUST,),
    days: int = 56,
) -> list[str]:
    """The headlines of what may go into a Roundup."""
    wanted = Wanted(
        viewer=viewer or Viewer(),
        query=None if text is None else parse_filter(text),
        levels=levels,
        since=TODAY - timedelta(days=days),
        today=TODAY,
        limit=8,
    )
    with store.database.read() as connection:
        ids = [each.id for each in unseen(connection, store.glossary, wanted).unseen]
    return [stored.entry.headline for stored in store.entries.get(ids)]


def show(store: Store, channel_row: int, *headlines: str) -> None:
    rows = [
        {
            "channel_id": channel_row,
            "entry_id": stored.id,
            "state": SeenState.SHOWN,
            "at": store.database.now(),
        }
        for stored in store.entries.all()
        if stored.entry.headline in headlines
    ]
    with store.database.write() as connection:
        connection.execute(sa.insert(seen), rows)
