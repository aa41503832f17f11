"""Message shortcuts: what is asked of a message, also in a thread, where no command works."""

from collections.abc import Callable
from concurrent.futures import Executor

from slack_bolt import Ack, App, BoltContext

from bot.slack.actions import way_of
from bot.slack.here import Body, Setting, here
from bot.slack.outcomes import Outcomes
from bot.slack.performing import Performer
from bot.slack.pressed import Shortcut

SHORTCUTS: dict[str, Callable[[Shortcut], Outcomes]] = {}
"""The modal that a shortcut opens, by its callback_id."""


def register(app: App, setting: Setting, performer: Performer, executor: Executor) -> None:
    """Let `app` answer shortcuts."""
    for callback_id, do in SHORTCUTS.items():
        _listen(app, callback_id, do, setting, performer, executor)


def _listen(
    app: App,
    callback_id: str,
    do: Callable[[Shortcut], Outcomes],
    setting: Setting,
    performer: Performer,
    executor: Executor,
) -> None:
    @app.shortcut(callback_id)
    def asked(ack: Ack, body: Body, context: BoltContext) -> None:
        ack()

        def done() -> Outcomes:
            of = Shortcut(here(setting, body, context.team_id), callback_id, _texts(body))
            return do(of)

        executor.submit(performer.open, done, way_of(body))


def _texts(body: Body) -> tuple[str, ...]:
    """What a message says, as far as Slack tells."""
    message = body.get("message")
    text = message.get("text") if isinstance(message, dict) else None
    return (text,) if isinstance(text, str) else ()
