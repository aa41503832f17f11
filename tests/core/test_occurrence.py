"""What falls due, from the rule and the recorded past."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any

from bot.core.occurrence import falls_due, grace_until, next_up, upcoming
from bot.core.schedule import (
    DateRange,
    Occurrence,
    Posted,
    Source,
    State,
    StoredSubscription,
    Subscription,
)

HOUR = timedelta(hours=1)
MONDAY = datetime(2026, 11, 30, 9, tzinfo=UTC)  # when "mon 09:00" falls due
DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def stored(
    every: str = "mon 09:00", known_at: datetime = MONDAY - HOUR, **facts: Any
) -> StoredSubscription:
    rule = {name: facts.pop(name) for name in ("holidays", "grace", "paused") if name in facts}
    plan = Subscription(name="weekly", channel="C1", every=every, timezone="UTC", **rule)
    return StoredSubscription(1, 1, 1, plan, Source.YAML, known_at=known_at, **facts)


def at(moment: datetime) -> Occurrence:
    return Occurrence(moment, moment)


def test_it_falls_due_at_its_moment_and_not_before() -> None:
    assert falls_due(stored(), MONDAY - timedelta(seconds=1)) is None
    assert falls_due(stored(), MONDAY) == at(MONDAY)


def test_what_was_due_before_the_clock_knew_it_does_not_fall_due() -> None:
    assert falls_due(stored(known_at=MONDAY), MONDAY + HOUR) is None


def test_what_is_recorded_does_not_fall_due_again() -> None:
    assert falls_due(stored(last_due=MONDAY), MONDAY + HOUR) is None
    assert falls_due(stored(last_due=MONDAY), MONDAY + WEEK) == at(MONDAY + WEEK)


def test_several_missed_ones_become_the_newest() -> None:
    assert falls_due(stored(), MONDAY + 5 * WEEK + HOUR) == at(MONDAY + 5 * WEEK)


def test_nothing_falls_due_while_it_is_paused_retired_or_stopped() -> None:
    for idle in (stored(paused=True), stored(retired=True), stored(stopped="token_revoked")):
        assert falls_due(idle, MONDAY) is None
        assert list(upcoming(idle, MONDAY)) == []


def test_while_people_have_it_wait_it_does_not_fall_due_and_then_goes_on() -> None:
    paused = stored(paused_until=MONDAY + WEEK + HOUR)
    for now in (MONDAY, MONDAY + WEEK, MONDAY + WEEK + 2 * HOUR):
        assert falls_due(paused, now) is None
        assert next_up(paused, now) == at(MONDAY + 2 * WEEK)
    assert falls_due(paused, MONDAY + 2 * WEEK) == at(MONDAY + 2 * WEEK)
    assert [paused.state(MONDAY + WEEK + n * HOUR) for n in (0, 1)] == [State.PAUSED, State.ACTIVE]


def test_an_early_end_of_a_pause_does_not_catch_up_what_it_skipped() -> None:
    resumed = stored(paused_until=MONDAY + HOUR)  # of a pause that was to last for weeks
    assert falls_due(resumed, MONDAY + 2 * HOUR) is None
    assert next_up(resumed, MONDAY + 2 * HOUR) == at(MONDAY + WEEK)


def test_after_a_pause_over_a_change_of_the_clock_the_wall_clock_is_kept() -> None:
    sunday = datetime(2026, 10, 25, 1, tzinfo=UTC)  # when Berlin's clock goes from 3 back to 2
    weekly = Subscription("weekly", "C1", "sun 02:30", "Europe/Berlin")
    for until, expected in (
        (sunday - HOUR, sunday - HOUR / 2),  # the first half past two of two
        (sunday - HOUR / 2, sunday + WEEK + HOUR / 2),  # not its repetition either
        (sunday + DAY, sunday + WEEK + HOUR / 2),
    ):
        paused = StoredSubscription(
            1, 1, 1, weekly, Source.SLACK, sunday - 4 * DAY, paused_until=until
        )
        assert next(upcoming(paused, sunday - 3 * DAY)) == at(expected)


def test_after_a_resume_there_is_no_catching_up() -> None:
    resumed = stored(edited_at=MONDAY + 3 * WEEK + HOUR)
    assert falls_due(resumed, MONDAY + 3 * WEEK + 2 * HOUR) is None
    assert falls_due(resumed, MONDAY + 4 * WEEK) == at(MONDAY + 4 * WEEK)


def test_after_an_edit_the_next_is_the_first_of_the_new_rule() -> None:
    edited = stored("tue 09:00", last_due=MONDAY - WEEK, edited_at=MONDAY - HOUR)
    assert next_up(edited, MONDAY) == at(MONDAY + timedelta(days=1))


def test_an_edit_soon_after_a_weekly_one_was_posted_makes_no_second_one() -> None:
    posted = Posted(MONDAY, MONDAY + timedelta(minutes=1), weekly=True)
    edited = stored(
        "mon 10:00", last_due=MONDAY, last_posted=posted, edited_at=MONDAY + timedelta(minutes=9)
    )
    assert falls_due(edited, MONDAY + HOUR) is None
    assert next_up(edited, MONDAY + HOUR) == at(MONDAY + HOUR + WEEK)


def test_an_edit_half_a_day_after_a_weekly_one_may_come_on_the_next_day() -> None:
    posted = Posted(MONDAY, MONDAY, weekly=True)
    edited = stored("tue 09:00", last_due=MONDAY, last_posted=posted, edited_at=MONDAY + HOUR)
    assert next_up(edited, MONDAY + HOUR) == at(MONDAY + timedelta(days=1))


def test_one_that_a_holiday_moves_over_an_edit_is_of_the_new_rule_and_silences_nothing() -> None:
    holiday = DateRange(date(2026, 11, 30), date(2026, 12, 1))
    posted = Posted(MONDAY + 2 * DAY, MONDAY + 2 * DAY + 13 * HOUR, weekly=True)
    edited = stored(
        "mon,thu 09:00",
        holidays=(holiday,),
        edited_at=MONDAY + DAY,
        last_due=MONDAY,
        last_posted=posted,
    )
    assert next_up(edited, posted.at) == at(MONDAY + 3 * DAY)


def test_an_edit_after_a_daily_one_loses_nothing() -> None:
    posted = Posted(MONDAY, MONDAY, weekly=False)
    edited = stored("mon 12:00", last_due=MONDAY, last_posted=posted, edited_at=MONDAY + HOUR)
    assert next_up(edited, MONDAY + HOUR) == at(MONDAY + 3 * HOUR)


def test_one_posted_late_does_not_silence_the_next_without_an_edit() -> None:
    posted = Posted(MONDAY, MONDAY + 20 * HOUR, weekly=True)
    kept = stored("mon,wed 00:00", last_due=MONDAY, last_posted=posted)
    assert next_up(kept, MONDAY + 21 * HOUR) == at(MONDAY + 39 * HOUR)


def test_a_holiday_is_delivered_once_on_the_day_it_moves_to() -> None:
    holiday = DateRange(date(2026, 11, 30), date(2026, 11, 30))
    moved = Occurrence(MONDAY, MONDAY + timedelta(days=1))
    assert falls_due(stored(holidays=(holiday,)), MONDAY + HOUR) is None
    assert falls_due(stored(holidays=(holiday,)), moved.effective) == moved
    assert falls_due(stored(holidays=(holiday,), last_due=MONDAY), moved.effective + HOUR) is None


def test_the_grace_counts_from_when_it_really_falls_due() -> None:
    moved = Occurrence(MONDAY, MONDAY + timedelta(days=1))
    assert grace_until(stored().subscription, moved) == MONDAY + timedelta(days=2)
    assert grace_until(stored("daily 09:00").subscription, at(MONDAY)) == MONDAY + 6 * HOUR
    assert grace_until(stored(grace=HOUR).subscription, at(MONDAY)) == MONDAY + HOUR


def test_what_is_due_inside_its_grace_is_next_up_and_then_no_more() -> None:
    assert next_up(stored(), MONDAY + HOUR) == at(MONDAY)
    assert next_up(stored(), MONDAY + 25 * HOUR) == at(MONDAY + WEEK)


def test_the_next_three_are_those_to_come() -> None:
    found = list(islice(upcoming(stored(last_due=MONDAY), MONDAY + HOUR), 3))
    assert found == [at(MONDAY + n * WEEK) for n in (1, 2, 3)]
