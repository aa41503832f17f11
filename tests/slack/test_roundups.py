"""Roundups as messages."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.entry import Level, StoredEntry
from bot.core.occasion import Fit, Occasion
from bot.core.roundup import Message, Roundup
from bot.core.schedule import Language, Occurrence, Subscription
from bot.slack.kit.blocks import Block, size, strings
from bot.slack.roundup.roundup_row import OfRoundup, of_roundup
from bot.slack.roundup.roundups import render
from tests.slack.builders import an_entry
from tests.slack.catalogue import english_in
from tests.slack.limits import breaches

DUE = datetime(2026, 11, 30, 1, tzinfo=UTC)


def rendered(
    *entries: StoredEntry,
    left: int = 0,
    of: int = 0,
    every: str = "mon 09:00",
    language: Language = Language.EN,
    level: Level = Level.MUST,
    **occasion: Any,
) -> tuple[Message, ...]:
    subscription = Subscription("weekly", "C1", every, "UTC", language=language, level=level)
    this = Occasion(subscription, Occurrence(DUE, DUE), **occasion)
    return render(Roundup(entries, left, of), this)


def row_of(message: Message) -> list[tuple[str, str]]:
    """The labels of the buttons below a Roundup, and their action ids."""
    row = message.blocks[-1]
    return [(each["text"]["text"], each["action_id"]) for each in row.get("elements", ())]


def test_a_roundup_leads_with_its_count_its_repositories_and_what_is_left() -> None:
    entries = [an_entry(), an_entry(), an_entry(repo="acme/infer")]
    (message,) = rendered(*entries, left=5, of=43)
    lead = "3 must-reads of 43 new PRs · engine 2, infer 1 · 5 kept for next week"
    assert message.text.splitlines()[0] == lead
    assert "".join(strings_of(message.blocks[0])) == lead
    (daily,) = rendered(*entries, left=5, of=1043, every="daily 09:00", level=Level.SKIM)
    assert daily.text.startswith("3 of 1,043 new PRs · engine 2, infer 1 · 5 kept for next time")


def test_a_roundup_of_all_that_is_new_does_not_say_of_how_many() -> None:
    (message,) = rendered(an_entry(), of=1)
    assert message.text.startswith("1 must-read · engine 1\n")


def test_below_a_roundup_are_buttons_that_bring_its_subscription() -> None:
    rest, snooze = ("Show the rest (5)", "roundup_rest"), ("Snooze a week", "roundup_snooze")
    below = [snooze, ("Settings", "roundup_settings")]
    first, *replies = rendered(*[an_entry() for _ in range(60)], left=5)
    assert row_of(first) == [rest, *below]
    assert all(each.blocks[-1]["type"] != "actions" for each in replies)
    assert [row_of(each) for each in rendered(an_entry(), fit=Fit.SMALL)] == [below]
    assert [row_of(each) for each in rendered()] == [below]
    (value,) = {each["value"] for each in first.blocks[-1]["elements"]}
    assert of_roundup(value) == OfRoundup("weekly", DUE)


@pytest.mark.parametrize("value", ["", "weekly", ":weekly", "1:", f"{10**11}9:weekly", "x:y"])
def test_a_value_that_is_not_ours_brings_no_roundup(value: str) -> None:
    assert of_roundup(value) is None


def test_each_entry_has_its_menu() -> None:
    one = an_entry()
    (message,) = rendered(one)
    (block,) = (each for each in message.blocks if each.get("accessory"))
    assert block["block_id"] == f"entry:{one.id}"
    names = [option["value"] for option in block["accessory"]["options"]]
    assert names == [f"{name}:{one.id}" for name in ("share", "verdict", "save", "mute")]


def test_a_roundup_of_lower_levels_counts_pull_requests() -> None:
    (message,) = rendered(an_entry(level=Level.SKIM), level=Level.SKIM)
    assert message.text.startswith("1 pull request · engine 1")


def test_the_bots_own_words_are_chinese_where_asked_for() -> None:
    (message,) = rendered(an_entry(), left=2, language=Language.ZH)
    assert message.text.startswith("1 个必读 PR · engine 1 · 2 ")
    assert "必读 · acme/engine #12 · 2026年11月27日" in " ".join(strings(message.blocks))


def test_a_small_roundup_is_one_message_that_names_its_entries() -> None:
    first, second = an_entry("One"), an_entry("Two")
    (message,) = rendered(first, second)
    assert message.entries == (first.id, second.id)
    assert not message.thread
    assert "• One (acme/engine #12)" in message.text


def test_what_is_too_much_goes_on_in_the_thread() -> None:
    entries = [an_entry() for _ in range(60)]
    lead, *replies = rendered(*entries)
    assert [lead.thread, *(reply.thread for reply in replies)] == [False] + [True] * len(replies)
    told = [entry for message in (lead, *replies) for entry in message.entries]
    assert told == [entry.id for entry in entries]
    assert f"{60 - len(lead.entries)} in the thread" in lead.text


def lead_when(by: timedelta, language: Language = Language.EN) -> str:
    (message,) = rendered(an_entry(), late=by, language=language)
    return message.text.splitlines()[0]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ({"minutes": 15}, "15 minutes late"),
        ({"minutes": 59, "seconds": 20}, "59 minutes late"),
        ({"minutes": 59, "seconds": 40}, "1 hour late"),
        ({"hours": 3, "minutes": 10}, "3 hours late"),
        ({"hours": 47}, "47 hours late"),
        ({"hours": 48}, "2 days late"),
        ({"days": 31}, "31 days late"),
    ],
)
def test_a_late_roundup_says_how_late_it_is(by: dict[str, int], words: str) -> None:
    assert lead_when(timedelta(**by)) == f"1 must-read · {words} · engine 1"


def test_a_late_roundup_says_so_in_chinese() -> None:
    assert "晚了 20 分钟" in lead_when(timedelta(minutes=20), Language.ZH)
    assert "晚了 1 小时" in lead_when(timedelta(hours=1), Language.ZH)
    assert "晚了 2 天" in lead_when(timedelta(days=2), Language.ZH)


def test_a_roundup_that_is_hardly_late_says_nothing_of_it() -> None:
    assert lead_when(timedelta(minutes=14)) == "1 must-read · engine 1"


def test_a_late_line_of_nothing_new_says_that_it_is_late() -> None:
    (message,) = rendered(late=timedelta(hours=2))
    assert message.text == "Nothing new to read this time. · 2 hours late"


@pytest.mark.parametrize("fit", Fit)
def test_a_roundup_that_goes_on_is_replies_alone(fit: Fit) -> None:
    entries = [an_entry(f"Change {n}") for n in range(9)]
    messages = rendered(*entries, goes_on=True, fit=fit, late=timedelta(hours=2), left=3)
    assert all(message.thread for message in messages)
    assert [id_ for message in messages for id_ in message.entries] == [e.id for e in entries]
    assert "late" not in messages[0].text
    assert messages[0].text.startswith("• Change 0")
    assert rendered(goes_on=True, fit=fit) == ()


def test_what_was_too_much_is_tried_in_far_smaller_messages() -> None:
    entries = [an_entry(verdict="Worth it. " * 30) for _ in range(12)]
    messages = rendered(*entries, fit=Fit.SMALL)
    assert [len(message.entries) for message in messages] == [5, 5, 2]
    long = [an_entry("x" * 300, verdict="y" * 300, url="https://e.org/" + "z" * 500)] * 9
    assert all(size(message.blocks) <= 4000 for message in rendered(*long, fit=Fit.SMALL))


def test_what_slack_does_not_take_as_blocks_is_told_as_text() -> None:
    (message,) = rendered(an_entry("Kernel <!here> & @here"), left=2, fit=Fit.PLAIN)
    assert message.blocks == ()
    assert message.text == (
        "1 must-read · engine 1 · 2 kept for next week\n\n"
        "• Kernel &lt;!here&gt; &amp; @\u2060here\n"
        "Worth a close read. The numbers were measured.\n"
        "must-read · <https://github.com/acme/engine/pull/12|acme/engine #12> · 27 Nov 2026"
    )


def test_a_text_links_to_a_search_where_the_pull_request_is_not_known() -> None:
    (message,) = rendered(an_entry("Kernel", pr=None), fit=Fit.PLAIN, language=Language.ZH)
    *_, facts = message.text.splitlines()
    assert facts.startswith(
        "必读 · acme/engine · 2026年11月27日 · <https://github.com/acme/engine/pulls"
    )
    assert facts.endswith("|在 GitHub 上查找>")


def test_no_address_can_end_its_link_early() -> None:
    (message,) = rendered(
        an_entry(repo="a|b/c>d", url="https://e.org/a|b>c d?x=1&y=2"), fit=Fit.PLAIN
    )
    assert "<https://e.org/a%7Cb%3Ec%20d?x=1&amp;y=2|a¦b/c&gt;d #12>" in message.text


def strings_of(block: Block) -> list[str]:
    return [element["text"] for element in block["elements"][0]["elements"]]


HOSTILE = st.text(
    st.sampled_from("<>&|*_~`@#!:•.\n\r \u202e\u200d\ud83dx量👩🏽"), max_size=400
) | st.sampled_from(
    ["", "<!channel>", "<@U1>", "&" * 700, "<" * 700, "量" * 900, "• x\n\n• y", "```", "x" * 2000]
)


def encodable(words: str) -> str:
    return words.encode("utf-8", "ignore").decode()


ENTRIES = st.builds(
    an_entry,
    HOSTILE,
    verdict=HOSTILE,
    repo=st.sampled_from(["acme/engine", "acme/infer"]) | HOSTILE.map(encodable),
    pr=st.none() | st.integers(1, 2**63 - 1),
    url=st.none() | st.builds("https://e.org/{}".format, HOSTILE) | HOSTILE,
    level=st.sampled_from(Level),
    date=st.dates(date(1, 1, 1)),
)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(ENTRIES, max_size=12),
    st.sampled_from(Fit),
    st.sampled_from(Language),
    st.booleans(),
    st.integers(0, 10**6),
    st.timedeltas(timedelta(0), timedelta(days=31)),
)
def test_every_entry_is_told_once_in_order_and_within_slacks_limits(
    entries: list[StoredEntry],
    fit: Fit,
    language: Language,
    goes_on: bool,
    left: int,
    by: timedelta,
) -> None:
    messages = rendered(
        *entries, fit=fit, language=language, goes_on=goes_on, left=left, late=by, level=Level.SKIM
    )
    assert [breaches(message) for message in messages] == [[]] * len(messages)
    assert [id_ for each in messages for id_ in each.entries] == [each.id for each in entries]
    lone_lead = 0 if goes_on or entries else 1
    assert len([each for each in messages if each.entries]) + lone_lead == len(messages)
    assert [message.thread for message in messages] == [
        goes_on or n > 0 for n, _ in enumerate(messages)
    ]
    if fit is Fit.PLAIN:
        pieces = [piece for message in messages for piece in message.text.split("\n\n")]
        told = pieces if goes_on else pieces[1:]  # after the lead
        assert [piece[:2] for piece in told] == ["• "] * len(entries)


@pytest.mark.parametrize("sign", ["x", "量", "👩🏽", "<", "&"])
def test_no_message_of_a_roundup_is_over_slacks_limits(sign: str) -> None:
    entries = [an_entry(sign * 600, verdict=sign * 3000, repo=sign * 200) for _ in range(50)]
    for message in rendered(*entries, left=9):
        assert breaches(message) == []


def test_a_quiet_roundup_is_one_line() -> None:
    (message,) = rendered()
    assert message.text == "Nothing new to read this time."
    assert breaches(message) == []
    (message,) = rendered(of=43)
    assert message.text == "43 new PRs, no must-read among them."
    assert breaches(message) == []


def test_every_word_of_a_roundup_is_known_in_chinese() -> None:
    rendered_words = rendered(
        *[an_entry(level=level, pr=None) for level in Level],
        *[an_entry() for _ in range(40)],
        left=1,
        language=Language.ZH,
    )
    text = " ".join(string for message in rendered_words for string in strings(message.blocks))
    assert english_in(text) == []
