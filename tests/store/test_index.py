"""The index keeps in step with the Entries, and gives Filters all that meets them."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile, Entry, Level, StoredEntry, Telling
from bot.core.grammar import parse, parse_filter
from bot.core.roundup import SeenState, Wanted
from bot.errors import VersionError
from bot.search.words import TERMS_VERSION
from bot.store.database import Database, connect
from bot.store.facts import Facts
from bot.store.index import TERMS_FACT
from bot.store.migrate import migrate
from bot.store.search import search
from bot.store.store import Store, open_store, store_on
from bot.store.tables import entries, seen

TODAY = date(2026, 11, 30)
PLAIN = Entry("o/n", None, "Tidy up", "Nothing else.", Level.MUST, date=TODAY)


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def tell(store: Store, *told: Entry) -> None:
    store.entries.merge(DigestFile("told.yaml", tuple(Telling(1, one) for one in told)))


def told(headline: str, level: Level = Level.MUST, days_ago: int = 0) -> Entry:
    return replace(PLAIN, headline=headline, level=level, date=TODAY - timedelta(days=days_ago))


def unseen(
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
        ids = [each.id for each in store.index.unseen(connection, wanted)]
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


def test_a_filter_gives_all_that_meets_it_newest_first(store: Store) -> None:
    tell(store, told("moe old", days_ago=9), told("moe new"), told("fp8"))
    assert unseen(store, "moe") == ["moe new", "moe old"]


def test_without_a_filter_all_are_given(store: Store) -> None:
    tell(store, told("a"), told("b", days_ago=1))
    assert unseen(store, None) == ["a", "b"]


def test_only_the_levels_asked_for_are_given(store: Store) -> None:
    tell(store, told("must"), told("skim", Level.SKIM), told("skip", Level.SKIP))
    assert unseen(store, None) == ["must"]
    assert set(unseen(store, None, levels=(Level.MUST, Level.SKIM))) == {"must", "skim"}


def test_only_what_is_young_enough_is_given(store: Store) -> None:
    tell(store, told("old", days_ago=57), told("young", days_ago=56))
    assert unseen(store, None) == ["young"]
    assert unseen(store, "since:55d") == []


def test_what_the_channel_has_seen_is_left_out(store: Store) -> None:
    tell(store, told("seen"), told("unseen", days_ago=1))
    channel = store.channels.ensure("C1")
    show(store, channel.id, "seen")
    viewer = Viewer(channel="C1", channel_row=channel.id)
    assert unseen(store, None, viewer=viewer) == ["unseen"]
    assert unseen(store, None) == ["seen", "unseen"]


def test_nothing_is_cut_however_much_there_is(store: Store) -> None:
    tell(store, *(told(f"skip {n}", Level.SKIP) for n in range(2100)), told("must", days_ago=3))
    found = unseen(store, None, levels=tuple(Level))
    assert len(found) == 2101
    assert "must" in found


def test_a_filter_never_matches_in_part(store: Store) -> None:
    tell(store, told("moe"))
    assert unseen(store, "moe zzz") == []


def test_a_filter_of_exclusions_gives_the_others(store: Store) -> None:
    tell(store, replace(told("ci"), labels=("ci",)), told("other"))
    assert unseen(store, "-label:ci") == ["other"]


def test_what_the_channel_may_not_see_is_never_given(store: Store) -> None:
    tell(store, replace(told("hidden"), visibility=("C7",)), told("open"))
    assert unseen(store, None) == ["open"]
    assert set(unseen(store, None, viewer=Viewer("T1", "C7"))) == {"hidden", "open"}


def test_putting_an_entry_again_replaces_its_row(store: Store) -> None:
    tell(store, replace(told("Faster MoE"), pr=1))
    (stored,) = store.entries.all()
    changed = StoredEntry(stored.id, stored.key, replace(stored.entry, headline="GEMM"))
    with store.database.write() as connection:
        store.index.put(connection, [changed])
        store.index.put(connection, [changed])
    assert unseen(store, "moe") == []
    assert _rows(store.database) == 1


def test_dropping_an_entry_leaves_no_row(store: Store) -> None:
    tell(store, told("a"), told("b"))
    with store.database.write() as connection:
        store.index.drop(connection, [stored.id for stored in store.entries.all()])
        store.index.drop(connection, [])
    assert _rows(store.database) == 0


def test_the_index_id_grows_with_the_date(store: Store) -> None:
    tell(store, told("new"))
    tell(store, told("old", days_ago=1))
    by_index = sa.select(entries.c.headline).order_by(entries.c.index_id.desc())
    with store.database.read() as connection:
        assert list(connection.execute(by_index).scalars()) == ["new", "old"]


def test_a_new_database_has_terms_of_this_version(store: Store) -> None:
    assert Facts(store.database).get(TERMS_FACT) == TERMS_VERSION
    assert store.index.reindex(lambda done, total: None) == 0


def test_reindexing_makes_terms_of_another_version_anew(store: Store) -> None:
    tell(store, *(told(f"MoE {n}") for n in range(450)))
    Facts(store.database).set(TERMS_FACT, "0")
    with store.database.write() as connection:
        connection.execute(sa.text("DELETE FROM entry_index"))
    told_progress: list[tuple[int, int]] = []
    assert store.index.reindex(lambda done, total: told_progress.append((done, total))) == 450
    assert told_progress == [(200, 450), (400, 450), (450, 450)]
    assert len(unseen(store, "moe")) == 450
    assert Facts(store.database).get(TERMS_FACT) == TERMS_VERSION


def test_an_entry_of_great_length_is_indexed(store: Store) -> None:
    tell(store, replace(told("long"), verdict="量化 MoE kernel_launch " * 4000))
    assert unseen(store, "kernel launch") == ["long"]
    assert search(store, parse("量化"), viewer=Viewer(), today=TODAY, limit=1).total == 1


def _rows(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.text("SELECT count(*) FROM entry_index")).scalar_one())


def test_an_index_of_other_terms_is_made_anew_at_start_or_refused(database_url: str) -> None:
    database = connect(database_url)
    migrate(database)
    Facts(database).set(TERMS_FACT, "0")
    if database.is_sqlite:
        open_store(database_url).database.close()
        assert Facts(database).get(TERMS_FACT) == TERMS_VERSION
    else:
        with pytest.raises(VersionError, match="prdigest migrate"):
            open_store(database_url)
    database.close()
