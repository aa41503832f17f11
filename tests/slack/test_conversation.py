"""Conversations as people have them: signed requests, and a Slack written by others."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.roundup import SeenState
from bot.roundups.delivery import deliver_due
from bot.slack.answer.paging import NEXT
from bot.slack.assembly import assemble
from bot.slack.rehearsal.inputs import inputs, options_of, state_of
from bot.slack.rehearsal.interactions import Sender, Shown
from bot.slack.rehearsal.pressables import named
from bot.slack.roundup.roundup_row import RESUME, SNOOZE
from bot.slack.roundup.roundups import render
from bot.slack.wire.door import Door
from bot.store.past import past
from bot.store.store import Store
from tests.roundups.builders import BEFORE, MONDAY, WEEK, fill, subscription
from tests.roundups.test_clock import until
from tests.slack.front import Front, fronting
from tests.slack.knocking import SECRET, command, form, send, serving

USER = "U000000001"  # the emulator comes with them


class Person:
    """Somebody in a channel of the emulator; `answer` is the message before them."""

    def __init__(self, url: str, front: Front) -> None:
        self._url, self._front = url, front
        made = front.call("conversations.create", {"name": f"prs-{uuid.uuid4().hex[:12]}"})
        self.channel = str(made["channel"]["id"])
        self.answer: dict[str, Any] = {}

    def types(self, text: str) -> dict[str, Any]:
        """`/prdigest text`: the acknowledgement is the answer."""
        sender = self._sender()
        said = {"channel_id": self.channel, "user_id": USER, "trigger_id": sender.trigger_id}
        response = send(self._url, command(text, **said, response_url=sender.response_url))
        assert response.status == 200
        self.answer = response.json() if response.body else {}
        return self.answer

    def presses(self, name: str, n: int = 1) -> dict[str, Any]:
        """What a click is answered with, by its response_url; in its place if it says so."""
        pressed = named(self.answer["blocks"], name)[n - 1]
        shown = Shown("1764500000.000001", self.answer["text"], self.answer["blocks"])
        self.sends(self._sender().press_in_message(pressed.action(), shown))
        said = self._front.next("response_url").arguments
        if said["replace_original"]:
            self.answer = said
        return said

    def subscribes(self, text: str, **chosen: str) -> str:
        """`/prdigest subscribe text`, with what is `chosen` in the modal; what that becomes."""
        self.types(f"subscribe {text}")
        opened = self._front.next("views.open").answer["view"]
        shown = {**opened, **self._front.next("views.update").arguments["view"]}
        filled = {
            each.place: each.holding(chosen[each.block], options_of(each.element))
            for each in inputs(shown["blocks"])
            if each.block in chosen
        }
        filled_in = {**shown, "state": state_of(shown["blocks"], filled)}
        done = self.sends(self._sender().submission(filled_in))
        self._front.next("chat.postMessage")
        return json.dumps(done["view"])

    def sends(self, body: dict[str, Any]) -> dict[str, Any]:
        """An interaction, which is acknowledged."""
        response = send(self._url, form(payload=json.dumps({**body, "team": {"id": "T0TEAM"}})))
        assert response.status == 200
        told: dict[str, Any] = json.loads(response.body or "{}")
        return told

    def reads(self) -> list[str]:
        """What the channel shows, the oldest first; the newest is before them then."""
        history = self._front.call("conversations.history", {"channel": self.channel})
        said = [each for each in history["messages"] if each.get("blocks")]
        self.answer = said[0] if said else {}
        return [str(message["text"]) for message in reversed(said)]

    def _sender(self) -> Sender:
        front = self._front
        return Sender(USER, self.channel, front.trigger_id(USER), front.response_url(self.channel))


class Team:
    """A person in front of the whole bot, whose clock is set by hand."""

    def __init__(self, store: Store, front: Front) -> None:
        self.now = MONDAY
        self._store, self._front = store, front
        self.bot = assemble(store, token="xoxb-test", api_url=front.api_url, now=lambda: self.now)

    @contextmanager
    def person(self) -> Iterator[Person]:
        with serving(Door(self.bot.app, SECRET, self._store.database.ping)) as url:
            yield Person(url, self._front)
        self.bot.close()

    def notes(self, key: str, channel: str) -> None:
        """It is noted that an Entry is shown: Slack's answer comes after what it shows."""
        stored, row = self._store.entries.by_key(key), self._store.channels.viewer(channel)
        assert stored
        ids = [stored.id]

        def is_shown() -> bool:
            seen = past(self._store.database, ids, row.channel_row, USER).seen
            return bool(seen) and seen[stored.id].state is SeenState.SHOWN

        until(is_shown)

    def ticks(self, now: datetime) -> None:
        """The clock delivers what is due."""
        self.now = now
        deliver_due(lambda: now, self._store, render, self.bot.poster)
        self._front.forget()


@pytest.fixture
def team(store: Store, emulator: str) -> Iterator[Team]:
    with fronting(emulator) as front:
        yield Team(store, front)


@pytest.fixture
def person(team: Team) -> Iterator[Person]:
    with team.person() as person:
        yield person


def test_what_was_found_and_shared_is_left_out_of_the_roundup(
    store: Store, team: Team, person: Person
) -> None:
    fill(store, range(11, 18))
    declared = subscription(channel=person.channel, limit=8, file="schedules/weekly.yaml")
    store.subscriptions.sync([declared], BEFORE)

    assert "Change 17 (acme/engine #17)" in person.types("change")["text"]
    changed = person.presses(NEXT)
    assert [line for line in changed["text"].splitlines() if "•" in line] == [
        "• Change 12 (acme/engine #12)",
        "• Change 11 (acme/engine #11)",
    ]
    person.presses("share", 2)
    team.notes("acme/engine#11", person.channel)
    assert person.presses("share", 2)["text"] == "You shared this here just now."
    (shared,) = person.reads()
    assert "Change 11 " in shared

    team.ticks(MONDAY)
    _, roundup = person.reads()
    assert all(f"Change {n} " in roundup for n in range(12, 18))
    assert "Change 11 " not in roundup


def test_a_roundup_set_up_in_a_modal_keeps_silent_while_snoozed_and_comes_when_resumed(
    store: Store, team: Team, person: Person
) -> None:
    fill(store, range(11, 16))
    team.now = BEFORE
    assert "Mon 30 Nov, 09:00 (UTC)" in person.subscribes("change", limit="3")
    team.ticks(MONDAY)
    line, first = person.reads()
    assert line.startswith("Somebody set up a roundup: every Mon at 09:00")
    assert first.startswith("3 must-reads of 5 new")

    team.now = MONDAY + timedelta(hours=1)
    assert "Snoozed by" in str(person.presses(SNOOZE)["blocks"])
    team.ticks(MONDAY + WEEK)
    snoozed = person.answer
    assert len(person.reads()) == 2

    team.now, person.answer = MONDAY + WEEK + timedelta(hours=1), snoozed
    assert "Resumed by" in str(person.presses(RESUME)["blocks"])
    team.ticks(MONDAY + 2 * WEEK)
    told = person.reads()
    assert len(told) == 3
    assert told[2].startswith("2 must-reads")
