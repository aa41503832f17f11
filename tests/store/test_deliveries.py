"""Each step of a Delivery is recorded once, by whoever holds it."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.delivery import LEASE, Delivery, Settled
from bot.core.entry import Level
from bot.core.occasion import Occasion
from bot.core.roundup import DeliveryState, Message, Roundup, Wanted
from bot.core.schedule import Occurrence, StoredSubscription
from bot.errors import PrdigestError
from bot.store.database import Database
from bot.store.deliveries import Waiting
from bot.store.locks import Lock, lock
from bot.store.steps import LeaseLost
from bot.store.store import Store, store_on
from bot.store.tables import entries, seen
from tests.roundups.builders import (
    BEFORE,
    MONDAY,
    WEEK,
    a_message_each,
    fill,
    one_message,
    subscription,
)

SECOND = timedelta(seconds=1)
T = TypeVar("T")


@pytest.fixture
def store(database: Database) -> Store:
    store = store_on(database)
    store.subscriptions.sync([subscription(), subscription("other")], BEFORE)
    return store


def named(store: Store, name: str = "weekly") -> StoredSubscription:
    found = store.subscriptions.by_name(name)
    assert found
    return found


def wanted(stored: StoredSubscription) -> Wanted:
    today = MONDAY.date()
    viewer = Viewer(channel=stored.subscription.channel, channel_row=stored.channel_row)
    return Wanted(viewer, None, (Level.MUST,), today - timedelta(days=14), today, 3)


def claim(store: Store, name: str = "weekly", weeks: int = 0) -> Delivery | None:
    stored = named(store, name)
    due = MONDAY + weeks * WEEK
    occasion = Occasion(stored.subscription, Occurrence(due, due))
    return store.claims.claim(
        stored,
        Occurrence(due, due),
        wanted(stored),
        lambda found: a_message_each(found, occasion) if found.entries else (),
        due,
    )


def claimed(store: Store, name: str = "weekly", weeks: int = 0) -> Delivery:
    delivery = claim(store, name, weeks)
    assert delivery
    return delivery


def marks(store: Store) -> dict[int, str]:
    """Seen, by pull request."""
    with store.database.read() as connection:
        rows = connection.execute(sa.select(seen.c.entry_id, seen.c.state)).all()
    return {
        stored.entry.pr or 0: state for id_, state in rows for stored in store.entries.get([id_])
    }


def post_all(store: Store, delivery: Delivery) -> Delivery:
    while part := delivery.next_part:
        delivery = store.deliveries.begin(delivery, part.n, MONDAY)
        delivery = store.deliveries.record(delivery, {part.n: f"1.{part.n}"}, MONDAY)
    return delivery


def test_a_claim_stores_the_plan_and_reserves_its_entries(store: Store) -> None:
    fill(store, range(1, 6))
    delivery = claimed(store)
    assert delivery.state is DeliveryState.CLAIMED
    assert [part.message.text for part in delivery.parts] == ["1", "2", "3"]
    assert delivery.left == 2
    assert marks(store) == {1: "planned", 2: "planned", 3: "planned"}


def test_every_message_carries_the_delivery_its_part_and_the_token(store: Store) -> None:
    fill(store, [1, 2])
    delivery = claimed(store)
    assert [part.message.metadata for part in delivery.parts] == [
        {
            "event_type": "prdigest_roundup",
            "event_payload": {"delivery": delivery.id, "part": n, "token": delivery.token},
        }
        for n in (1, 2)
    ]


def test_an_occurrence_is_claimed_once(store: Store) -> None:
    fill(store, [1])
    assert claim(store)
    assert claim(store) is None


def test_without_unseen_entries_it_is_quiet(store: Store) -> None:
    assert claimed(store).state is DeliveryState.QUIET
    assert store.deliveries.waiting(MONDAY + WEEK) == []


def test_a_plan_that_cannot_be_made_leaves_no_claim(store: Store) -> None:
    fill(store, [1])
    stored = named(store)

    def broken(found: Roundup) -> tuple[Message, ...]:
        raise RuntimeError("no words")

    due = Occurrence(MONDAY, MONDAY)
    with pytest.raises(RuntimeError):
        store.claims.claim(stored, due, wanted(stored), broken, MONDAY)
    assert store.deliveries.all() == []
    assert marks(store) == {}


def test_two_subscriptions_of_a_channel_never_plan_one_entry_twice(store: Store) -> None:
    fill(store, range(1, 6))
    first, second = claimed(store, "weekly"), claimed(store, "other")
    assert len(first.entries) == 3
    assert len(second.entries) == 2
    assert not set(first.entries) & set(second.entries)


def test_claims_at_the_same_moment_are_one_claim_each_and_share_nothing(store: Store) -> None:
    fill(store, range(1, 6))
    together = threading.Barrier(6)
    won: list[Delivery] = []

    def race(name: str) -> None:
        together.wait()
        if delivery := claim(store, name):
            won.append(delivery)

    threads = [threading.Thread(target=race, args=(name,)) for name in ("weekly", "other") * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(each.subscription for each in won) == ["other", "weekly"]
    ids = [id_ for each in won for id_ in each.entries]
    assert len(ids) == len(set(ids)) == 5


def test_when_the_last_part_is_recorded_it_is_posted_and_its_entries_are_shown(
    store: Store,
) -> None:
    fill(store, [1, 2])
    delivery = claimed(store)
    delivery = store.deliveries.begin(delivery, 1, MONDAY + SECOND)
    assert delivery.state is DeliveryState.POSTING
    delivery = store.deliveries.record(delivery, {1: "1.1"}, MONDAY + SECOND)
    assert (delivery.state, delivery.ts) == (DeliveryState.POSTING, "1.1")
    assert marks(store) == {1: "planned", 2: "planned"}

    delivery = store.deliveries.begin(delivery, 2, MONDAY + 2 * SECOND)
    delivery = store.deliveries.record(delivery, {2: "1.2"}, MONDAY + 2 * SECOND)
    assert (delivery.state, delivery.posted_at) == (DeliveryState.POSTED, MONDAY + 2 * SECOND)
    assert marks(store) == {1: "shown", 2: "shown"}
    (past,) = [named(store).last_posted]
    assert past
    assert (past.effective, past.at, past.weekly) == (MONDAY, MONDAY + 2 * SECOND, True)


def test_no_call_begins_when_the_lease_is_over(store: Store) -> None:
    fill(store, [1])
    delivery = claimed(store)
    with pytest.raises(LeaseLost):
        store.deliveries.begin(delivery, 1, MONDAY + LEASE)
    assert store.deliveries.begin(delivery, 1, MONDAY + LEASE - SECOND)


def test_each_call_begins_the_lease_anew(store: Store) -> None:
    fill(store, [1])
    store.deliveries.begin(claimed(store), 1, MONDAY + 100 * SECOND)
    assert store.deliveries.waiting(MONDAY + 219 * SECOND) == []
    assert len(store.deliveries.waiting(MONDAY + 220 * SECOND)) == 1


def test_one_taken_over_is_no_longer_its_first_holders(store: Store) -> None:
    fill(store, [1])
    first = claimed(store)
    assert store.deliveries.waiting(MONDAY + LEASE) == [Waiting(first.id, 1, MONDAY)]
    second = store.claims.take_over(first.id, MONDAY + LEASE)
    assert second.parts == first.parts
    steps: list[Callable[[], Delivery]] = [
        lambda: store.deliveries.begin(first, 1, MONDAY),
        lambda: store.deliveries.fail(first, "why", MONDAY),
        lambda: store.deliveries.doubt(first, MONDAY, "why"),
        lambda: store.deliveries.hand_back(first, MONDAY, "why"),
        lambda: store.deliveries.absent(first),
        lambda: store.claims.take_over(first.id, MONDAY + LEASE),
    ]
    for step in steps:
        with pytest.raises(LeaseLost):
            step()
    assert store.deliveries.begin(second, 1, MONDAY + LEASE)


def test_what_was_posted_is_recorded_even_by_one_who_lost_the_lease(store: Store) -> None:
    fill(store, [1])
    first = store.deliveries.begin(claimed(store), 1, MONDAY)
    store.claims.take_over(first.id, MONDAY + LEASE)
    assert store.deliveries.record(first, {1: "1.1"}, MONDAY).state is DeliveryState.POSTED


def test_a_failed_one_releases_its_entries(store: Store) -> None:
    fill(store, [1])
    failed = store.deliveries.fail(claimed(store), "is_archived", MONDAY)
    assert (failed.state, failed.error) == (DeliveryState.FAILED, "is_archived")
    assert marks(store) == {}
    assert claimed(store, weeks=1).entries == failed.entries


def test_one_that_fails_in_the_middle_keeps_what_was_shown_and_frees_the_rest(
    store: Store,
) -> None:
    fill(store, [1, 2, 3, 4])
    delivery = store.deliveries.begin(claimed(store), 1, MONDAY)
    delivery = store.deliveries.record(delivery, {1: "1.1"}, MONDAY)
    failed = store.deliveries.fail(delivery, "msg_too_long", MONDAY)
    assert (failed.state, failed.error) == (DeliveryState.POSTED, "msg_too_long")
    assert (len(failed.entries), failed.left) == (1, 3)
    assert marks(store) == {1: "shown"}


def test_a_missed_one_is_recorded_once(store: Store) -> None:
    stored, due = named(store), Occurrence(MONDAY, MONDAY)
    missed = store.claims.miss(stored, due, wanted(stored), MONDAY + WEEK)
    assert missed
    assert missed.state is DeliveryState.MISSED
    assert store.claims.miss(stored, due, wanted(stored), MONDAY + WEEK) is None
    assert named(store).last_due == MONDAY


def uncertain(store: Store) -> Delivery:
    delivery = store.deliveries.begin(claimed(store), 1, MONDAY)
    return store.deliveries.doubt(delivery, MONDAY + SECOND, "time-out")


def test_while_it_is_uncertain_its_entries_are_in_no_other_plan(store: Store) -> None:
    fill(store, [1])
    uncertain(store)
    assert claimed(store, "other").state is DeliveryState.QUIET
    assert claimed(store, weeks=1).state is DeliveryState.QUIET


def test_a_person_settles_an_uncertain_one_as_posted(store: Store) -> None:
    fill(store, [1, 2])
    settled = store.deliveries.settle(uncertain(store).id, Settled.POSTED, MONDAY + WEEK)
    assert settled.state is DeliveryState.POSTED
    assert marks(store) == {1: "shown"}  # the second part was never begun


def test_a_person_settles_an_uncertain_one_as_lost(store: Store) -> None:
    fill(store, [1, 2])
    settled = store.deliveries.settle(uncertain(store).id, Settled.LOST, MONDAY + WEEK)
    assert settled.state is DeliveryState.FAILED
    assert marks(store) == {}


def test_only_an_uncertain_one_can_be_settled(store: Store) -> None:
    fill(store, [1])
    done = post_all(store, claimed(store))
    for id_ in (done.id, 999):
        with pytest.raises(PrdigestError, match="not uncertain"):
            store.deliveries.settle(id_, Settled.LOST, MONDAY)
    assert marks(store) == {1: "shown"}


def test_the_newest_delivery_of_each_subscription_is_told(store: Store) -> None:
    claimed(store), claimed(store, weeks=1), claimed(store, "other")
    newest = store.deliveries.newest()
    assert newest[named(store).id].due == MONDAY + WEEK
    assert newest[named(store, "other").id].due == MONDAY


def test_a_message_that_tells_no_entries_counts_for_all_that_are_left(store: Store) -> None:
    fill(store, [1, 2])
    stored = named(store)
    occasion = Occasion(stored.subscription, Occurrence(MONDAY, MONDAY))
    delivery = store.claims.claim(
        stored,
        Occurrence(MONDAY, MONDAY),
        wanted(stored),
        lambda found: tuple(
            type(message)(text=message.text) for message in one_message(found, occasion)
        ),
        MONDAY,
    )
    assert delivery
    assert delivery.parts[0].message.entries == delivery.entries


def in_thread(work: Callable[[], T]) -> Callable[[], T]:
    """Begin `work` in another thread; call what is given for its result."""
    pool = ThreadPoolExecutor(1)
    begun = pool.submit(work)
    pool.shutdown(wait=False)
    return partial(begun.result, timeout=30)


def test_a_claim_waits_for_whoever_changes_entries_and_reserves_none_that_go(store: Store) -> None:
    fill(store, [1, 2])
    with store.database.write() as connection:
        lock(connection, Lock.MERGE)
        result = in_thread(partial(claimed, store))
        time.sleep(0.3)
        connection.execute(sa.delete(entries).where(entries.c.pr == 1))
    assert [part.message.text for part in result().parts] == ["2"]


def test_deliveries_end_beside_forgetting_and_importing_without_a_deadlock(store: Store) -> None:
    numbers = list(range(1, 40))
    fill(store, numbers)
    over = threading.Event()

    def forget_and_tell() -> None:
        chance = random.Random(1)
        while not over.is_set():
            store.entries.forget(f"acme/engine#{n}" for n in chance.sample(numbers, 12))
            fill(store, chance.sample(numbers, 30))

    result = in_thread(forget_and_tell)
    stored = named(store)
    many = replace(wanted(stored), limit=20)
    occasion = Occasion(stored.subscription, Occurrence(MONDAY, MONDAY))

    def messages(found: Roundup) -> tuple[Message, ...]:
        return a_message_each(found, occasion)

    for week in range(60):
        due = MONDAY + week * WEEK
        delivery = store.claims.claim(stored, Occurrence(due, due), many, messages, due)
        if delivery and delivery.next_part:
            last = delivery.parts[-1].n
            delivery = store.deliveries.record(delivery, {last: "1.1"}, due)
            if delivery.next_part:
                store.deliveries.fail(delivery, "msg_too_long", due)
    over.set()
    result()
    assert "planned" not in marks(store).values()


@pytest.mark.parametrize("changed", [{"every": "tue 09:00"}, {"paused": True}, {"channel": "C9"}])
def test_what_was_edited_since_it_was_read_is_not_claimed(
    store: Store, changed: dict[str, Any]
) -> None:
    fill(store, [1])
    before = named(store)
    store.subscriptions.sync([subscription(**changed), subscription("other")], BEFORE)
    due = Occurrence(MONDAY, MONDAY)
    occasion = Occasion(before.subscription, due)

    def messages(found: Roundup) -> tuple[Message, ...]:
        return one_message(found, occasion)

    assert store.claims.claim(before, due, wanted(before), messages, MONDAY) is None
    assert store.deliveries.all() == []
