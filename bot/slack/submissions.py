"""Modals that are submitted: the acknowledgement tells what is wrong at its field, or goes on."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace

from slack_bolt import Ack, App, BoltContext

from bot.slack.actions import way_of
from bot.slack.acts import subscribed
from bot.slack.here import Body, Setting, here
from bot.slack.outcomes import Taken
from bot.slack.performing import Performer
from bot.slack.pressed import Submitted, any_of, in_view
from bot.slack.views.subscribe import SUBSCRIBE

SUBMISSIONS: dict[str, Callable[[Submitted], Taken]] = {SUBSCRIBE: subscribed.submitted}
"""What is done with a modal, by its callback_id."""


def register(app: App, setting: Setting, performer: Performer, executor: Executor) -> None:
    """Let `app` take in modals."""

    @app.view(any_of(SUBMISSIONS))
    def submitted(ack: Ack, body: Body, context: BoltContext) -> None:
        view = in_view(body)
        assert view is not None  # noqa: S101 - Bolt calls this for views alone
        with setting.turn:
            taken = SUBMISSIONS[view.callback_id](
                Submitted(here(setting, body, context.team_id), view)
            )
        if taken.errors:
            ack(response_action="errors", errors=taken.errors)
        elif taken.view:
            ack(response_action="update", view=taken.view)
        else:
            ack()
        if taken.then and not taken.errors:
            way = replace(way_of(body), hash=None)  # the acknowledgement changes the view
            executor.submit(performer.perform, lambda: taken.then, way)
