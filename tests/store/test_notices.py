"""Notices are taken once, by one process."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bot.core.notice import Notice, Trouble
from bot.core.schedule import Language
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import BEFORE, MONDAY, subscription

HOUR = timedelta(hours=1)


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    declared = [
        subscription(f"s{n}", channel=f"C{n}", subscriber="U1", language=Language.ZH)
        for n in range(9)
    ]
    store.subscriptions.sync(declared, BEFORE)
    return store


def test_a_notice_says_what_happened_where_and_to_whom(store: Store) -> None:
    store.obstacles.meet("C3", None, "is_archived", MONDAY)
    assert store.notices.take(MONDAY) == Notice(
        id=1,
        trouble=Trouble.OBSTACLE,
        subscriber="U1",
        subscription="s3",
        channel="C3",
        language=Language.ZH,
        timezone="UTC",
        reason="is_archived",
    )
    assert store.notices.take(MONDAY) is None


def test_one_put_back_is_taken_again_when_it_is_time(store: Store) -> None:
    store.obstacles.meet("C3", None, "is_archived", MONDAY)
    notice = store.notices.take(MONDAY)
    assert notice
    store.notices.put_back(notice, MONDAY + HOUR)
    assert store.notices.take(MONDAY) is None
    assert store.notices.take(MONDAY + HOUR) == notice
    assert store.notices.take(MONDAY + HOUR) is None


def test_several_at_once_take_each_once(store: Store) -> None:
    for n in range(9):
        store.obstacles.meet(f"C{n}", None, "is_archived", MONDAY)

    def take_all(_: int) -> list[int]:
        taken = []
        while notice := store.notices.take(MONDAY):
            taken.append(notice.id)
        return taken

    with ThreadPoolExecutor(4) as pool:
        taken = [id_ for of in pool.map(take_all, range(4)) for id_ in of]
    assert sorted(taken) == list(range(1, 10))
