"""The whole Verdict, the shortcut and the Home tab, as people go through them."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.core.schedule import Language
from bot.slack.kit.blocks import strings
from bot.slack.language.words import ENGLISH, Words
from bot.slack.rehearsal.standin import Standin
from bot.slack.views.found import Told, found_view
from bot.slack.views.home import Content, home_view
from bot.slack.views.home_state import State, state_in
from bot.slack.views.verdict import verdict_view
from bot.store.saved import MOST, Shelf
from bot.store.store import Store
from tests.roundups.builders import fill, subscription
from tests.slack.asking import ASKER, CHANNEL, NOW, TEAM
from tests.slack.builders import an_entry
from tests.slack.limits import breaches_of_view
from tests.slack.looking import DIRECT, Looker

PULL = "https://github.com/acme/engine/pull/"


@pytest.fixture
def looker(store: Store, standin: Standin) -> Looker:
    fill(store, range(1, 8))
    return Looker(store, standin)


def told(looker: Looker) -> str:
    """All that the view says."""
    return " ".join(strings(looker.view["blocks"]))


def changes(looker: Looker) -> list[int]:
    """The numbers of the Entries that the view shows, in order."""
    lines = [block["text"]["text"] for block in looker.view["blocks"] if "accessory" in block]
    return [int(line.partition("#")[2].partition(" ")[0]) for line in lines]


def hidden(store: Store, pr: int, *visibility: str) -> None:
    """An Entry that is not for everybody."""
    facts: dict[str, Any] = {"level": Level.MUST, "date": date(2026, 11, 28)}
    entry = Entry("acme/engine", pr, f"Hidden {pr}", "Worth.", visibility=visibility, **facts)
    store.entries.merge(DigestFile(f"hidden-{pr}.yaml", (Telling(1, entry),)))


def ids(store: Store) -> dict[int | None, int]:
    """The row ids of all Entries by their numbers."""
    return {stored.entry.pr: stored.id for stored in store.entries.all()}


def test_a_whole_verdict_is_opened_from_a_message_saved_and_removed(
    store: Store, looker: Looker
) -> None:
    fill(store, [9], verdict="**Worth** it.\n\n- `a`\n- b", author="octocat", labels=("moe",))
    assert looker.opens_verdict(ids(store)[9]) == ["views.open", "views.update"]
    assert "must-read · acme/engine #9 · 27 Nov 2026" in told(looker)
    assert "by octocat · moe" in told(looker)
    parts = [part for block in looker.view["blocks"] for part in block.get("elements", [])]
    assert {"rich_text_section", "rich_text_list"} <= {part["type"] for part in parts}
    assert {"type": "text", "text": "Worth", "style": {"bold": True}} in parts[4]["elements"]

    assert looker.presses("save") == ["views.update"]
    assert store.saved.among(ASKER, [ids(store)[9]])
    assert looker.presses("unsave") == ["views.update"]
    assert "Remove from saved" not in told(looker)
    assert not store.saved.among(ASKER, [ids(store)[9]])


def test_a_verdict_that_is_gone_or_not_for_who_asks_is_told_in_the_modal(
    store: Store, looker: Looker
) -> None:
    hidden(store, 8, "C0SECRET")
    known = ids(store)
    looker.opens_verdict(known[8], "C0SECRET")
    assert "Hidden 8" in told(looker)
    assert looker.presses("save") == ["views.update"]  # the modal knows where it was opened
    looker.closes()
    store.entries.forget(["acme/engine#7"])
    for gone in (known[8], known[7], 10**9, 0):
        looker.opens_verdict(gone)
        assert "That pull request is gone" in told(looker)
        assert "Hidden" not in told(looker)


def test_a_message_is_asked_for_the_pull_requests_in_it(store: Store, looker: Looker) -> None:
    hidden(store, 8, "C0SECRET")
    link = {"type": "link", "url": f"{PULL}5/files"}
    message = {
        "text": f"look: <{PULL}3|this> and acme/engine#4, again acme/engine#3",
        "blocks": [{"type": "rich_text", "elements": [{"elements": [link]}]}],
        "attachments": [
            {"title_link": f"{PULL}8", "text": "https://git.acme.com/acme/engine/pull/6"}
        ],
    }
    assert looker.asks_of(message) == ["views.open", "views.update"]
    assert changes(looker) == [3, 4, 5]
    assert "No digest has these yet:" in told(looker)
    assert "https://git.acme.com/acme/engine/pull/6" in told(looker)
    assert "Hidden 8" not in told(looker)

    assert looker.chooses("save", 1) == ["views.update"]
    assert store.saved.among(ASKER, [*ids(store).values()]) == {ids(store)[4]}
    assert looker.chooses("unsave", 1) == ["views.update"]
    assert looker.chooses("verdict", 0) == ["views.push", "views.update"]
    assert "Change 3" in told(looker)
    looker.closes()
    assert looker.asks_of({"text": "no link"}) == ["views.open", "views.update"]
    assert "I look for links to pull requests, and for" in told(looker)
    looker.asks_of({"text": [1], "blocks": "acme/engine#1", "attachments": {"a": [None]}})
    assert changes(looker) == [1]


def test_home_says_what_it_is_for_until_there_is_something_of_ones_own(
    store: Store, looker: Looker
) -> None:
    assert looker.opens_home(tab="messages") == []
    assert looker.opens_home() == ["views.publish"]
    assert "/prdigest subscribe" in told(looker)
    assert changes(looker) == [7, 6, 5, 4, 3]  # the newest must-reads
    assert looker.chooses("save") == ["views.publish"]
    assert "/prdigest subscribe" not in told(looker)
    assert changes(looker) == [7, 7, 6, 5, 4, 3]
    assert looker.chooses("verdict") == ["views.open", "views.update"]
    looker.closes()
    assert looker.chooses("unsave") == ["views.publish"]
    assert changes(looker) == [7, 6, 5, 4, 3]


def test_home_searches_pages_and_clears_in_place(store: Store, looker: Looker) -> None:
    looker.opens_home()
    assert looker.presses("home_search", "change sort:new") == ["views.publish"]
    assert changes(looker) == [7, 6, 5, 4, 3]
    looker.presses("home_next")
    assert changes(looker) == [2, 1]
    assert looker.chooses("save", 0) == ["views.publish"]
    assert changes(looker) == [2, 1, 2]
    assert looker.opens_home(view=looker.view) == ["views.publish"]  # as it was left
    assert changes(looker) == [2, 1, 2]
    looker.presses("home_previous")
    assert changes(looker) == [7, 6, 5, 4, 3, 2]
    named = looker.view["blocks"][0]["block_id"]
    looker.presses("home_clear")
    assert changes(looker) == [2, 7, 6, 5, 4, 3]
    assert looker.view["blocks"][0]["block_id"] != named  # so that Slack empties it
    looker.presses("home_search", "level:brilliant")
    assert "is no level" in told(looker)


def test_home_pages_through_what_is_saved(store: Store, looker: Looker) -> None:
    looker.opens_home()
    known = ids(store)
    for n in range(1, 8):
        store.saved.save(ASKER, known[n], store.channels.viewer(CHANNEL), NOW)
    looker.opens_home()
    looker.presses("home_saved")
    assert changes(looker)[:2] == [2, 1]
    assert looker.chooses("unsave", 0) == ["views.publish"]
    looker.presses("home_saved_back")
    assert changes(looker)[:5] == [7, 6, 5, 4, 3]


def test_what_may_not_be_saved_is_told_where_it_was_pressed(store: Store, looker: Looker) -> None:
    fill(store, range(10, 10 + MOST))
    for id_ in sorted(ids(store).values())[-MOST:]:
        store.saved.save(ASKER, id_, store.channels.viewer(CHANNEL), NOW)
    looker.asks_of({"text": "acme/engine#1"})
    assert looker.chooses("save") == ["views.update"]
    assert f"You keep {MOST} pull requests already." in told(looker)
    assert changes(looker) == [1]
    looker.closes()
    looker.opens_home()
    looker.presses("home_search", "pr:1")
    assert looker.chooses("save") == ["views.publish"]
    assert f"You keep {MOST} pull requests already." in told(looker)


def test_home_tells_ones_own_next_roundups_and_nobody_elses(store: Store, standin: Standin) -> None:
    declared = [
        subscription("mine", channel="C0MINE", subscriber=ASKER, filter="moe `x`"),
        subscription("direct", channel=DIRECT, every="tue 09:00"),
        subscription("waits", channel="C0WAITS", subscriber=ASKER, paused=True),
        subscription("others", channel="C0OTHERS", subscriber="U0OTHER"),
    ]
    store.subscriptions.sync(declared, NOW)
    looker = Looker(store, standin, "C0MINE", "C0WAITS")
    looker.opens_home()
    shown = told(looker)
    assert "C0OTHERS" not in shown
    assert shown.index("Our direct messages") < shown.index("C0MINE") < shown.index("C0WAITS")
    assert "Mon 7 Dec, 09:00" in shown
    assert "paused in its file" in shown
    other = Looker(store, standin, user="U0STRANGER")
    other.opens_home(channel="D0STRANGER")
    assert "Your next roundups" not in told(other)


def test_home_shows_people_of_other_organisations_what_everybody_may_see(
    store: Store, looker: Looker
) -> None:
    hidden(store, 8, TEAM)
    looker.opens_home()
    assert changes(looker)[0] == 8
    store.saved.save(ASKER, ids(store)[8], store.channels.viewer(CHANNEL, TEAM), NOW)
    store.subscriptions.sync([subscription("mine", channel="C0MINE", subscriber=ASKER)], NOW)
    outsider: dict[str, Any] = {"user": {"id": ASKER, "team_id": "T0ELSE"}}
    looker.presses("home_search", "hidden", **outsider)
    assert "Hidden 8" not in told(looker)
    assert "C0MINE" not in told(looker)
    looker.presses("home_clear", **outsider)
    assert 8 not in changes(looker)


def test_a_home_whose_state_is_not_ours_begins_anew() -> None:
    state = State("moe", 5, 10, DIRECT, 3)
    written = home_view(state, Content(Shelf((), 0, 0), ({"type": "divider"},)), ENGLISH, NOW)
    assert state_in(written["private_metadata"]) == state
    for odd in ("", "[]", "{", '{"query": 1}', '{"start": -1}', '{"x": 1}', "[" * 9000):
        assert state_in(odd) == State()


HOSTILE = "<!channel> <https://evil.example|ok> <@U1> *b* `c` & \u202ertl \x00 @here {x} 👩‍🚀" * 40


@pytest.mark.parametrize("language", Language)
def test_hostile_entries_keep_every_view_within_slacks_rules(language: Language) -> None:
    words = Words(language)
    stored = an_entry(
        HOSTILE, verdict=HOSTILE * 300, repo="r" * 300, url=f"https://x.y/{'z' * 580}",
        title=HOSTILE, author=HOSTILE, labels=(HOSTILE,) * 50, evidence=HOSTILE,
    )  # fmt: skip
    many = tuple(replace(stored, id=n) for n in range(1, 11))
    views = [
        verdict_view(stored, words, saved=True, private="x", remark="Too many."),
        found_view(Told(many, (), frozenset({1})), words, remark="Too many."),
        home_view(
            State().asking(HOSTILE * 20),
            Content(Shelf(many[:5], 0, 7, 3), ({"type": "divider"},), must_reads=many[:5]),
            words,
            NOW,
        ),
    ]
    for view in views:
        assert breaches_of_view(view) == []
