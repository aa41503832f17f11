"""The modal in which a roundup is set up or edited, as people fill it in."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.core.schedule import Language, Quiet, Subscription
from bot.errors import PrdigestError, QueryError
from bot.slack.acts import subscribed, subscribing
from bot.slack.here import Here, Setting
from bot.slack.language.words import ENGLISH
from bot.slack.outcomes import Shown, Taken, Told
from bot.slack.performing import Performer, Way
from bot.slack.pressed import InView, Pressed, Submitted
from bot.slack.rehearsal.say import Conversation, Reply, conversation
from bot.slack.rehearsal.standin import Standin
from bot.slack.views.subscribe import FILLED_IN, SUBSCRIBE
from bot.slack.wire.calls import web_client
from bot.slack.wire.surfaces import Surfaces
from bot.store.store import Store
from tests.roundups.builders import BEFORE, fill, subscription
from tests.slack.asking import ASKER, CHANNEL, NOW, TEAM
from tests.slack.limits import breaches_of_view

DIRECT = "D0OTHERS"
FIELDS: dict[str, Any] = {
    "days": ("thu", "mon"),
    "time": "09:30",
    "timezone": "Asia/Shanghai",
    "filter": "change",
    "level": "skim",
    "limit": "5",
    "language": "zh",
    "quiet": "line",
}


@pytest.fixture
def talk(store: Store) -> Iterator[Conversation]:
    fill(store, range(11, 16))
    with conversation(store, channel=CHANNEL, user=ASKER, now=lambda: NOW) as talk:
        yield talk


def here(store: Store, channel: str | None = CHANNEL, **who: Any) -> Here:
    setting = Setting(store, lambda: NOW, lambda: NOW, who.pop("admins", frozenset()))
    return replace(Here(setting, ASKER, TEAM, channel, False, ENGLISH, NOW), **who)


def in_modal(private: str = CHANNEL, **fields: Any) -> InView:
    return InView("V1", "h", SUBSCRIBE, private, FIELDS | fields)


def submitted(store: Store, private: str = CHANNEL, **fields: Any) -> Taken:
    """What becomes of the modal; `here` has no channel, as with Slack."""
    return subscribed.submitted(Submitted(here(store, None), in_modal(private, **fields)))


def said(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False)


def shown(replies: list[Reply]) -> dict[str, Any]:
    """The modal that is there after all."""
    view = next(reply.view for reply in reversed(replies) if reply.view)
    assert breaches_of_view(view, {ASKER, CHANNEL}) == []
    return view


def initial(view: dict[str, Any]) -> dict[str, Any]:
    """What the inputs hold at first, by block_id."""
    elements = {each["block_id"]: each["element"] for each in view["blocks"] if "element" in each}
    held = {}
    for name, element in elements.items():
        (value,) = [value for key, value in element.items() if key.startswith("initial_")] or [""]
        options = value if isinstance(value, list) else [value]
        values = tuple(each["value"] if isinstance(each, dict) else each for each in options)
        held[name] = values if isinstance(value, list) else values[0]
    return held


def the_one(store: Store) -> Subscription:
    (stored,) = store.subscriptions.of_channel(CHANNEL)
    return stored.subscription


def test_a_roundup_is_set_up_by_a_modal_that_tells_what_would_have_come(
    store: Store, talk: Conversation
) -> None:
    store.people.learn(ASKER, "en-US", "Asia/Tokyo", NOW)
    opened = shown(talk.command("/prdigest subscribe 13"))
    assert initial(opened) == {
        "days": ("mon",),
        "time": "09:00",
        "timezone": "Asia/Tokyo",
        "filter": "13",
        "level": "must",
        "limit": "8",
        "language": "en",
        "quiet": "silent",
    }
    assert "Would have shown 1 of the last 5 pull requests" in said(opened)
    assert "Change 13" in said(opened)

    wrong = talk.fill("filter", "sort:new")
    assert "`sort:` has no place in a filter" in said(shown(wrong))
    (refused,) = talk.submit()
    assert refused.errors is not None
    assert "`sort:` has no place" in refused.errors["filter"]

    assert "Would have shown none of the last 5" in said(shown(talk.fill("filter", "xylophonist")))
    tried = said(shown(talk.fill("filter", "change")))
    assert "Would have shown 5 of the last 5 pull requests" in tried
    assert [f"Change {n}" in tried for n in range(11, 15)] == [True, True, True, False]
    with pytest.raises(QueryError, match="there are: America/New_York"):
        talk.fill("timezone", "new yo")
    talk.fill("timezone", "America/New_York")
    moved = shown(talk.fill("days", "thu"))
    assert initial(moved)["timezone"] == "America/New_York"
    assert "Next: Thu 3 Dec, 09:00 (UTC-5)" in said(moved).replace("−", "-")
    talk.fill("limit", "5")

    done, line = talk.submit()
    assert "every Thu at 09:00, America/New_York" in said(done.view)
    assert "must-read · 5 at most" in said(done.view)
    assert "/prdigest subscriptions" in said(done.view)
    assert line.to_all
    assert "set up a roundup" in said(line.blocks)
    made = the_one(store)
    assert (made.every, made.filter, made.limit) == ("thu 09:00", "change", 5)
    assert made.subscriber == ASKER
    assert store.subscriptions.timezone_used() == "America/New_York"


def test_one_made_in_slack_is_edited_with_everything_filled_in(
    store: Store, talk: Conversation
) -> None:
    assert submitted(store).then
    talk.command("/prdigest subscriptions")
    opened = shown(talk.click("subscription_edit"))
    assert initial(opened) == FIELDS | {"days": ("mon", "thu")}
    unchanged = talk.submit()
    assert [reply.via for reply in unchanged] == ["ack"]

    talk.command("/prdigest subscriptions")
    talk.click("subscription_edit")
    talk.fill("quiet", "silent")
    done, line = talk.submit()
    assert done.view is not None
    assert "修改" in said(line.blocks)
    assert the_one(store).quiet is Quiet.SILENT
    assert the_one(store).language is Language.ZH


def test_a_modal_submitted_twice_makes_one(store: Store) -> None:
    store.people.learn(ASKER, "en-US", None, NOW)
    first, again = submitted(store), submitted(store)
    assert first.then
    assert (again.view, again.then) == (first.view, ())
    other = submitted(store, filter="other", level="unknown")
    assert "All, rated or not · 5 at most" in said(other.view)
    assert other.then
    assert len(store.subscriptions.of_channel(CHANNEL)) == 2


def test_the_timezone_at_first_is_the_askers_else_the_last_used_else_utc(store: Store) -> None:
    def zone() -> Any:
        (modal,) = subscribing.asked(here(store), "")
        assert isinstance(modal, Shown)
        return initial(modal.view)["timezone"]

    assert zone() == "UTC"
    submitted(store)
    assert zone() == "Asia/Shanghai"
    store.people.learn(ASKER, None, "Europe/Berlin", NOW)
    assert zone() == "Europe/Berlin"
    store.people.learn(ASKER, None, "Mars/Base", NOW)
    assert zone() == "Asia/Shanghai"


@pytest.mark.parametrize("who", [{"is_outsider": True}, {"admins": frozenset({"U0ELSE"})}])
def test_who_may_not_change_roundups_is_refused_before_and_after(
    store: Store, who: dict[str, Any]
) -> None:
    with pytest.raises(PrdigestError, match=r"of this workspace|named in PRDIGEST_ADMINS"):
        subscribing.asked(here(store, **who), "")
    with pytest.raises(PrdigestError):
        subscribing.filled_in(Pressed(here(store, None, **who), FILLED_IN, "", view=in_modal()))
    taken = subscribed.submitted(Submitted(here(store, None, **who), in_modal()))
    assert "warning" in said(taken.view)
    assert store.subscriptions.all() == []


def test_what_a_modal_is_about_must_be_there_and_made_in_slack(store: Store) -> None:
    store.subscriptions.sync([subscription(channel=CHANNEL)], BEFORE)
    submitted(store, "C0OTHER")
    removed, _ = store.subscriptions.make(subscription(channel=CHANNEL), BEFORE)
    store.subscriptions.remove(removed.id)
    before = store.subscriptions.all()
    ids = [str(each.id) for each in before]
    forged = [f"{CHANNEL} {id_}" for id_ in (*ids, "0", "x", "1 1")] + ["- 1", "", "nowhere"]
    for private in forged:
        taken = submitted(store, private)
        assert taken.view is not None
        assert "warning" in said(taken.view)
        assert taken.then == ()
    assert store.subscriptions.all() == before


def test_a_channel_with_as_many_as_there_can_be_is_told_so(store: Store) -> None:
    for n in range(20):
        store.subscriptions.make(subscription(channel=CHANNEL, limit=n + 1), BEFORE)
    with pytest.raises(PrdigestError, match="this channel has 20"):
        subscribing.asked(here(store), "")
    assert "this channel has 20" in said(submitted(store).view)


class Refusing(Standin):
    """A Slack that lets nothing be posted in channels, but to people."""

    def _do(self, method: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if method == "chat.postMessage" and not str(arguments["channel"]).startswith("U"):
            return {"ok": False, "error": "channel_not_found"}
        return super()._do(method, arguments)


@pytest.mark.parametrize("channel", ["G0PRIVATE", DIRECT])
def test_where_nothing_can_be_posted_the_modal_says_what_to_do(store: Store, channel: str) -> None:
    taken = submitted(store, channel)
    (line,) = taken.then
    assert isinstance(line, Told)
    with Refusing() as slack:
        opened = slack.views.open(slack.trigger_id(ASKER), taken.view or {})
        surfaces = Surfaces(web_client("xoxb-test", slack.api_url, 10))
        Performer(surfaces, lambda *_: ENGLISH).perform(
            lambda: taken.then, Way(ASKER, view=opened["id"])
        )
        *posted, updated = slack.calls
    told, modal = [call.arguments["channel"] for call in posted], updated.arguments["view"]
    (stored,) = store.subscriptions.all()
    assert breaches_of_view(modal) == []
    if channel == DIRECT:
        assert stored.retired
        assert "open my Messages tab" in said(modal)
        assert told == [DIRECT, ASKER]
    else:
        assert stored.obstacle == "channel_not_found"
        assert "/invite" in said(modal)
        assert told == [channel]
