"""Events of Slack, through the real door into the real app: what the store says afterwards."""

import itertools
import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from bot.core.schedule import StoredSubscription
from bot.slack.assembly import assemble
from bot.slack.events import LISTENERS
from bot.slack.rehearsal.standin import Standin
from bot.slack.wire.door import Door
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.store import Store, store_on
from tests.roundups.builders import subscription
from tests.slack.knocking import SECRET, Response, send, serving

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
SOON = int(NOW.timestamp()) - 5
TEAM, CHANNEL, BOT = "T0TEAM", "C0KERNELS", "U0PRDIGEST"
US = [{"enterprise_id": None, "team_id": TEAM, "user_id": BOT, "is_bot": True}]


class Slack:
    """Slack, as it tells our bot of what happens in a workspace."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._ids = itertools.count()

    def tells(
        self,
        type_: Any,
        *,
        team: Any = TEAM,
        to: Any = US,
        time: Any = SOON,
        id_: Any = None,
        **event: Any,
    ) -> Response:
        body = {
            "type": "event_callback",
            "team_id": team,
            "api_app_id": "A0",
            "event": {"type": type_, **event},
            "event_id": id_ or f"Ev{next(self._ids)}",
            "event_time": time,
            "authorizations": [{**each, "team_id": team} for each in to],
        }
        return send(self._url, json.dumps(body).encode(), "application/json")


@pytest.fixture
def slack(store: Store) -> Iterator[Slack]:
    """A running bot with a Subscription in the channel of the tests, and Slack in front of it."""
    store.channels.learn(TEAM)
    declared = [subscription(channel=CHANNEL, subscriber="U0SUBSCRIBER")]
    store.subscriptions.sync(declared, NOW)
    bot = assemble(store, token="xoxb-test", api_url="http://127.0.0.1:9/api/", now=lambda: NOW)
    with serving(Door(bot.app, SECRET, store.database.ping)) as url:
        yield Slack(url)
    bot.close()


def known(store: Store) -> StoredSubscription:
    (found,) = store.subscriptions.all()
    return found


@pytest.mark.parametrize(
    ("type_", "reason"),
    [
        ("channel_archive", "is_archived"),
        ("group_archive", "is_archived"),
        ("channel_deleted", "channel_not_found"),
        ("group_deleted", "channel_not_found"),
        ("group_left", "channel_not_found"),
    ],
)
def test_a_channel_that_takes_no_messages_pauses_and_its_subscriber_is_told_once(
    slack: Slack, store: Store, type_: str, reason: str
) -> None:
    for _ in range(2):
        assert slack.tells(type_, channel=CHANNEL).status == 200
    assert known(store).obstacle == reason
    notice = store.notices.take(NOW)
    assert notice
    assert (notice.subscriber, notice.reason) == ("U0SUBSCRIBER", reason)
    assert store.notices.take(NOW) is None


@pytest.mark.parametrize("type_", ["channel_archive", "group_left", "channel_deleted"])
def test_what_is_told_late_pauses_nothing(slack: Slack, store: Store, type_: str) -> None:
    assert slack.tells(type_, channel=CHANNEL, time=int(NOW.timestamp()) - 601).status == 200
    assert known(store).obstacle is None
    assert slack.tells(type_, channel=CHANNEL, time=int(NOW.timestamp()) - 600).status == 200
    assert known(store).obstacle


@pytest.mark.parametrize("time", [None, "1", -1.5, [1], {}, True, 2**80])
def test_an_event_of_no_known_time_is_believed(slack: Slack, store: Store, time: Any) -> None:
    assert slack.tells("channel_archive", channel=CHANNEL, time=time).status == 200
    assert known(store).obstacle == "is_archived"


def test_a_channel_goes_on_however_late_that_is_told(slack: Slack, store: Store) -> None:
    store.obstacles.meet(CHANNEL, TEAM, "is_archived", NOW)
    assert slack.tells("channel_unarchive", channel=CHANNEL, time=1).status == 200
    assert known(store).obstacle is None


def test_who_puts_us_out_of_a_private_channel_is_told_once(slack: Slack, store: Store) -> None:
    slack.tells("group_left", channel=CHANNEL)
    assert store.notices.take(NOW)
    store.obstacles.meet(CHANNEL, TEAM, "channel_not_found", NOW)  # as a message there is refused
    assert store.notices.take(NOW) is None


@pytest.mark.parametrize("type_", ["channel_unarchive", "group_unarchive"])
def test_a_channel_that_is_unarchived_goes_on(slack: Slack, store: Store, type_: str) -> None:
    store.obstacles.meet(CHANNEL, TEAM, "is_archived", NOW)
    for _ in range(2):
        assert slack.tells(type_, channel=CHANNEL, user="U0ADMIN").status == 200
    assert known(store).obstacle is None


@pytest.mark.parametrize(("user", "goes_on"), [(BOT, True), ("U0PERSON", False)])
def test_a_channel_goes_on_when_the_bot_itself_comes_in(
    slack: Slack, store: Store, user: str, goes_on: bool
) -> None:
    store.obstacles.meet(CHANNEL, TEAM, "not_in_channel", NOW)
    assert slack.tells("member_joined_channel", channel=CHANNEL, user=user).status == 200
    assert (known(store).obstacle is None) is goes_on


def test_whoever_comes_in_may_be_us_where_slack_does_not_say_who_we_are(
    slack: Slack, store: Store
) -> None:
    store.obstacles.meet(CHANNEL, TEAM, "not_in_channel", NOW)
    assert slack.tells("member_joined_channel", to=[], channel=CHANNEL, user="U0X").status == 200
    assert known(store).obstacle is None


def test_a_channel_that_got_another_id_is_followed_and_goes_on(slack: Slack, store: Store) -> None:
    store.obstacles.meet(CHANNEL, TEAM, "channel_not_found", NOW)
    ids = {"old_channel_id": CHANNEL, "new_channel_id": "C0SHARED"}
    for _ in range(2):
        assert slack.tells("channel_id_changed", **ids).status == 200
    assert known(store).subscription.channel == "C0SHARED"
    assert known(store).obstacle is None


@pytest.mark.parametrize(
    ("type_", "event", "reason"),
    [
        ("app_uninstalled", {}, "app_uninstalled"),
        ("tokens_revoked", {"tokens": {"oauth": [], "bot": [BOT]}}, "token_revoked"),
        ("tokens_revoked", {"tokens": {"oauth": ["U0PERSON"], "bot": []}}, None),
        ("tokens_revoked", {"tokens": {"oauth": ["U0PERSON"]}}, None),
        ("tokens_revoked", {"tokens": ["bot"]}, None),
        ("tokens_revoked", {}, None),
    ],
)
def test_a_workspace_stops_when_our_token_is_gone(
    slack: Slack, store: Store, type_: str, event: dict[str, Any], reason: str | None
) -> None:
    assert slack.tells(type_, **event).status == 200
    assert store.obstacles.stopped(SINGLE) == reason
    assert known(store).stopped == reason


@pytest.mark.parametrize(
    ("type_", "event"),
    [
        ("channel_left", {"channel": CHANNEL}),
        ("channel_rename", {"channel": {"id": CHANNEL, "name": "kernels-2"}}),
        ("group_rename", {"channel": {"id": CHANNEL, "name": "kernels-2"}}),
        ("reaction_added", {"user": "U0PERSON"}),
    ],
)
def test_what_changes_nothing_is_acknowledged_in_silence(
    slack: Slack, store: Store, caplog: pytest.LogCaptureFixture, type_: str, event: dict[str, Any]
) -> None:
    before = known(store)
    assert slack.tells(type_, **event).status == 200
    assert known(store) == before
    assert caplog.records == []


def test_events_of_another_workspace_change_nothing(slack: Slack, store: Store) -> None:
    assert slack.tells("channel_archive", team="T0OTHER", channel=CHANNEL).status == 200
    assert slack.tells("app_uninstalled", team="T0OTHER").status == 200
    assert (known(store).obstacle, known(store).stopped) == (None, None)


def test_an_event_told_again_changes_nothing_whatever_came_between(
    slack: Slack, store: Store
) -> None:
    assert slack.tells("channel_archive", channel=CHANNEL, id_="Ev1").status == 200
    assert slack.tells("channel_unarchive", channel=CHANNEL, id_="Ev2").status == 200
    assert slack.tells("channel_archive", channel=CHANNEL, id_="Ev1").status == 200
    assert known(store).obstacle is None


def test_what_an_event_shows_is_shown_once(store: Store, standin: Standin) -> None:
    store.people.learn("U0PERSON", None, None, NOW)
    bot = assemble(store, token="xoxb-test", api_url=standin.api_url, now=lambda: NOW)
    with serving(Door(bot.app, SECRET, store.database.ping)) as url:
        slack = Slack(url)
        for id_ in ("Ev1", "Ev1", "Ev2"):
            told = slack.tells("app_home_opened", user="U0PERSON", tab="home", id_=id_)
            assert told.status == 200
        assert slack.tells("app_home_opened", user=["U0PERSON"], tab="home").status == 200
    bot.close()
    assert [call.via for call in standin.calls] == ["views.publish"] * 2


@pytest.mark.parametrize("id_", ["-", 7, "E" * 65, ["Ev1"]])
def test_an_event_without_a_readable_id_is_taken_in_each_time(
    slack: Slack, store: Store, id_: Any
) -> None:
    for type_ in ("channel_archive", "channel_unarchive", "channel_archive"):
        assert slack.tells(type_, channel=CHANNEL, id_=id_).status == 200
    assert known(store).obstacle == "is_archived"


def test_hostile_events_change_nothing(slack: Slack, store: Store) -> None:
    before = known(store)
    hostile: list[Any] = [None, 7, "", "C", "c0kernels", CHANNEL + "\n", "C" * 5000, [CHANNEL], {}]
    for type_ in LISTENERS.keys() - {"app_uninstalled"}:
        for value in hostile:
            event = {"channel": value, "old_channel_id": CHANNEL, "new_channel_id": value}
            assert slack.tells(type_, **event, user=BOT, tokens=value).status < 500
    assert known(store) == before


def test_an_event_that_could_not_be_written_down_is_asked_for_again(
    slack: Slack, store: Store
) -> None:
    with store.database.write() as connection:
        connection.execute(sa.text("ALTER TABLE channels RENAME TO gone"))
    assert slack.tells("channel_archive", channel=CHANNEL, id_="Ev1").status == 503
    with store.database.write() as connection:
        connection.execute(sa.text("ALTER TABLE gone RENAME TO channels"))
    assert slack.tells("channel_archive", channel=CHANNEL, id_="Ev1").status == 200
    assert known(store).obstacle == "is_archived"


def test_bolt_misses_no_listener_for_what_we_asked_for(
    slack: Slack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, logger="bot.slack.bolt")
    for type_ in LISTENERS:
        assert slack.tells(type_, channel=CHANNEL).status == 200
    assert "Unhandled request" not in caplog.text
    unknown = json.dumps({"type": "shortcut", "callback_id": "x", "team": {"id": TEAM}}).encode()
    send(slack._url, unknown, "application/json")
    assert "Unhandled request" in caplog.text  # which is how it would look


def test_an_event_is_noted_by_the_clock_that_all_processes_share(database: Database) -> None:
    store = store_on(database)
    store.channels.learn(TEAM)
    store.subscriptions.sync([subscription(channel=CHANNEL, subscriber="U0SUBSCRIBER")], NOW)
    bot = assemble(store, token="xoxb-test", api_url="http://127.0.0.1:9/api/")
    with serving(Door(bot.app, SECRET, store.database.ping)) as url:
        slack, now = Slack(url), int(database.now().timestamp())
        assert slack.tells("channel_archive", channel=CHANNEL, time=now - 900).status == 200
        assert known(store).obstacle is None
        assert slack.tells("channel_archive", channel=CHANNEL, time=now).status == 200
    bot.close()
    assert known(store).obstacle == "is_archived"
