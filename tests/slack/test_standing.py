"""How Roundups stand, as people ask for it: preview, status, why."""

from datetime import timedelta
from typing import Any

import pytest

from bot.core.entry import Level
from bot.core.roundup import Message
from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused
from bot.slack.commands import chosen
from bot.slack.rehearsal.standin import Standin
from bot.slack.roundup.roundups import render
from bot.store.store import Store
from tests.roundups.builders import BEFORE, DAY, MONDAY, WEEK, Channels, fill, subscription
from tests.slack.asking import CHANNEL, NOW, Asker
from tests.slack.limits import breaches
from tests.slack.test_roundup_buttons import told


@pytest.fixture
def asker(store: Store, standin: Standin) -> Asker:
    return Asker(store, standin)


def asked(asker: Asker, words: str) -> tuple[list[str], list[dict[str, Any]]]:
    """The lines of an answer that keeps to Slack's rules, and its blocks."""
    answer = asker.types(words)
    assert breaches(Message(answer["text"], tuple(answer["blocks"]))) == []
    return told(answer["blocks"]).splitlines(), answer["blocks"]


def declare(store: Store, *names: str, **facts: Any) -> None:
    facts = {"channel": CHANNEL, "file": "schedules/weekly.yaml", "limit": 3, **facts}
    store.subscriptions.sync([subscription(name, **facts) for name in names], BEFORE)


@pytest.mark.parametrize("words", ["preview", "status", "why #3"])
def test_a_channel_without_a_roundup_is_told_what_to_type(asker: Asker, words: str) -> None:
    lines, _ = asked(asker, words)
    assert lines[0] == "This channel has no roundup yet."
    assert lines[1].startswith("/prdigest subscribe")


def test_a_preview_is_exactly_what_is_posted_then(store: Store, asker: Asker) -> None:
    declare(store, "weekly", timezone="Asia/Shanghai", every="mon 17:30")
    fill(store, range(11, 16))
    lines, blocks = asked(asker, "preview")
    assert lines[0].startswith("weekly · due Mon 30 Nov, 17:30 (UTC+8) · only you see this")
    assert asked(asker, "preview") == (lines, blocks)
    slack = Channels()
    deliver_due(lambda: MONDAY + timedelta(minutes=30), store, render, slack)
    assert slack.taken[0].message.blocks == tuple(blocks[1:])


def test_a_preview_says_what_it_has_no_room_for(store: Store, asker: Asker) -> None:
    declare(store, "weekly", limit=30, every="tue 09:00")
    fill(store, range(11, 41), verdict="Worth a close read: " + "long words " * 25)
    _, blocks = asked(asker, "preview")
    shown = sum("accessory" in block for block in blocks)
    assert 5 < shown < 30
    assert told(blocks[-1]).startswith(f"{30 - shown} more follow in the roundup")


def test_a_preview_of_nothing_says_so(store: Store, asker: Asker) -> None:
    declare(store, "weekly", paused=True)
    assert asked(asker, "preview")[0] == [
        "weekly · not due at present; now it would be · only you see this"
        "Nothing would be posted: nothing that fits is new here."
    ]


def test_status_tells_the_last_the_next_what_fits_and_whether_the_clock_runs(
    store: Store, asker: Asker
) -> None:
    declare(store, "weekly", timezone="Asia/Shanghai", every="mon 16:15", filter="change")
    fill(store, range(11, 16))
    fill(store, [99], headline="Another")
    before = " ".join(asked(asker, "status")[0])
    assert "The clock is not running, so nothing is posted." in before
    assert "Last: none yet" in before
    deliver_due(lambda: MONDAY - timedelta(minutes=30), store, render, Channels())
    store.heartbeat.beat(NOW)
    _, blocks = asked(asker, "status")
    assert told(blocks[:2]) == "1 roundup of this channelThe clock is running."
    title, rows = blocks[2]["elements"]
    assert told(title) == "weekly · every Mon at 16:15, Asia/Shanghai · change"
    assert [told(row) for row in rows["elements"]] == [
        "Last: Mon 30 Nov, 16:30 (UTC+8) · 3 shown · 15 minutes late",
        "Next: Mon 7 Dec, 16:15 (UTC+8)",
        "Now: it would show 2",
    ]


def test_status_tells_the_last_error_in_words_with_its_mend(store: Store, asker: Asker) -> None:
    declare(store, "weekly")
    fill(store, range(11, 18))
    slack = Channels(faults=[Refused("restricted_action")])
    deliver_due(lambda: MONDAY, store, render, slack)
    _, blocks = asked(asker, "status")
    rows = [told(row) for row in blocks[2]["elements"][1]["elements"]]
    assert rows[0] == "Last: Mon 30 Nov, 09:00 (UTC) · not posted"
    assert rows[2] == "Now: it would show 3 · keep 4 for later"
    assert "a rule of the workspace forbids me to post there. Ask an admin" in rows[3]


def test_status_tells_of_pauses_and_of_more_than_there_is_room_for(
    store: Store, asker: Asker
) -> None:
    declare(store, *(f"r{n:02}" for n in range(12)))
    first, *_ = store.subscriptions.of_channel(CHANNEL)
    store.subscriptions.pause(first.id, NOW + WEEK, NOW)
    lines, _ = asked(asker, "status")
    said = " ".join(lines)
    assert "Next: Mon 14 Dec, 09:00 (UTC) · paused until Mon 7 Dec, 09:00 (UTC)" in said
    assert said.endswith("2 more")
    declare(store, "weekly", paused=True)
    said = " ".join(asked(asker, "status")[0])
    assert "Next: none, it is paused in schedules/weekly.yaml" in said


@pytest.mark.parametrize(
    ("typed", "is_verb"),
    [
        ("why #31245", True),
        ("why acme/engine#12", True),
        ("why acme/engine~1a2b3c4d-2", True),
        ("why https://github.com/acme/engine/pull/12", True),
        ('why "topk indices"', True),
        ("why “量化”", True),
        ("why does GLM loop", False),
        ("why", False),
        ("preview moe", False),
        ("status", True),
    ],
)
def test_a_first_word_is_a_verb_only_if_the_rest_fits(typed: str, is_verb: bool) -> None:
    assert (chosen(typed)[0] is not chosen("search moe")[0]) is is_verb


def test_why_tells_each_reason_in_words(store: Store, asker: Asker) -> None:
    declare(store, "weekly", filter="change -label:ci", limit=1)
    fill(store, [11, 12])
    fill(store, [13], labels=("ci",), level=Level.SKIM, date=(MONDAY - 60 * DAY).date())
    fill(store, [14], headline="Another")
    fill(store, [15], visibility=("C7",))

    def reasons(words: str) -> str:
        _, blocks = asked(asker, f"why {words}")
        return told(blocks[3:])

    assert reasons("#11").startswith("weekly · Mon 30 Nov, 09:00 (UTC)\n In it, as number 1 of 2.")
    assert "Not in it:It waits as number 2 of 2; the limit is 1." in reasons("acme/engine#12")
    assert (
        asker.answer["text"].splitlines()[2].startswith("weekly · Mon 30 Nov, 09:00 (UTC) Not in")
    )
    why13 = reasons("https://github.com/acme/engine/pull/13")
    assert "The filter is not met: -label:ci" in why13
    assert "It is “worth a skim”; the least shown is “must-read”." in why13
    assert "It is of 1 Oct 2026; nothing before 16 Nov 2026 is shown." in why13
    assert "The filter is not met: change" in reasons('"another"')
    assert "#15" in " ".join(asked(asker, "why #15")[0])
    assert "acme/engine" not in " ".join(asked(asker, "why #15")[0])


def test_why_tells_what_was_shown_or_muted_here(store: Store, asker: Asker) -> None:
    declare(store, "weekly", limit=1)
    fill(store, [11, 12])
    deliver_due(lambda: MONDAY, store, render, Channels())
    assert "It was shown here on 30 Nov." in told(asked(asker, "why #11")[1])
    asker.types("why #12")
    asker.chooses("mute")
    assert "Somebody chose “Not for this channel”." in told(asked(asker, "why #12")[1])
