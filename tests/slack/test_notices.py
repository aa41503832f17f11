"""Notices as direct messages, and the buttons by which one is answered."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.core.delivery import Delivery, Settled
from bot.core.notice import Notice, Trouble
from bot.core.roundup import DeliveryState, Message
from bot.core.schedule import Language
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Render
from bot.roundups.remedies import REMEDIES, Remedy
from bot.slack.rehearsal.standin import Standin
from bot.slack.roundup.notices import SETTLE, notice_message, settle_value
from bot.slack.subscription.mends import MENDS
from bot.store.store import Store, store_on
from tests.roundups.builders import (
    BEFORE,
    LOST,
    MONDAY,
    Channels,
    a_message_each,
    fill,
    one_message,
    subscription,
)
from tests.slack.asking import ASKER, Asker
from tests.slack.catalogue import english_in
from tests.slack.limits import breaches

DUE = datetime(2026, 11, 30, 1, tzinfo=UTC)


def of_obstacle(reason: str = "is_archived", **facts: Any) -> Notice:
    given: dict[str, Any] = {
        "id": 1,
        "trouble": Trouble.OBSTACLE,
        "subscriber": ASKER,
        "subscription": "weekly",
        "channel": "C0KERNELS",
        "language": Language.EN,
        "timezone": "Asia/Shanghai",
    }
    return Notice(**given | {"reason": reason} | facts)


def of_uncertain(**facts: Any) -> Notice:
    doubt = {"trouble": Trouble.UNCERTAIN, "delivery": 7, "due": DUE, "part": 1}
    return of_obstacle(**{"reason": "missing_scope", **doubt, **facts})


def buttons(message: Message) -> dict[str, str]:
    """The value of each button, by its action id."""
    rows = [block["elements"] for block in message.blocks if block["type"] == "actions"]
    return {each["action_id"]: each["value"] for row in rows for each in row}


def test_an_obstacle_is_told_with_its_place_its_reason_and_its_mend() -> None:
    message = notice_message(of_obstacle())
    assert message.text.splitlines() == [
        "I cannot post the roundup weekly in <#C0KERNELS>: the channel is archived.",
        "Unarchive it. Or move the roundup: name another channel in its schedule file, or type "
        "/prdigest subscribe there.",
        "Nothing is lost: what it would have shown waits, and I try again each time.",
    ]
    (part,) = message.blocks[0]["elements"]
    assert {"type": "channel", "channel_id": "C0KERNELS"} in part["elements"]
    assert "is_archived" in message.blocks[1]["elements"][0]["text"]


def test_every_code_that_pauses_has_its_reason_and_its_mend() -> None:
    assert set(MENDS) == REMEDIES[Remedy.PAUSE]
    mends = [(mend.why, mend.how) for mend in MENDS.values()]
    assert len({why for why, _ in mends}) == len(mends)


def test_a_code_that_nobody_knows_is_told_as_it_is() -> None:
    message = notice_message(of_obstacle("brand_new_code"))
    assert "Slack refuses it." in message.text
    assert "brand_new_code" in message.blocks[1]["elements"][0]["text"]


def test_a_direct_message_has_no_name_to_show() -> None:
    message = notice_message(of_obstacle("messages_tab_disabled", channel="D0DIRECT"))
    assert "the roundup weekly in our direct messages: " in message.text


def test_what_may_be_posted_is_asked_by_its_moment_where_it_was_due() -> None:
    message = notice_message(of_uncertain())
    first, ask, held = message.text.splitlines()
    assert first == (
        "I do not know whether the roundup weekly, due 30 Nov 2026 at 09:00 (Asia/Shanghai), "
        "is in <#C0KERNELS>."
    )
    assert ask.endswith("Please look there, and tell me.")
    assert "held back" in held
    assert buttons(message) == {"settle_posted": "7:1", "settle_lost": "7:1"}


def test_of_a_reply_it_is_asked_whether_that_is_there() -> None:
    text = notice_message(of_uncertain(part=3)).text
    assert "whether message 3 of the roundup weekly" in text
    assert "look in its thread" in text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("words", ["<!channel> *a*", "量" * 600, "x\n\u202ey" * 300, "{name}"])
def test_no_notice_breaks_slacks_limits_or_notifies(language: Language, words: str) -> None:
    for notice in (of_obstacle, of_uncertain):
        message = notice_message(
            notice(reason=words, subscription=words, language=language, channel="D0DIRECT")
        )
        assert breaches(message) == []


def test_a_notice_in_chinese_is_chinese() -> None:
    notices = (of_obstacle("no_permission"), of_uncertain(), of_uncertain(part=2))
    for notice in notices:
        message = notice_message(replace(notice, language=Language.ZH))
        assert english_in(message.text) == []
        assert "PR 汇总 weekly" in message.text


@pytest.fixture
def store(database: Any) -> Store:
    """A store on each kind of database, with a Roundup of three Entries due on Monday."""
    store = store_on(database)
    declared = [subscription(channel="C0KERNELS", subscriber=ASKER)]
    store.subscriptions.sync(declared, BEFORE)
    fill(store, range(1, 4))
    return store


def asked(store: Store, slack: Channels, render: Render) -> Message:
    """The direct message after a Delivery met the faults of `slack` and could not be looked up."""
    for minutes in range(13):
        moment = MONDAY + timedelta(minutes=minutes)
        deliver_due(partial(_same, moment), store, render, slack)
    (notice,) = slack.told
    return notice_message(notice)


def _same(moment: datetime) -> datetime:
    return moment


def delivered(store: Store) -> Delivery:
    (delivery,) = store.deliveries.all()
    return delivery


@pytest.mark.parametrize(
    ("outcome", "state", "words"),
    [
        (Settled.POSTED, DeliveryState.POSTED, "the message is there."),
        (Settled.LOST, DeliveryState.FAILED, "the message is not there."),
    ],
)
def test_the_subscriber_settles_what_is_uncertain_once(
    store: Store, standin: Standin, outcome: Settled, state: DeliveryState, words: str
) -> None:
    message = asked(store, Channels(faults=[LOST], unreadable="missing_scope"), one_message)
    person = Asker(store, standin)
    pressed = SETTLE[outcome], buttons(message)[SETTLE[outcome]]
    answer = person.presses(*pressed)
    assert answer["replace_original"] is True
    assert "response_type" not in answer
    assert words in answer["text"]
    assert delivered(store).state is state

    again = person.presses(*pressed)
    assert again["replace_original"] is False
    assert "is not uncertain" in again["text"]
    assert delivered(store).state is state


def test_a_lost_reply_frees_its_own_entries_alone(store: Store, standin: Standin) -> None:
    slack = Channels(faults=[None, LOST], unreadable="missing_scope")
    message = asked(store, slack, a_message_each)
    assert "message 2 of the roundup" in message.text
    lost = SETTLE[Settled.LOST]
    Asker(store, standin).presses(lost, buttons(message)[lost])
    assert (delivered(store).state, len(delivered(store).entries)) == (DeliveryState.POSTED, 1)


def test_nobody_else_settles_it(store: Store, standin: Standin) -> None:
    message = asked(store, Channels(faults=[LOST], unreadable="missing_scope"), one_message)
    for action_id, value in buttons(message).items():
        answer = Asker(store, standin).presses(action_id, value, user={"id": "U0OTHER"})
        assert (answer["replace_original"], answer["response_type"]) == (False, "ephemeral")
        assert "only the subscriber" in answer["text"]
    assert delivered(store).state is DeliveryState.UNCERTAIN


ODD_PARTS = ("1:", ":1", "1:0", "1:-1", "1:１", "1:1:1", "1:1 ", "1:1\n", "1:99999", "1:x", "1 :1")


def test_a_value_that_is_not_ours_settles_nothing(store: Store, standin: Standin) -> None:
    asked(store, Channels(faults=[LOST], unreadable="missing_scope"), one_message)
    person = Asker(store, standin)
    for value in ("0", "-1", "1.0", "1 OR 1=1", "１", "9" * 10, "9" * 2000, "[1]", "x", *ODD_PARTS):
        assert person.presses(SETTLE[Settled.POSTED], value) == {}
    assert delivered(store).state is DeliveryState.UNCERTAIN


def test_an_old_question_does_not_settle_another_part(store: Store, standin: Standin) -> None:
    slack = Channels(faults=[None, LOST], unreadable="missing_scope")
    asked(store, slack, a_message_each)
    (uncertain,) = store.deliveries.all()
    for part in (1, 3, 9999):
        value = settle_value(uncertain.id, part)
        answer = Asker(store, standin).presses(SETTLE[Settled.LOST], value)
        assert "nothing to settle" in answer["text"]
    now = delivered(store)
    assert (now.state, now.parts) == (DeliveryState.UNCERTAIN, uncertain.parts)


def test_a_question_that_does_not_name_its_part_is_refused_in_words(
    store: Store, standin: Standin
) -> None:
    asked(store, Channels(faults=[LOST], unreadable="missing_scope"), one_message)
    answer = Asker(store, standin).presses(SETTLE[Settled.LOST], str(delivered(store).id))
    assert answer["replace_original"] is False
    assert "an earlier version of me" in answer["text"]
    assert delivered(store).state is DeliveryState.UNCERTAIN


def test_a_delivery_that_does_not_exist_cannot_be_settled(store: Store, standin: Standin) -> None:
    answer = Asker(store, standin).presses(SETTLE[Settled.LOST], f"{2**31 - 1}:1")
    assert "nothing to settle" in answer["text"]
