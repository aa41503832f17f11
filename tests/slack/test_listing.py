"""The Subscriptions of a channel as people list, pause, resume and remove them in Slack."""

from dataclasses import replace
from typing import Any

import pytest

from bot.core.roundup import Message
from bot.core.schedule import Language
from bot.errors import PrdigestError
from bot.slack.acts import listing
from bot.slack.commands import chosen
from bot.slack.here import Here, Setting
from bot.slack.language.words import ENGLISH
from bot.slack.outcomes import Replaced, Told
from bot.slack.pressed import Pressed
from bot.slack.rehearsal.say import Conversation, Reply
from bot.slack.rehearsal.standin import Standin
from bot.slack.subscription.listing_row import EDIT, PAUSE, REMOVE, RESUME
from bot.store.store import Store
from tests.roundups.builders import BEFORE, WEEK, Channels, fill, subscription
from tests.slack.asking import ASKER, CHANNEL, NOW, TEAM
from tests.slack.limits import breaches
from tests.slack.test_roundup_buttons import people, ticked, told

LINE = "chat.postMessage"


@pytest.fixture
def talk(store: Store, standin: Standin) -> Conversation:
    """In a channel with a Roundup that a file declares and one that was made in Slack."""
    declared = subscription("weekly", channel=CHANNEL, file="schedules/weekly.yaml", limit=3)
    store.subscriptions.sync([declared], BEFORE)
    made = subscription(channel=CHANNEL, every="thu 10:00", timezone="Asia/Shanghai")
    store.subscriptions.make(replace(made, filter="moe", language=Language.ZH), BEFORE)
    store.people.learn(ASKER, "en-US", None, NOW)
    return Conversation(store, standin, channel=CHANNEL, user=ASKER, now=lambda: NOW)


def said(reply: Reply) -> str:
    """What a message says that keeps to Slack's rules."""
    assert reply.text
    assert breaches(Message(reply.text, reply.blocks), named=[ASKER]) == []
    return told(list(reply.blocks))


def buttons(reply: Reply) -> list[list[str]]:
    rows = [block["elements"] for block in reply.blocks if block["type"] == "actions"]
    return [[each["action_id"] for each in row] for row in rows]


def test_the_list_says_what_when_next_last_and_where_each_was_declared(
    store: Store, talk: Conversation
) -> None:
    fill(store, [1])
    ticked(store, Channels())
    (reply,) = talk.command("/prdigest subscriptions")
    assert said(reply).startswith("2 roundups of this channelRoundup · every Thu at 10:00")
    for fact in (
        "weekly · every Mon at 09:00, UTCmust-read · 3 at most",
        "Next: Mon 7 Dec, 09:00 (UTC)",
        "Last: Mon 30 Nov, 09:00 (UTC) · 1 shown",
        "Set up in schedules/weekly.yaml",
        "Roundup · every Thu at 10:00, Asia/Shanghaimust-read · 3 at most · moe",
        "Next: Thu 3 Dec, 10:00 (UTC+8)",
        "Last: none yet",
    ):
        assert fact in said(reply)
    assert buttons(reply) == [[EDIT, PAUSE, REMOVE], [PAUSE]]


def test_a_click_changes_the_list_in_place_and_the_channel_is_told_who_did_what(
    store: Store, talk: Conversation
) -> None:
    talk.command("/prdigest subscriptions")
    paused, line = talk.click(PAUSE)
    assert (paused.via, line.via) == ("response_url", LINE)
    assert said(paused).startswith(" Paused until Mon 7 Dec, 17:00 (UTC+8) · every Thu")
    assert buttons(paused) == [[EDIT, RESUME, REMOVE], [PAUSE]]
    assert people(line.blocks) == [ASKER]
    assert "Asia/Shanghai · moe" in said(line)
    assert "2026" not in said(line)
    resumed, line = talk.click(RESUME)
    assert said(resumed).startswith(" Resumed; the next one comes Thu 3 Dec, 10:00 (UTC+8)")
    removed, line = talk.click(REMOVE)
    assert said(removed).startswith(" Removed · every Thu at 10:00, Asia/Shanghai1 roundup")
    assert people(line.blocks) == [ASKER]
    assert [each.retired for each in store.subscriptions.all()] == [True, False]


def test_all_of_a_channel_are_paused_for_as_long_as_is_typed_and_resumed(
    store: Store, talk: Conversation
) -> None:
    answer, line = talk.command("/prdigest pause 2w")
    assert said(answer).startswith("Paused until Mon 14 Dec, ")
    assert "weekly · every Mon at 09:00, UTC · next: Mon 21 Dec, 09:00 (UTC)" in said(answer)
    assert people(line.blocks) == [ASKER]
    fill(store, range(1, 9))
    assert ticked(store, Channels(), weeks=1).texts == []

    answer, _ = talk.command("/prdigest pause 3 days")
    assert {each.pause_ends(NOW) for each in store.subscriptions.all()} == {NOW + 3 * (WEEK / 7)}
    answer, line = talk.command("/prdigest resume")
    assert "weekly · every Mon at 09:00, UTC · next: Mon 7 Dec, 09:00 (UTC)" in said(answer)
    assert people(line.blocks) == [ASKER]
    (nothing,) = talk.command("/prdigest resume")
    assert "Nothing is paused here." in said(nothing)


def test_what_cannot_be_is_answered_with_what_to_do(store: Store, standin: Standin) -> None:
    talk = Conversation(store, standin, channel=CHANNEL, user=ASKER, now=lambda: NOW)
    for typed in ("subscriptions", "pause 2w", "resume"):
        (reply,) = talk.command(f"/prdigest {typed}")
        assert "/prdigest subscribe" in said(reply)
    declared = subscription(channel=CHANNEL, file="schedules/weekly.yaml", paused=True)
    store.subscriptions.sync([declared], BEFORE)
    for typed in ("pause 2w", "resume"):
        (reply,) = talk.command(f"/prdigest {typed}")
        assert "schedules/weekly.yaml has it paused" in said(reply)
    (reply,) = talk.command("/prdigest pause 30 minutes")
    assert "write `3d` for days" in said(reply)
    assert buttons(talk.command("/prdigest subscriptions")[0]) == []


def test_where_nothing_can_be_posted_the_list_says_how_to_mend_it(
    store: Store, talk: Conversation
) -> None:
    store.obstacles.meet(CHANNEL, None, "is_archived", NOW)
    assert "the channel is archived. Unarchive it." in said(
        talk.command("/prdigest subscriptions")[0]
    )


def test_a_channel_with_more_than_there_is_room_for_is_told_how_many_more(
    store: Store, standin: Standin
) -> None:
    hostile = "<!channel> *" + "🧑🏽‍🚀 |" * 90
    declared = [
        subscription(f"{n:02}{hostile}", channel=CHANNEL, file=hostile, filter=f'"{hostile}"')
        for n in range(40)
    ]
    store.subscriptions.sync(declared, BEFORE)
    talk = Conversation(store, standin, channel=CHANNEL, user=ASKER, now=lambda: NOW)
    (reply,) = talk.command("/prdigest subscriptions")
    assert f"{40 - len(buttons(reply))} more" in said(reply)
    assert len(buttons(reply)) > 5
    answer, line = talk.command("/prdigest pause 1d")
    assert "20 more" in said(answer)
    assert "paused 40 roundups of this channel" in said(line)


def pressed(store: Store, name: str, value: str, **who: Any) -> Pressed:
    setting = Setting(store, lambda: NOW, lambda: NOW, who.pop("admins", frozenset()))
    here = Here(setting, ASKER, TEAM, CHANNEL, False, ENGLISH, NOW)
    return Pressed(replace(here, **who), name, value)


@pytest.mark.parametrize("who", [{"is_outsider": True}, {"admins": frozenset({"U0ELSE"})}])
def test_who_may_change_nothing_sees_the_list_without_buttons_and_changes_nothing(
    store: Store, talk: Conversation, who: dict[str, Any]
) -> None:
    ids = [str(each.id) for each in store.subscriptions.of_channel(CHANNEL)]
    may = listing.listed(pressed(store, "", "").here)
    may_not = listing.listed(pressed(store, "", "", **dict(who)).here)
    assert [each["type"] for each in may.blocks].count("actions") == 2
    assert "actions" not in {each["type"] for each in may_not.blocks}
    for act in (listing.pause, listing.resume, listing.remove):
        with pytest.raises(PrdigestError):
            act(pressed(store, PAUSE, ids[-1], **dict(who)))
    assert listing.listed(pressed(store, "", "").here) == may


def test_buttons_of_another_channel_and_of_files_remove_nothing(
    store: Store, talk: Conversation
) -> None:
    made = next(each for each in store.subscriptions.all() if not each.subscription.file)
    for value in ("", "x", "9" * 30, "0"):
        with pytest.raises(PrdigestError, match="not there any more"):
            listing.remove(pressed(store, REMOVE, value))
    with pytest.raises(PrdigestError, match="not there any more"):
        listing.remove(pressed(store, REMOVE, str(made.id), channel="C0ELSE"))
    (declared,) = [each for each in store.subscriptions.all() if each.subscription.file]
    with pytest.raises(PrdigestError, match="change it there"):
        listing.remove(pressed(store, REMOVE, str(declared.id)))


def test_that_a_line_was_refused_is_noted_where_that_keeps_roundups_away_too(
    store: Store, talk: Conversation
) -> None:
    made = next(each for each in store.subscriptions.all() if not each.subscription.file)
    replaced, line = listing.pause(pressed(store, PAUSE, str(made.id), team=None))
    assert isinstance(replaced, Replaced)
    assert isinstance(line, Told)
    assert line.refused
    line.refused("msg_too_long")
    assert store.subscriptions.get(made.id).obstacle is None
    line.refused("not_in_channel")
    assert store.subscriptions.get(made.id).obstacle == "not_in_channel"


@pytest.mark.parametrize(
    ("typed", "is_verb"),
    [
        ("subscriptions", True),
        ("subscriptions moe", False),
        ("pause 2w", True),
        ("pause 一周", True),
        ("pause", False),
        ("pause tokens", False),
        ("resume", True),
        ("resume training", False),
    ],
)
def test_a_first_word_is_a_verb_only_if_the_rest_fits(typed: str, is_verb: bool) -> None:
    assert (chosen(typed)[0] is not chosen("search moe")[0]) is is_verb
