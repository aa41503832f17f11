"""An Entry that people put into a Channel by hand, or keep from it, is in no Roundup there."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from bot.core.channel import Viewer
from bot.core.delivery import Delivery
from bot.core.entry import Level
from bot.core.occasion import Occasion
from bot.core.roundup import SeenState, Wanted
from bot.core.schedule import Occurrence
from bot.core.share import Share, ShareState
from bot.store.database import Database
from bot.store.past import past
from bot.store.shares import Claim
from bot.store.store import Store, store_on
from tests.roundups.builders import BEFORE, DAY, MONDAY, fill, one_message, subscription

SECOND = timedelta(seconds=1)
HIDDEN = 3


@pytest.fixture
def store(database: Database) -> Store:
    """Pull requests 1 and 2 for everyone, 3 for another channel than the Subscription's."""
    store = store_on(database)
    store.subscriptions.sync([subscription()], BEFORE)
    fill(store, [1, 2])
    fill(store, [HIDDEN], visibility=("C9",))
    return store


def here(store: Store) -> Viewer:
    return Viewer(channel="C1", channel_row=store.channels.ensure("C1").id)


def entry(store: Store, pr: int) -> int:
    found = store.entries.by_key(f"acme/engine#{pr}")
    assert found
    return found.id


def state(store: Store, pr: int) -> SeenState | None:
    id_ = entry(store, pr)
    seen = past(store.database, [id_], here(store).channel_row, "").seen.get(id_)
    return None if seen is None else seen.state


def chosen(store: Store) -> set[int | None]:
    """What the next Roundup would show."""
    today = MONDAY.date()
    wanted = Wanted(here(store), None, (Level.MUST,), today - timedelta(days=14), today, 9)
    return {stored.entry.pr for stored in store.claims.choose(wanted).entries}


def delivery(store: Store) -> Delivery:
    """An open Delivery that reserves all that is unseen."""
    stored = store.subscriptions.by_name("weekly")
    assert stored
    due = Occurrence(MONDAY, MONDAY)
    today = MONDAY.date()
    wanted = Wanted(here(store), None, (Level.MUST,), today - timedelta(days=14), today, 9)
    occasion = Occasion(stored.subscription, due)
    claimed = store.claims.claim(
        stored, due, wanted, lambda found: one_message(found, occasion), MONDAY
    )
    assert claimed
    return claimed


def claim(
    store: Store, pr: int = 1, user: str = "U1", again: bool = False, after: timedelta = 0 * DAY
) -> Claim | Share | None:
    return store.shares.claim(here(store), entry(store, pr), user, MONDAY + after, again=again)


def claimed(store: Store, pr: int = 1, again: bool = False, after: timedelta = 0 * DAY) -> Claim:
    given = claim(store, pr, again=again, after=after)
    assert isinstance(given, Claim)
    return given


def test_what_is_shared_is_left_out_of_the_roundup_from_the_claim_on(store: Store) -> None:
    assert chosen(store) == {1, 2}
    mine = claimed(store)
    assert (state(store, 1), chosen(store)) == (SeenState.PLANNED, {2})
    store.shares.confirm(mine)
    assert (state(store, 1), chosen(store)) == (SeenState.SHOWN, {2})


def test_it_is_shared_once_for_a_day_and_then_anew(store: Store) -> None:
    mine = claimed(store)
    assert claim(store, user="U2") == Share("U1", ShareState.CALLING, MONDAY, first=True)
    store.shares.confirm(mine)
    shared = Share("U1", ShareState.SHARED, MONDAY, first=True)
    assert claim(store, user="U2", again=True, after=DAY) == shared
    anew = claimed(store, after=DAY + SECOND)
    assert (anew.before, anew.share.first) == (shared, False)
    store.shares.undo(anew)
    assert claim(store) == shared
    assert state(store, 1) is SeenState.SHOWN


def test_of_two_who_share_at_once_one_does(store: Store) -> None:
    id_, viewer, together = entry(store, 1), here(store), Barrier(4)

    def press(user: str) -> Claim | Share | None:
        together.wait()
        return store.shares.claim(viewer, id_, user, MONDAY)

    with ThreadPoolExecutor(4) as people:
        given = list(people.map(press, ["U1", "U2", "U3", "U4"]))
    (winner,) = (each for each in given if isinstance(each, Claim))
    assert [each for each in given if each is not winner] == [winner.share] * 3


def test_what_slack_refused_is_as_if_nobody_had_shared_it(store: Store) -> None:
    store.shares.undo(claimed(store))
    assert (state(store, 1), chosen(store)) == (None, {1, 2})
    assert claimed(store).before is None


def test_what_may_be_there_is_shared_again_only_by_who_knows(store: Store) -> None:
    store.shares.doubt(claimed(store))
    doubted = Share("U1", ShareState.UNCERTAIN, MONDAY, first=True)
    assert claim(store) == doubted
    assert chosen(store) == {2}
    again = claimed(store, again=True, after=SECOND)
    assert isinstance(claim(store, again=True, after=SECOND), Share)  # pressed twice
    store.shares.undo(again)
    assert claim(store) == doubted  # the first may still be there
    assert chosen(store) == {2}


def test_what_is_not_there_after_all_is_unseen_again_and_only_that(store: Store) -> None:
    viewer, id_ = here(store), entry(store, 1)
    store.shares.doubt(claimed(store))
    store.shares.doubt(claimed(store, again=True, after=SECOND))
    assert store.shares.lose(viewer, id_, MONDAY + 9 * DAY) == store.entries.by_key("acme/engine#1")
    assert (state(store, 1), chosen(store)) == (None, {1, 2})
    assert store.shares.lose(viewer, id_, MONDAY)  # said twice
    crashed = claimed(store)
    assert store.shares.lose(viewer, id_, MONDAY) == crashed.share  # under way
    assert store.shares.lose(viewer, id_, MONDAY + DAY) == crashed.stored
    mine = claimed(store)
    store.shares.confirm(mine)
    assert isinstance(store.shares.lose(viewer, id_, MONDAY + DAY), Share)
    assert (state(store, 1), chosen(store)) == (SeenState.SHOWN, {2})
    store.shares.doubt(claimed(store, after=2 * DAY))
    assert store.shares.lose(viewer, id_, MONDAY + 2 * DAY) == mine.stored
    assert state(store, 1) is SeenState.SHOWN  # by the share before that
    assert store.shares.lose(viewer, entry(store, HIDDEN), MONDAY) is None


def test_who_was_overtaken_ends_nothing_of_the_others(store: Store) -> None:
    frozen = claimed(store)  # its process says nothing for minutes
    other = claimed(store, again=True, after=5 * 60 * SECOND)
    store.shares.undo(frozen)
    assert isinstance(claim(store, after=5 * 60 * SECOND), Share)
    assert chosen(store) == {2}
    store.shares.confirm(frozen)  # it is there after all
    assert state(store, 1) is SeenState.SHOWN
    store.shares.confirm(other)
    assert chosen(store) == {2}


def test_what_a_delivery_reserved_stays_shown_when_that_fails(store: Store) -> None:
    planned = delivery(store)
    store.shares.confirm(claimed(store, 1))
    store.shares.undo(claimed(store, 2))
    assert (state(store, 1), state(store, 2)) == (SeenState.SHOWN, SeenState.PLANNED)
    store.deliveries.fail(planned, "no", MONDAY)
    assert chosen(store) == {2}


def test_what_may_be_shared_stays_reserved_when_the_delivery_that_had_it_fails(
    store: Store,
) -> None:
    planned = delivery(store)
    first, second = claimed(store, 1), claimed(store, 2)
    store.shares.doubt(first)
    store.deliveries.fail(planned, "no", MONDAY)
    assert chosen(store) == set()
    store.shares.undo(second)  # Slack refused it after all
    assert chosen(store) == {2}


def test_what_is_gone_or_not_for_the_channel_is_not_shared_saved_or_muted(store: Store) -> None:
    hidden, gone, viewer = entry(store, HIDDEN), entry(store, 2), here(store)
    lost = claimed(store, 2)
    store.entries.forget(["acme/engine#2"])
    for id_ in (hidden, gone):
        assert store.shares.claim(viewer, id_, "U1", MONDAY) is None
        assert store.muting.mute(viewer, id_, MONDAY) is None
        assert store.muting.unmute(viewer, id_) is None
    store.shares.confirm(lost)  # forgotten while Slack was called
    store.shares.undo(lost)
    store.shares.doubt(lost)
    there = replace(viewer, channel="c9")
    assert store.muting.mute(there, hidden, MONDAY)


def test_what_is_muted_is_left_out_and_comes_back(store: Store) -> None:
    viewer, id_ = here(store), entry(store, 1)
    assert store.muting.mute(viewer, id_, MONDAY)
    assert (state(store, 1), chosen(store)) == (SeenState.MUTED, {2})
    assert store.muting.unmute(viewer, id_)
    assert (state(store, 1), chosen(store)) == (None, {1, 2})


def test_a_mute_that_is_taken_back_leaves_things_as_they_were(store: Store) -> None:
    viewer = here(store)
    store.shares.confirm(claimed(store, 1))
    planned = delivery(store)  # of 2

    def muted_and_back(pr: int) -> SeenState | None:
        store.muting.mute(viewer, entry(store, pr), MONDAY)
        assert state(store, pr) is SeenState.MUTED
        store.muting.unmute(viewer, entry(store, pr))
        return state(store, pr)

    assert muted_and_back(1) is SeenState.SHOWN
    assert muted_and_back(2) is SeenState.PLANNED
    store.muting.mute(viewer, entry(store, 2), MONDAY)
    planned = store.deliveries.begin(planned, 1, MONDAY)
    store.deliveries.record(planned, {1: "1.1"}, MONDAY)
    assert state(store, 2) is SeenState.MUTED
    store.muting.unmute(viewer, entry(store, 2))
    assert state(store, 2) is SeenState.SHOWN
    store.shares.doubt(claimed(store, 2))  # shown it was, shared perhaps
    assert muted_and_back(2) is SeenState.SHOWN


def test_a_mute_outlives_the_delivery_that_was_to_show_it(store: Store) -> None:
    planned = delivery(store)
    store.muting.mute(here(store), entry(store, 1), MONDAY)
    store.deliveries.fail(planned, "no", MONDAY)
    assert chosen(store) == {2}
    store.muting.unmute(here(store), entry(store, 1))
    assert chosen(store) == {1, 2}
