"""The buttons below a Roundup, as people press them: the rest, a snooze, the settings."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.errors import PrdigestError
from bot.roundups.delivery import deliver_due
from bot.slack.acts import settings, snoozing
from bot.slack.here import Here, Setting
from bot.slack.language.words import ENGLISH
from bot.slack.outcomes import Shown, Told
from bot.slack.pressed import InView, Pressed
from bot.slack.rehearsal.standin import Standin
from bot.slack.roundup.roundup_row import RESUME, SETTINGS, SHOW_REST, SNOOZE, OfRoundup
from bot.slack.roundup.roundups import render
from bot.slack.roundup.waiting import NEXT, PREVIOUS
from bot.store.store import Store
from tests.roundups.builders import BEFORE, LOST, MONDAY, WEEK, Channels, fill, subscription
from tests.slack.asking import ASKER, CHANNEL, NOW, TEAM, Asker
from tests.slack.limits import breaches, breaches_of_view

OF = OfRoundup("weekly", MONDAY)


def told(blocks: Any) -> str:
    """What blocks say, names of people left out."""
    if isinstance(blocks, list | tuple):
        return "".join(map(told, blocks))
    said = blocks.get("text", "")
    return (said if isinstance(said, str) else told(said)) + told(blocks.get("elements", ()))


def people(blocks: Any) -> list[str]:
    rich = [part for block in blocks for part in block.get("elements", ())]
    elements = [element for part in rich for element in part.get("elements", ())]
    return [element["user_id"] for element in elements if element["type"] == "user"]


@pytest.fixture
def slack(store: Store) -> Channels:
    """A channel in which a Roundup of three was posted, and nine more wait."""
    declared = subscription(channel=CHANNEL, file="schedules/weekly.yaml")
    store.subscriptions.sync([declared], BEFORE)
    fill(store, range(11, 23))
    return ticked(store, Channels())


def ticked(store: Store, slack: Channels, weeks: int = 0) -> Channels:
    deliver_due(lambda: MONDAY + weeks * WEEK, store, render, slack)
    return slack


def reading(store: Store, standin: Standin, message: Message) -> Asker:
    """A person before a message of the channel."""
    asker = Asker(store, standin)
    asker.answer = {"blocks": list(message.blocks)}
    return asker


def pressed(store: Store, name: str, value: str = OF.value, **who: Any) -> Pressed:
    setting = Setting(store, lambda: NOW, lambda: NOW, who.pop("admins", frozenset()))
    here = Here(setting, ASKER, TEAM, CHANNEL, False, ENGLISH, NOW)
    return Pressed(replace(here, **who), name, value)


def the_one(store: Store) -> StoredSubscription:
    (stored,) = store.subscriptions.all()
    return stored


def test_the_rest_is_shown_to_who_asks_and_counts_as_unseen(
    store: Store, standin: Standin, slack: Channels
) -> None:
    asker = reading(store, standin, slack.taken[0].message)
    first = asker.presses(SHOW_REST)
    assert first["response_type"] == "ephemeral"
    assert first["text"].startswith(
        "9 pull requests wait for the next roundups · 1 to 5\n• Change 14"
    )
    second = asker.presses(NEXT)
    assert second["replace_original"] is True
    assert second["text"].splitlines()[1:] == [
        f"• Change {n} (acme/engine #{n})" for n in range(19, 23)
    ]
    assert asker.presses(PREVIOUS)["text"] == first["text"]
    assert "Change 14 " in ticked(store, slack, weeks=1).texts[1]
    for answer in (first, second):
        assert breaches(Message(answer["text"], tuple(answer["blocks"]))) == []
    ticked(store, slack, weeks=2)  # behind what waits now
    assert asker.presses(NEXT)["text"].startswith("3 pull requests wait for the next roundups\n")


def test_the_rest_of_a_preview_is_what_comes_after_it(store: Store, standin: Standin) -> None:
    store.subscriptions.sync([subscription(channel=CHANNEL)], BEFORE)
    fill(store, range(1, 6))
    asker = Asker(store, standin)
    assert "Change 3" in asker.types("preview")["text"]
    assert "• Change 4" in asker.presses(SHOW_REST)["text"].splitlines()[1]


def test_nothing_of_the_rest_is_left_when_all_was_shown(
    store: Store, standin: Standin, slack: Channels
) -> None:
    for n in range(1, 4):
        ticked(store, slack, weeks=n)
    asker = reading(store, standin, slack.taken[0].message)
    assert asker.presses(SHOW_REST)["text"] == "Nothing waits any more: all that fits was shown."


def test_a_snoozed_roundup_says_so_keeps_silent_and_comes_again_when_resumed(
    store: Store, standin: Standin, slack: Channels
) -> None:
    posted = slack.taken[0].message
    asker = reading(store, standin, posted)
    snoozed = asker.presses(SNOOZE)
    assert snoozed["replace_original"] is True
    assert (snoozed["text"], snoozed["blocks"][:-2]) == (posted.text, list(posted.blocks[:-1]))
    below = snoozed["blocks"][-2:]
    assert people(below) == [ASKER]
    assert told(below).startswith("Snoozed by  until 7 Dec · next: Mon 14 Dec, 09:00 (UTC)")
    assert ticked(store, slack, weeks=1).texts == [posted.text]

    resumed = asker.presses(RESUME)
    assert resumed["blocks"][:-2] == list(posted.blocks[:-1])
    assert resumed["blocks"][-1] == posted.blocks[-1]
    assert "Resumed by" in told(resumed["blocks"][-2])
    assert "next: Mon 7 Dec, 09:00 (UTC)" in told(resumed["blocks"][-2])
    assert len(ticked(store, slack, weeks=1).texts) == 2
    for answer in (snoozed, resumed):
        assert breaches(Message(answer["text"], tuple(answer["blocks"])), named=[ASKER]) == []


def test_a_snooze_does_not_shorten_a_longer_pause(store: Store, slack: Channels) -> None:
    until = NOW + 3 * WEEK
    store.subscriptions.pause(the_one(store).id, until, NOW)
    snoozing.snooze(pressed(store, SNOOZE))
    assert the_one(store).pause_ends(NOW) == until


def test_a_message_that_may_not_be_posted_is_let_be_and_the_channel_is_told(store: Store) -> None:
    store.subscriptions.sync([subscription(channel=CHANNEL)], BEFORE)
    fill(store, [1])
    ticked(store, Channels(faults=[LOST]))
    (outcome,) = snoozing.snooze(pressed(store, SNOOZE))
    assert isinstance(outcome, Told)
    assert outcome.channel == CHANNEL
    assert people(outcome.message.blocks) == [ASKER]
    assert breaches(outcome.message, named=[ASKER]) == []
    assert the_one(store).pause_ends(NOW) == NOW + WEEK


@pytest.mark.parametrize("who", [{"is_outsider": True}, {"admins": frozenset({"U0ELSE"})}])
def test_only_who_may_change_roundups_has_one_wait(
    store: Store, slack: Channels, who: dict[str, Any]
) -> None:
    for act in (snoozing.snooze, snoozing.resume):
        with pytest.raises(PrdigestError):
            act(pressed(store, SNOOZE, **who))
    assert the_one(store).pause_ends(NOW) is None


@pytest.mark.parametrize("value", ["", "weekly", OfRoundup("renamed", MONDAY).value])
def test_a_button_of_what_is_gone_or_not_ours_is_answered_with_a_sentence(
    store: Store, standin: Standin, slack: Channels, value: str
) -> None:
    asker = Asker(store, standin)
    for name in (SHOW_REST, NEXT, SNOOZE, RESUME):
        assert "/prdigest status" in asker.presses(name, value or "x")["text"]


def test_the_settings_of_a_declared_one_say_which_file_it_is_and_let_it_wait(
    store: Store, slack: Channels
) -> None:
    (shown,) = settings.opened(pressed(store, SETTINGS))
    assert isinstance(shown, Shown)
    assert "set up in schedules/weekly.yaml" in told(shown.view["blocks"])
    in_it = InView("V1", "h", "declared", shown.view["private_metadata"], {})
    there = replace(pressed(store, SNOOZE, channel=None), view=in_it)
    after, line = snoozing.snooze(there)
    assert isinstance(after, Shown)
    assert isinstance(line, Told)
    assert "Paused until Mon 7 Dec, 09:00 (UTC)" in told(after.view["blocks"])
    assert people(line.message.blocks) == [ASKER]
    again, _ = snoozing.resume(replace(there, name=RESUME))
    assert again == shown
    for outcome in (shown, after):
        assert breaches_of_view(outcome.view) == []
