"""Clicks: acknowledged empty, then answered by the click's response_url or in its view."""

import logging
import re
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from slack_bolt import Ack, App, BoltContext

from bot.slack.acts import (
    home,
    listing,
    muting,
    paging,
    rest,
    saving,
    settings,
    settling,
    sharing,
    snoozing,
    subscribing,
    verdicts,
)
from bot.slack.answer.paging import NEXT, PREVIOUS
from bot.slack.entry import muted, saved, shared
from bot.slack.here import Body, Setting, channel_of, here, user_of
from bot.slack.outcomes import Outcomes
from bot.slack.performing import Performer, Way
from bot.slack.pressed import Pressed, in_view, name_and_value
from bot.slack.roundup import roundup_row, waiting
from bot.slack.roundup.notices import SETTLE
from bot.slack.subscription import listing_row
from bot.slack.views import home as home_view
from bot.slack.views import verdict
from bot.slack.views.subscribe import FILLED_IN, TIMEZONE

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Act:
    """What is shown when something is pressed; a modal that it `opens` is there at once."""

    do: Callable[[Pressed], Outcomes]
    opens: bool = False


ACTS = {
    PREVIOUS: Act(paging.turn),
    NEXT: Act(paging.turn),
    "share": Act(sharing.share),
    shared.SHARE_AGAIN: Act(sharing.share_again),
    shared.SHARE_LOST: Act(sharing.share_lost),
    "save": Act(saving.save),
    "unsave": Act(saving.unsave),
    saved.PREVIOUS: Act(saving.turn),
    saved.NEXT: Act(saving.turn),
    "mute": Act(muting.mute),
    "unmute": Act(muting.unmute),
    muted.UNDO: Act(muting.undo),
    verdict.VERDICT: Act(verdicts.opened, opens=True),
    home_view.SEARCH: Act(home.searched),
    home_view.CLEAR: Act(home.cleared),
    **dict.fromkeys(home_view.TURNS.values(), Act(home.turned)),
    home_view.SAVED: Act(home.turned_saved),
    home_view.SAVED_BACK: Act(home.turned_saved),
    roundup_row.SHOW_REST: Act(rest.show),
    waiting.PREVIOUS: Act(rest.turn),
    waiting.NEXT: Act(rest.turn),
    roundup_row.SNOOZE: Act(snoozing.snooze),
    roundup_row.RESUME: Act(snoozing.resume),
    roundup_row.SETTINGS: Act(settings.opened, opens=True),
    listing_row.EDIT: Act(subscribing.edit, opens=True),
    listing_row.PAUSE: Act(listing.pause),
    listing_row.RESUME: Act(listing.resume),
    listing_row.REMOVE: Act(listing.remove),
    FILLED_IN: Act(subscribing.filled_in),
    TIMEZONE: Act(subscribing.filled_in),
    **dict.fromkeys(SETTLE.values(), Act(settling.settle)),
}
"""What is done, by the action_id; of an option in a menu by what stands before its `:`."""


def register(app: App, setting: Setting, performer: Performer, executor: Executor) -> None:
    """Let `app` answer clicks. On a button Slack ignores the body of the acknowledgement.

    What nothing listens for is acknowledged too: a button of an older version, or one that just
    opens an address.
    """

    @app.action(re.compile(""))
    def pressed(ack: Ack, body: Body, action: dict[str, Any], context: BoltContext) -> None:
        name, value = name_and_value(action)
        ack()
        act = ACTS.get(name)
        if act is None:
            log.info("no listener for the action %.100r", name)
            return
        view, team = in_view(body), context.team_id

        def done() -> Outcomes:
            block = str(action.get("block_id", ""))
            return act.do(Pressed(here(setting, body, team), name, value, block, view))

        way = way_of(body)
        executor.submit(performer.open if act.opens else performer.perform, done, way)


def way_of(body: Body) -> Way:
    """How who pressed something can be reached."""
    view = in_view(body)
    return Way(
        user=user_of(body),
        response_url=str(body.get("response_url", "")),
        trigger_id=str(body.get("trigger_id", "")),
        view=view.id if view and not view.is_home else "",
        hash=view.hash if view else None,
        channel=channel_of(body),
    )
