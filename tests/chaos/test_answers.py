"""Whatever Slack answers, or does not: each message is there once, and nothing is lost."""

import pytest

from tests.chaos.faults import (
    AMBIGUOUS,
    GONE,
    HANGS_UP,
    LIMITS,
    NOT_TAKEN,
    Fault,
    Held,
    Takes,
    refused,
)
from tests.chaos.scene import DUE, FREE, KNOWN, LARGE, MINUTE, SMALL, WEEK, Scene, Size, alike

LOST = Fault(Takes.AT_ONCE, HANGS_UP)
SOON = [n * MINUTE for n in (2, 6)]
LATER = [DUE + n * MINUTE for n in (3, 6, 10)]
NEXT = DUE + WEEK
LEAD, REPLY = ("chat.postMessage", SMALL), ("reply", LARGE)
each_step = pytest.mark.parametrize(("step", "size"), [LEAD, REPLY], ids=["lead", "reply"])


def assert_all_is_well(scene: Scene, channels: dict[str, str], size: Size) -> None:
    """Every Channel shows what the free one does: all Entries once, in two Roundups."""
    expected = scene.shown(channels[FREE])
    assert scene.entries(channels[FREE]) == size.numbers
    assert {name: scene.shown(channel) for name, channel in channels.items()} == dict.fromkeys(
        channels, expected
    )
    assert scene.states() == alike(channels, "posted", "posted")


@each_step
def test_a_message_whose_fate_is_unknown_is_there_once_and_never_tried_blindly(
    scene: Scene, step: str, size: Size
) -> None:
    channels = scene.beset(AMBIGUOUS, step, size)
    for due, names in scene.batches:
        scene.clocks(due, due + MINUTE / 2)
        tries, looks = scene.proxy.tries(step), scene.proxy.tries("conversations.history")
        states = scene.states()
        for name in set(names) - {FREE}:
            found = states[name], tries[channels[name]], looks[channels[name]]
            assert found == (["uncertain"], 1, 0), name
    scene.settle()
    assert scene.states() == alike(channels, "posted")
    scene.roundup(week=1)
    assert_all_is_well(scene, channels, size)


@each_step
def test_a_rate_limit_is_waited_out_by_its_channel_alone(
    scene: Scene, step: str, size: Size
) -> None:
    channels = scene.beset(LIMITS, step, size)
    scene.clocks(DUE)
    assert [*scene.states().values()].count(["posted"]) == 1
    scene.roundup(*SOON)
    assert scene.states() == alike(channels, "posted")
    scene.roundup(week=1)
    assert_all_is_well(scene, channels, size)


def test_a_channel_that_cannot_be_joined_gets_its_roundup_all_the_same(scene: Scene) -> None:
    refusals = map(refused, ["missing_scope", "is_archived", "method_not_supported_for_channel"])
    channels = scene.beset([*NOT_TAKEN, *LIMITS, *refusals], "conversations.join", SMALL)
    scene.roundup()
    assert scene.states() == alike(channels, "posted")
    scene.roundup(week=1)
    assert_all_is_well(scene, channels, SMALL)


@pytest.mark.parametrize(
    ("step", "size", "looking"),
    [(*LEAD, "conversations.history"), (*REPLY, "conversations.replies")],
    ids=["lead", "reply"],
)
def test_what_cannot_be_looked_up_stays_uncertain_until_it_can(
    scene: Scene, step: str, size: Size, looking: str
) -> None:
    refusals = [refused("channel_not_found"), refused("missing_scope")]
    faults = [*NOT_TAKEN, *LIMITS, *refusals]
    channels = scene.set_up(map(str, faults), size)
    for fault in faults:
        scene.proxy.meet(step, channels[str(fault)], LOST)
        scene.proxy.meet(looking, channels[str(fault)], fault)
    for due, names in scene.batches:
        scene.clocks(due, due + MINUTE)
        assert alike(set(names) - {FREE}, "uncertain").items() <= scene.states().items()
    scene.settle()
    assert scene.states() == alike(channels, "posted")
    assert scene.proxy.tries(looking).keys() >= {*channels.values()} - {channels[FREE]}
    scene.roundup(week=1)
    assert_all_is_well(scene, channels, size)


def test_entries_of_what_stays_uncertain_for_weeks_are_in_no_other_roundup(scene: Scene) -> None:
    fates = {"posted": Takes.AT_ONCE, "lost": Takes.NEVER}
    read_again, settled = (
        {f"{fate}, read again": fate for fate in fates},
        {fate: fate for fate in fates},
    )
    channels = scene.set_up([*read_again, *settled], SMALL)
    for name, fate in (read_again | settled).items():
        scene.proxy.meet("chat.postMessage", channels[name], Fault(fates[fate], HANGS_UP))
        refusals = [refused("missing_scope")] * (4 if name in read_again else 99)
        scene.proxy.meet("conversations.history", channels[name], *refusals)
    scene.clocks(DUE, DUE + MINUTE, NEXT, NEXT + WEEK)
    uncertain = {FREE: "posted"} | dict.fromkeys((*read_again, *settled), "uncertain")
    assert scene.states() == {name: [first, "posted", "quiet"] for name, first in uncertain.items()}
    for row in scene.deliveries():
        if row["subscription"] in settled and row["state"] == "uncertain":
            fate = settled[row["subscription"]]
            assert scene.run("deliveries", "--settle", str(row["id"]), fate).exit_code == 0
    scene.clocks(*(DUE + 2 * WEEK + n * MINUTE for n in (10, 20)), DUE + 3 * WEEK)
    for channel in channels.values():
        assert sorted(scene.entries(channel)) == SMALL.numbers


def test_faults_at_one_call_after_another_end_well(scene: Scene) -> None:
    faults = AMBIGUOUS[::4]
    channels = scene.set_up(map(str, faults), LARGE)
    steps = ("chat.postMessage", "reply", "conversations.history", "conversations.replies")
    for fault in faults:
        for step in steps:
            scene.proxy.meet(step, channels[str(fault)], fault, LIMITS[0], LOST)
    for week in range(2):
        scene.roundup(week=week)
        scene.settle(week)
    assert_all_is_well(scene, channels, LARGE)


def test_a_clock_that_cannot_ask_whose_token_it_has_delivers_later(scene: Scene) -> None:
    faults = [*NOT_TAKEN, *LIMITS, refused("not_authed")]
    scene.proxy.meet("auth.test", "", *faults)
    channels = scene.set_up([], SMALL)
    scene.clocks(*(KNOWN + n * MINUTE for n in range(len(faults))))
    scene.clocks(DUE, NEXT)
    assert_all_is_well(scene, channels, SMALL)


@pytest.mark.parametrize("step", ["conversations.join", "chat.postMessage", "reply"])
def test_a_slack_that_is_gone_after_a_call_is_told_and_nothing_is_lost(
    scene: Scene, step: str
) -> None:
    channels = scene.set_up([], LARGE)
    scene.proxy.meet(step, channels[FREE], GONE)
    is_used, is_over = step != "conversations.join", step == "reply"
    posted = scene.clock(DUE)
    assert posted.exit_code == (0 if is_used else 1), posted.output
    scene.proxy.leave()
    posted = scene.clock(DUE + MINUTE)
    assert posted.exit_code == (0 if is_over else 1), posted.output
    assert is_over or "Slack cannot be reached" in posted.output
    scene.proxy.come()
    scene.clocks(*LATER, NEXT)
    assert_all_is_well(scene, channels, LARGE)


def test_a_slack_that_is_gone_while_looking_up_leaves_it_uncertain(scene: Scene) -> None:
    channels = scene.set_up([], LARGE)
    scene.proxy.meet("reply", channels[FREE], LOST)
    scene.proxy.meet("conversations.history", channels[FREE], GONE)
    scene.clock(DUE)
    for n in (1, 3):
        scene.clock(DUE + n * MINUTE)
        assert scene.states() == {FREE: ["uncertain"]}
    scene.proxy.come()
    scene.clocks(*LATER, NEXT)
    assert_all_is_well(scene, channels, LARGE)


def test_a_clock_answered_when_another_has_its_delivery_posts_nothing_more(scene: Scene) -> None:
    channels, lead, reply = scene.set_up([], LARGE), Held(), Held()
    scene.proxy.meet("chat.postMessage", channels[FREE], Fault(Takes.AT_ONCE, held=lead))
    scene.proxy.meet("reply", channels[FREE], Fault(Takes.AT_ONCE, held=reply))
    slow = scene.start_clock(DUE)
    assert lead.taken.wait(30)
    other = scene.start_clock(DUE + 3 * MINUTE)
    assert reply.taken.wait(30)
    lead.released.set()
    assert slow.wait(30) == 0
    reply.released.set()
    assert other.wait(30) == 0
    scene.clocks(NEXT)
    assert_all_is_well(scene, channels, LARGE)
