"""Whom the bot gets to know: after their answer, once, and only what can be used."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.roundups.outside import Refused, Unanswered
from bot.slack.acquaintance import LASTS, Acquaintance
from bot.slack.here import Setting
from bot.slack.rehearsal.standin import Standin
from bot.store.people import Person
from bot.store.store import Store
from tests.slack.asking import NOW, Asker
from tests.slack.looking import Looker

ANN, BOB = "U0ANN", "U0BOB"


class Slack:
    """What it says of people; whom it was asked for."""

    def __init__(self, said: Any) -> None:
        self.said = said
        self.asked: list[str] = []

    def person(self, user: str) -> dict[str, Any]:
        self.asked.append(user)
        if isinstance(self.said, Exception):
            raise self.said
        return dict(self.said)


def met(store: Store, slack: Slack, *users: str, now: datetime = NOW) -> Acquaintance:
    """One process in which these came one after the other."""
    setting = Setting(store, lambda: now, lambda: now)
    acquaintance = Acquaintance(setting, slack.person, executor := Inline())
    for user in users:
        acquaintance.meet(user)
    executor.shutdown()
    return acquaintance


class Inline(ThreadPoolExecutor):
    """Does at once what it is given."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        done = super().submit(fn, *args, **kwargs)
        done.result()
        return done


def test_people_are_known_after_their_first_command_and_in_their_language_then(
    store: Store, standin: Standin
) -> None:
    standin.people[ANN] = {"locale": "zh-CN", "tz": "Asia/Shanghai"}
    asker = Asker(store, standin)
    assert "search" in asker.types("help", user_id=ANN)["text"]
    assert store.people.find(ANN) == Person("zh-CN", "Asia/Shanghai", NOW)
    assert "搜索" in asker.types("help", user_id=ANN)["text"]
    assert [call.via for call in standin.calls] == ["users.info"]


def test_people_are_known_after_they_opened_the_home_tab(store: Store, standin: Standin) -> None:
    standin.people[BOB] = {"locale": "en-GB", "tz": "Europe/London"}
    looker = Looker(store, standin)
    looker.opens_home(user=BOB)
    assert store.people.find(BOB) == Person("en-GB", "Europe/London", NOW)


def test_a_person_is_asked_for_once_a_day_and_again_when_what_is_known_is_old(store: Store) -> None:
    slack = Slack({"locale": "en-US", "tz": "Europe/Berlin"})
    met(store, slack, ANN, ANN, BOB, "")
    assert slack.asked == [ANN, BOB]
    met(store, slack, ANN, now=NOW + LASTS)
    assert slack.asked == [ANN, BOB]
    met(store, slack, ANN, now=NOW + LASTS + timedelta(seconds=1))
    assert slack.asked == [ANN, BOB, ANN]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"locale": 7, "tz": ["Asia/Shanghai"]},
        {"locale": "zh CN; drop", "tz": "../../etc/passwd"},
        {"locale": "z" * 3000, "tz": "EST"},
    ],
)
def test_what_cannot_be_used_of_what_slack_says_is_left_out(
    store: Store, said: dict[str, Any]
) -> None:
    met(store, Slack(said), ANN)
    assert store.people.find(ANN) == Person(None, None, NOW)


def test_without_the_permission_slack_is_asked_once_and_never_again(store: Store) -> None:
    slack = Slack(Refused("missing_scope"))
    met(store, slack, ANN, BOB)
    assert slack.asked == [ANN]
    slack = Slack(Unanswered("time-out"))
    met(store, slack, ANN, BOB)
    assert slack.asked == [ANN, BOB]
    assert store.people.find(ANN) is None


def test_a_process_that_ends_asks_for_nobody(store: Store) -> None:
    slack = Slack({})
    acquaintance = met(store, slack)
    acquaintance.meet(ANN)
    assert slack.asked == []
