"""Message shortcuts: what is asked of a message, also in a thread, where no command works."""

from collections.abc import Callable
from concurrent.futures import Executor

from slack_bolt import Ack, App, BoltContext

from bot.slack.actions import way_of
from bot.slack.acts import finding
from bot.slack.here import Body, Setting, here
from bot.slack.outcomes import Outcomes
from bot.slack.performing import Performer
from bot.slack.pressed import Shortcut, any_of
from bot.slack.views.found import FOUND

_MOST_LOOKED_AT = 5000  # values in a message's JSON

SHORTCUTS: dict[str, Callable[[Shortcut], Outcomes]] = {FOUND: finding.found}
"""The modal that a shortcut opens, by its callback_id."""


def register(app: App, setting: Setting, performer: Performer, executor: Executor) -> None:
    """Let `app` answer shortcuts."""

    @app.shortcut(any_of(SHORTCUTS))
    def asked(ack: Ack, body: Body, context: BoltContext) -> None:
        ack()
        name = str(body["callback_id"])

        def done() -> Outcomes:
            of = Shortcut(here(setting, body, context.team_id), name, _texts(body))
            return SHORTCUTS[name](of)

        executor.submit(performer.open, done, way_of(body))


def _texts(body: Body) -> tuple[str, ...]:
    """What a message says, in its text, its blocks and its attachments: bounded, in this order."""
    message = body.get("message")
    if not isinstance(message, dict):
        return ()
    told = [message.get(name) for name in ("text", "blocks", "attachments")]
    waiting, texts, looked_at = told[::-1], [], 0
    while waiting and looked_at < _MOST_LOOKED_AT:
        looked_at += 1
        match waiting.pop():
            case str(text):
                texts.append(text)
            case dict(inner):
                waiting += [*inner.values()][::-1]
            case list(inner):
                waiting += inner[::-1]
    return tuple(texts)
