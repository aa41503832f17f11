"""Every error of Slack's by name, at a lead and at a reply: what becomes of the Roundup."""

from collections import Counter

import pytest

from tests.chaos.codes import FAIL, LATER, NOT_IN, PAUSE, PLAIN, SMALLER, STOP, TOP_LEVEL, UNMARKED
from tests.chaos.faults import HANGS_UP, Fault, Takes, limited, refused
from tests.chaos.scene import (
    DUE,
    FREE,
    HOUR,
    LARGE,
    MINUTE,
    SMALL,
    WEEK,
    Scene,
    Size,
    alike,
    subscriber_of,
)

SOON = [n * MINUTE for n in (2, 6)]
WEEKS = [DUE + WEEK, DUE + 2 * WEEK]
LEAD, REPLY = ("chat.postMessage", SMALL), ("reply", LARGE)
each_step = pytest.mark.parametrize(("step", "size"), [LEAD, REPLY], ids=["lead", "reply"])


def assert_all_is_shown_once(scene: Scene, channels: dict[str, str], size: Size) -> None:
    assert {
        name: sorted(scene.entries(channel)) for name, channel in channels.items()
    } == dict.fromkeys(channels, size.numbers)


def see_through(scene: Scene) -> None:
    for week in (1, 2):
        scene.roundup(week=week)


@each_step
def test_a_workspace_in_transition_is_waited_for(scene: Scene, step: str, size: Size) -> None:
    channels = scene.beset([refused(code) for code in LATER], step, size)
    scene.roundup(*SOON)
    assert set(scene.proxy.tries(step).values()) == {1}
    scene.clocks(DUE + 4 * HOUR, DUE + 14 * HOUR)
    assert scene.states() == alike(channels, "posted")
    scene.roundup(week=1)
    assert {name: scene.shown(channel) for name, channel in channels.items()} == {
        name: scene.shown(channels[FREE]) for name in channels
    }


@each_step
def test_what_is_refused_in_one_way_is_taken_in_another(
    scene: Scene, step: str, size: Size
) -> None:
    other_way = (*SMALLER, *PLAIN, *UNMARKED, NOT_IN, *(TOP_LEVEL if step == "reply" else ()))
    channels = scene.beset([refused(code) for code in other_way], step, size)
    scene.roundup(*SOON)
    assert scene.states() == alike(channels, "posted")
    see_through(scene)
    assert_all_is_shown_once(scene, channels, size)
    assert set(scene.subscriptions().values()) == {("active", None)}
    last_of_first = size.limit + 100
    for fault in map(refused, other_way):
        (found,) = [
            each
            for each in scene.proxy.taken
            if each.channel == channels[str(fault)] and last_of_first in each.entries
        ]
        code = str(fault).partition(",")[0]
        assert (found.is_plain, found.delivery is None, found.thread_ts is None) == (
            code in PLAIN,
            code in UNMARKED,
            code in TOP_LEVEL or step != "reply",
        ), code


@each_step
def test_what_is_too_long_twice_is_told_as_text_and_then_not_at_all(
    scene: Scene, step: str, size: Size
) -> None:
    tries = {f"{code}, {times} times": times for code in SMALLER for times in (2, 3)}
    channels = scene.set_up(tries, size)
    for name, times in tries.items():
        scene.proxy.meet(step, channels[name], *[refused(name.partition(",")[0])] * times)
    scene.roundup(*SOON)
    failed = [] if step == "reply" else [name for name in tries if tries[name] == 3]
    assert scene.states() == alike(channels, "posted") | alike(failed, "failed")
    see_through(scene)
    assert_all_is_shown_once(scene, channels, size)


def test_what_slack_took_without_its_mark_unseen_is_for_a_person_to_settle(scene: Scene) -> None:
    channels = scene.set_up(["taken", "lost"], SMALL)
    for name, takes in {"taken": Takes.AT_ONCE, "lost": Takes.NEVER}.items():
        faults = refused("metadata_too_large"), Fault(takes, HANGS_UP)
        scene.proxy.meet("chat.postMessage", channels[name], *faults)
    scene.clocks(*(DUE + n * MINUTE for n in (0, 1, 3, 6, 10, 20, 30)), DUE + WEEK)
    assert scene.states() == {
        FREE: ["posted", "posted"],
        "taken": ["uncertain", "posted"],
        "lost": ["uncertain", "posted"],
    }
    assert len(scene.proxy.told) == 2
    for row in scene.deliveries():
        if row["state"] == "uncertain":
            fate = "posted" if row["subscription"] == "taken" else "lost"
            assert scene.run("deliveries", "--settle", str(row["id"]), fate).exit_code == 0
    scene.clocks(DUE + 2 * WEEK, DUE + 3 * WEEK)
    assert_all_is_shown_once(scene, channels, SMALL)


@each_step
def test_a_channel_that_takes_nothing_is_paused_and_heals_by_itself(
    scene: Scene, step: str, size: Size
) -> None:
    pause = (*PAUSE, *(TOP_LEVEL if step != "reply" else ()))
    channels = scene.set_up([*pause, *FAIL], size)
    tries = dict.fromkeys((*pause, *FAIL), 1) | {NOT_IN: 2}
    for code, times in tries.items():
        scene.proxy.meet(step, channels[code], *[refused(code)] * times)
    scene.roundup(*SOON)
    refused_once = alike((*pause, *FAIL), "posted" if step == "reply" else "failed")
    assert scene.states() == refused_once | {FREE: ["posted"]}
    tried = scene.proxy.tries(step)
    assert {code: tried[channels[code]] for code in tries} == tries
    paused = {code: ("paused", code) for code in pause}
    active = dict.fromkeys((*FAIL, FREE), ("active", None))
    assert scene.subscriptions() == paused | active
    told = Counter(subscriber_of(channels[code]) for code in pause)
    assert Counter(each["channel"] for each in scene.proxy.told) == told
    see_through(scene)
    assert_all_is_shown_once(scene, channels, size)
    assert set(scene.subscriptions().values()) == {("active", None)}
    assert len(scene.proxy.told) == len(pause)


def test_a_channel_that_takes_nothing_for_weeks_is_told_of_once(scene: Scene) -> None:
    channels = scene.set_up(["gone"], SMALL)
    scene.proxy.meet("chat.postMessage", channels["gone"], *[refused("is_archived")] * 3)
    scene.clocks(*(DUE + n * WEEK for n in range(3)))
    assert scene.states()["gone"] == ["failed"] * 3
    assert len(scene.proxy.told) == 1
    scene.clocks(*(DUE + n * WEEK for n in (3, 4)))
    assert_all_is_shown_once(scene, channels, SMALL)


@each_step
def test_a_workspace_that_lets_us_in_no_more_stops_and_goes_on_when_it_does(
    scene: Scene, step: str, size: Size
) -> None:
    size = Size(size.limit * len(STOP), size.limit, size.is_long)
    channels = scene.set_up([], size)
    for week, code in enumerate(STOP):
        due = DUE + week * WEEK
        scene.proxy.meet(step, channels[FREE], refused(code))
        scene.proxy.meet("auth.test", "", refused(code), limited())
        for n in range(3):
            result = scene.clock(due + n * MINUTE)
            assert result.exit_code == 1, result.output
        assert scene.subscriptions() == {FREE: ("stopped", code)}
        assert code in scene.deliveries()[-1]["error"]
        scene.clocks(due + 4 * MINUTE)
        assert scene.states() == {FREE: ["posted"] * (week + 1)}
        assert scene.subscriptions() == {FREE: ("active", None)}
    assert_all_is_shown_once(scene, channels, size)
