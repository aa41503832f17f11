"""That a clock runs is noted once a minute."""

from datetime import timedelta

from bot.roundups.delivery import deliver_due
from bot.store.database import Database
from bot.store.store import store_on
from tests.roundups.builders import MONDAY, Channels, one_message

MINUTE = timedelta(minutes=1)


def test_a_beat_is_known_to_the_minute_also_where_a_clock_went_back(database: Database) -> None:
    heartbeat = store_on(database).heartbeat
    assert heartbeat.last() is None
    seconds = (0, 59, 60, 119, -60)
    known = []
    for each in seconds:
        heartbeat.beat(MONDAY + timedelta(seconds=each))
        known.append(heartbeat.last())
    first, second, before = MONDAY, MONDAY + MINUTE, MONDAY - MINUTE
    assert known == [first, first, second, second, before]


def test_a_clock_beats_also_where_slack_cannot_be_used(database: Database) -> None:
    store = store_on(database)
    store.obstacles.stop(1, "token_revoked")
    deliver_due(lambda: MONDAY, store, one_message, Channels(locked_out="token_revoked"))
    assert store.heartbeat.last() == MONDAY
