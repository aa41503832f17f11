"""The moments of any rule, in any zone, over any holidays, are those that the clock shows."""

from datetime import datetime, timedelta
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.core.every import parse_rhythm
from tests.core.rules import UNTIMED, holidays_from, rules_in_zones
from tests.core.walking import after_a_gap, is_holiday, is_of_rule, walk

N = 12


@UNTIMED
@given(rules_in_zones(), st.data())
def test_the_moments_of_a_rule_are_those_at_which_the_wall_clock_shows_it(
    case: tuple[str, str, datetime], data: st.DataObject
) -> None:
    every, name, after = case
    zone = ZoneInfo(name)
    holidays = data.draw(holidays_from(after.date()))
    until = after + timedelta(days=400)
    due = parse_rhythm(every).occurrences(after, name, holidays)
    found = list(islice(takewhile(lambda each: each.effective <= until, due), N))
    assert found == list(islice(walk(every, zone, after, until, holidays), N))
    for earlier, later in pairwise(found):
        assert earlier.due < later.due
        assert earlier.effective < later.effective
    for each in found:
        assert each.effective > after
        shown, real = each.due.astimezone(zone), each.effective.astimezone(zone)
        assert is_of_rule(every, shown.replace(tzinfo=None)) or after_a_gap(each.due, zone)
        assert not is_holiday(real.date(), holidays) or after_a_gap(each.effective, zone)


@UNTIMED
@given(rules_in_zones(), st.integers(1, 15), st.data())
def test_wherever_one_starts_the_moments_are_the_same(
    case: tuple[str, str, datetime], n: int, data: st.DataObject
) -> None:
    every, name, after = case
    holidays, rhythm = data.draw(holidays_from(after.date())), parse_rhythm(every)
    found = list(islice(rhythm.occurrences(after, name, holidays), n + 1))
    *earlier, last = found
    start = earlier[-1].effective if earlier else after
    assert next(rhythm.occurrences(start, name, holidays)) == last
    assert rhythm.latest_until(last.effective, after, name, holidays) == last
