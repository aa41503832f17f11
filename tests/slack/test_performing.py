"""What comes of Outcomes where Slack or the database do not do as they should."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bot.errors import DatabaseError
from bot.slack.kit.blocks import paragraph, text
from bot.slack.language.words import ENGLISH
from bot.slack.outcomes import Homed, Outcomes, Shown, View
from bot.slack.performing import Performer, Way
from bot.slack.rehearsal.standin import Standin
from bot.slack.views.loading import modal
from bot.slack.wire.calls import web_client
from bot.slack.wire.surfaces import Surfaces
from tests.slack.asking import ASKER
from tests.slack.test_roundup_buttons import told as in_words


class Hiccuping(Standin):
    """A Slack that does not say what became of the first change of a view."""

    def __init__(self) -> None:
        super().__init__()
        self.hiccups = 1

    def _do(self, method: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if method == "views.update" and self.hiccups:
            self.hiccups -= 1
            return {"ok": False, "error": "internal_error"}
        return super()._do(method, arguments)


@pytest.fixture
def slack() -> Iterator[Hiccuping]:
    with Hiccuping() as slack:
        yield slack


def performer(slack: Standin) -> Performer:
    return Performer(Surfaces(web_client("xoxb-test", slack.api_url, 10)), lambda *_: ENGLISH)


def saying(said: str, kind: str = "modal") -> View:
    return {**modal("prdigest", [paragraph(text(said))], words=ENGLISH), "type": kind}


def told(views: list[dict[str, Any]]) -> list[str]:
    return [in_words(view["blocks"]) for view in views]


def test_what_goes_wrong_while_a_modal_is_filled_in_is_told_above_it(
    slack: Hiccuping, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> Outcomes:
        raise DatabaseError("the database went away")

    filled_in = slack.views.open(slack.trigger_id(ASKER), saying("typed with care"))
    way = Way(ASKER, trigger_id=slack.trigger_id(ASKER), view=filled_in["id"])
    performer(slack).perform(fails, way)
    below, above = told(slack.views.modals(ASKER))
    assert below == "typed with care"
    assert "the log says why. Try again." in above

    performer(slack).perform(fails, way)  # its trigger was used
    assert told(slack.views.modals(ASKER)) == [below, above]
    assert "a trouble could not be told" in caplog.text


def test_a_modal_that_was_opened_for_this_does_not_go_on_loading(slack: Hiccuping) -> None:
    way = Way(ASKER, trigger_id=slack.trigger_id(ASKER))
    performer(slack).open(lambda: (Shown(saying("found")),), way)
    assert told(slack.views.modals(ASKER)) == ["found"]


def test_of_two_changes_at_once_home_shows_the_newest_and_a_modal_the_first(
    slack: Hiccuping,
) -> None:
    slack.hiccups = 0
    old = slack.views.publish(ASKER, None, saying("old", "home"))
    opened = slack.views.open(slack.trigger_id(ASKER), saying("old"))
    for said in ("first", "second"):
        changed: Outcomes = (Homed(saying(said, "home")),)
        performer(slack).perform(partial(tuple, changed), Way(ASKER, hash=old["hash"]))
        changed = (Shown(saying(said)),)
        way = Way(ASKER, view=opened["id"], hash=opened["hash"])
        performer(slack).perform(partial(tuple, changed), way)
    assert told([slack.views.homes[ASKER]]) == ["second"]
    assert told(slack.views.modals(ASKER)) == ["first"]
