"""Sharing, saving and muting, as people do it from the menu of an Entry."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.roundup import Message
from bot.core.schedule import Language
from bot.core.share import Share, ShareState
from bot.slack.answer.answers import Reader
from bot.slack.answer.paging import Page
from bot.slack.entry import muted, saved, shared
from bot.slack.entry.menus import answer_block
from bot.slack.kit.blocks import strings
from bot.slack.language.words import ENGLISH
from bot.slack.rehearsal.standin import Standin
from bot.store.saved import Shelf
from bot.store.store import Store
from tests.roundups.builders import fill, subscription
from tests.slack.asking import ASKER, CHANNEL, NOW, Asker
from tests.slack.builders import an_entry
from tests.slack.limits import breaches
from tests.slack.misbehaving import a_slack_that, hangs_up, says

OTHER: dict[str, Any] = {"user": {"id": "U0OTHER"}}
OUTSIDER: dict[str, Any] = {"user": {"id": "U0OUTSIDE", "team_id": "T0ELSE"}}


@pytest.fixture
def asker(store: Store, standin: Standin) -> Asker:
    fill(store, range(1, 8))
    return Asker(store, standin)


def told(answer: dict[str, Any]) -> str:
    """All that blocks say."""
    return " ".join(strings(list(answer["blocks"])))


def people(answer: dict[str, Any]) -> list[str]:
    return [
        element["user_id"]
        for block in answer["blocks"]
        if block["type"] == "rich_text"
        for part in block["elements"]
        for element in part["elements"]
        if element["type"] == "user"
    ]


def hits(answer: dict[str, Any]) -> int:
    return sum("accessory" in block for block in answer["blocks"])


def test_an_entry_is_shared_with_the_channel_and_is_seen_there(asker: Asker) -> None:
    asker.types("change sort:new")
    sent = asker.chooses("share")
    assert (sent["response_type"], sent["replace_original"]) == ("in_channel", False)
    assert (sent["unfurl_links"], people(sent), hits(sent)) == (False, [ASKER], 1)
    assert "/prdigest change sort:new" in told(sent)
    assert "Change 7" in sent["text"]
    assert "shown here on 30 Nov" in told(asker.types("change sort:new"))
    assert "Change 7" not in told(asker.types(""))


def test_all_of_a_channel_read_a_shared_entry_in_its_language(asker: Asker, store: Store) -> None:
    asker.types("change sort:new")
    alone = asker.chooses("share")["text"]
    assert alone.startswith("Shared from")  # the channel names none: that of who shares
    there = subscription(channel=CHANNEL, language=Language.ZH)
    store.subscriptions.sync([there], NOW)
    asker.types("change sort:new")
    sent = asker.chooses("share", 1)
    assert sent["text"].startswith("分享自 /prdigest")
    assert "分享了这个 PR" in told(sent)


def test_who_presses_after_that_is_told_who_shared_it(asker: Asker) -> None:
    answer = asker.types("change sort:new")
    shared_message = asker.chooses("share")
    for pressed_in in (answer, shared_message):
        asker.answer = pressed_in
        sent = asker.chooses("share", **OTHER)
        assert (sent["response_type"], people(sent)) == ("ephemeral", [ASKER])
        assert "Already shared here just now by somebody" in sent["text"]
    asker.answer = answer
    assert "You shared this here just now" in told(asker.chooses("share"))


def test_what_slack_refuses_is_shared_with_the_next_press(
    asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    answer = asker.types("change")
    with a_slack_that(says(404, "expired_url")) as url:
        asker.chooses("share", response_url=url)
    assert "shared in C0CHANNEL by U0ASKER: no" in caplog.text
    asker.answer = answer
    assert asker.chooses("share")["response_type"] == "in_channel"


def test_what_slack_leaves_open_is_asked_and_shared_again_once(asker: Asker) -> None:
    answer = asker.types("change")
    with a_slack_that(hangs_up) as url:
        asker.chooses("share", response_url=url)
    asker.answer = answer
    question = asker.chooses("share", **OTHER)
    assert question["response_type"] == "ephemeral"
    assert "Slack did not confirm it" in told(question)
    sent = asker.presses(shared.SHARE_AGAIN, **OTHER)
    assert (sent["response_type"], people(sent)) == ("in_channel", ["U0OTHER"])
    assert "/prdigest change" in told(sent)
    asker.answer = question
    assert "You shared this" in told(asker.presses(shared.SHARE_AGAIN, **OTHER))


def test_what_is_not_there_after_all_is_undone_by_whoever_saw_that(
    store: Store, asker: Asker
) -> None:
    store.subscriptions.sync([subscription(channel=CHANNEL, limit=9)], NOW)
    asker.types("pr:7")
    with a_slack_that(hangs_up) as url:
        asker.chooses("share", response_url=url)
    answer = asker.types("pr:7")
    assert "may have been shared here" in told(answer)
    assert "It may have been shared here: Slack did not" in told(asker.types("why #7"))
    asker.answer = answer
    asker.chooses("share", **OTHER)
    undone = asker.presses(shared.SHARE_LOST, **OTHER)
    assert (undone["replace_original"], "that share is undone" in told(undone)) == (True, True)
    assert "In it, as number" in told(asker.types("why #7"))

    asker.answer = answer
    assert asker.chooses("share")["response_type"] == "in_channel"
    id_ = asker.answer["blocks"][-1]["block_id"].removeprefix("entry:")
    assert "You shared this here just now" in told(asker.presses(shared.SHARE_LOST, id_))
    assert "It was shown here" in told(asker.types("why #7"))


def test_an_entry_is_saved_in_place_and_listed(asker: Asker) -> None:
    asker.types("change sort:new")
    answer = asker.chooses("save", 1)
    assert answer["replace_original"] is True
    assert (told(answer).count("· saved"), told(answer).count("unsave:")) == (1, 1)
    assert (hits(asker.types("saved")), "1 saved pull request" in told(asker.answer)) == (1, True)
    assert "You have saved nothing yet" in told(asker.types("saved", user_id="U0OTHER"))


def test_what_is_saved_is_paged_and_removed_in_place(asker: Asker) -> None:
    first, second = asker.types("change sort:new"), asker.presses("page_next")
    for answer, n in [*((first, n) for n in range(5)), (second, 0)]:
        asker.answer = answer
        asker.chooses("save", n)
    assert hits(asker.types("saved")) == 5
    assert (hits(asker.presses(saved.NEXT)), "6 to 6" in told(asker.answer)) == (1, True)
    left = asker.chooses("unsave")
    assert (left["replace_original"], hits(left), "5 saved" in told(left)) == (True, 5, True)
    assert saved.NEXT not in told(left)


def test_elsewhere_than_in_answers_saving_is_whispered(asker: Asker) -> None:
    asker.types("change")
    in_channel = asker.chooses("share")
    assert "/prdigest saved" in told(asker.chooses("save"))
    assert asker.answer["replace_original"] is False
    asker.answer = in_channel
    assert "Removed" in told(asker.presses("unsave", in_channel["blocks"][-1]["block_id"][6:]))


def test_what_is_not_for_the_channel_is_said_in_place_and_taken_back(asker: Asker) -> None:
    asker.types("")
    answer = asker.chooses("mute")
    assert (answer["replace_original"], hits(answer)) == (True, 5)
    assert "No roundup in this channel will show Change" in answer["text"]
    assert "6 must-reads" in told(answer)
    assert "7 must-reads" in told(asker.presses(muted.UNDO))
    assert asker.answer["replace_original"] is True

    asker.types("change sort:new")
    assert "not for this channel" in told(asker.chooses("mute"))
    assert "not for this channel" not in told(asker.chooses("unmute"))


def test_elsewhere_than_in_answers_muting_leaves_the_message_alone(asker: Asker) -> None:
    asker.types("change")
    asker.chooses("share")
    assert asker.chooses("mute")["replace_original"] is False
    assert "Undone" in told(asker.presses(muted.UNDO))
    assert asker.answer["replace_original"] is True


@pytest.mark.parametrize("name", ["share", "save", "mute", "unmute"])
def test_people_of_other_organisations_change_nothing(asker: Asker, name: str) -> None:
    asker.types("change")
    value = asker.answer["blocks"][2]["accessory"]["options"][0]["value"].removeprefix("share:")
    assert "Only people of this workspace" in told(asker.presses(name, value, **OUTSIDER))


@pytest.mark.parametrize("value", ["99", "0", "x", "99999999999", "1:2"])
@pytest.mark.parametrize(
    "name", ["share", "share_again", "share_lost", "save", "mute", "unmute", "mute_undo"]
)
def test_an_entry_that_is_not_there_is_told_so(asker: Asker, name: str, value: str) -> None:
    said = asker.presses(name, value)
    assert "That pull request is gone" in told(said)
    assert said["response_type"] == "ephemeral"


HOSTILE = an_entry(
    "<!channel> <https://evil|ok> *b* `c` \u202e" + "字" * 400,
    repo="o/" + "_r_" * 60,
    pr=None,
    verdict="<@U1> " * 200,
    url="https://example.com/" + "x" * 560,
)


def everything_said(hostile_query: str) -> Iterator[Message]:
    shelf = Shelf(
        tuple(replace(HOSTILE, id=n) for n in range(1, 6)), start=5, total=500, elsewhere=3
    )
    yield saved.saved_list(shelf, Reader(ENGLISH, NOW.date()))
    yield saved.saved_list(Shelf((), 0, 0, 2), Reader(ENGLISH, NOW.date()))
    yield from (saved.saved_now(ENGLISH), saved.removed(ENGLISH), muted.unmuted(ENGLISH))
    yield muted.muted(HOSTILE, Page(hostile_query, 5), ENGLISH)
    yield shared.not_shared(ENGLISH)
    block = answer_block(1, Page(hostile_query, 0))
    for query in (hostile_query, "", None):
        yield shared.shared(HOSTILE, ASKER, query, ENGLISH)
    for state in ShareState:
        for passed in (timedelta(seconds=5), timedelta(minutes=7), timedelta(hours=5)):
            for user in (ASKER, "U0OTHER"):
                share = Share(user, state, NOW - passed, first=True)
                asked = shared.Asked(ASKER, 1, block, NOW)
                yield shared.in_the_way(share, asked, ENGLISH)


def test_nothing_that_is_said_breaks_slack_or_notifies_anybody_but_who_acts() -> None:
    for message in everything_said("<!here> `x` " * 60):
        assert breaches(message, named={ASKER, "U0OTHER"}) == [], message
