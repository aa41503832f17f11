"""The Bolt app: who may speak to it, what hears them, and what they get when something fails."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext
from datetime import datetime
from functools import partial
from threading import BoundedSemaphore
from typing import Any

from slack_bolt import App, BoltContext, BoltResponse
from slack_bolt.authorization import AuthorizeResult

from bot.errors import ConfigError, DatabaseError
from bot.slack import actions, commands, events, shortcuts, submissions, suggestions
from bot.slack.acquaintance import Acquaintance
from bot.slack.answer.messages import trouble
from bot.slack.here import Body, Setting, channel_of, is_id, user_of, words_for
from bot.slack.performing import UNEXPECTED, Performer
from bot.slack.wire.calls import web_client
from bot.slack.wire.reply import How, reply
from bot.slack.wire.surfaces import Surfaces
from bot.store.store import Store

log = logging.getLogger(__name__)
bolt_log = logging.getLogger("bot.slack.bolt")

TIMEOUT_S = 10

_NO_DATABASE = "I cannot reach my database right now. Try again in a minute."
_OTHER_WORKSPACE = "I serve another workspace. Ask whoever runs me to set up one for this."


def build_app(
    store: Store,
    *,
    token: str | None,
    api_url: str,
    executor: Executor,
    now: Callable[[], datetime],
    shared_now: Callable[[], datetime] | None = None,
    admins: frozenset[str] = frozenset(),
) -> App:
    """The app that answers whatever people do and hears events; it calls Slack by itself never.

    `now` says what today is; facts are noted at `shared_now`, `now` where there is none. `admins`:
    see `Setting`.

    `executor` runs what follows an acknowledgement; shut it down to drain them. Requests are taken
    as verified (`bot.slack.wire.door`, Socket Mode). The environment has no say in it, although
    Bolt looks there: a client and an `authorize` of our own come before whatever it finds.
    """
    # Bolt warns that it does not use the environment's token, and gives advice in code.
    bolt_log.setLevel(logging.ERROR)
    app = App(
        name="prdigest",
        logger=bolt_log,
        client=web_client(None, api_url, TIMEOUT_S),
        authorize=_authorized_with(token),
        signing_secret="",
        request_verification_enabled=False,
        ssl_check_enabled=False,
        process_before_response=True,
        listener_executor=executor,
    )
    app.use(_only_our_workspace(store, executor))
    turn = BoundedSemaphore() if store.database.is_sqlite else nullcontext()
    setting = Setting(store, now, shared_now or now, admins, turn)
    surfaces = Surfaces(web_client(token, api_url, TIMEOUT_S))
    performer = Performer(surfaces, partial(words_for, setting), turn)
    acquaintance = Acquaintance(setting, surfaces.person, executor)
    commands.register(app, setting, performer, executor, acquaintance.meet)
    for room in (actions, submissions, shortcuts):
        room.register(app, setting, performer, executor)
    suggestions.register(app)
    events.register(app, setting, performer, executor, acquaintance.meet)
    app.error(_failed(setting))
    return app


def _authorized_with(token: str | None) -> Callable[..., AuthorizeResult]:
    def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        # Without auth.test: no call to Slack before an answer.
        return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token=token)

    return authorize


def _only_our_workspace(store: Store, executor: Executor) -> Callable[..., BoltResponse | None]:
    def known(
        context: BoltContext,
        body: dict[str, Any],
        next: Callable[[], BoltResponse],  # noqa: A002
    ) -> BoltResponse | None:
        if not all(is_id(each) for each in (context.team_id, context.enterprise_id) if each):
            log.warning("a request names its workspace as Slack never does")
            response = BoltResponse(status=400, body="No workspace is named so.")
            response.headers["content-type"] = ["text/plain; charset=utf-8"]
            return response
        if context.team_id is not None:
            try:
                store.channels.learn(context.team_id, context.enterprise_id)
            except ConfigError as error:
                log.warning("a request of another workspace: %s", error)
                if "actions" in body:  # a click, of which Slack ignores what answers it
                    url = str(body.get("response_url", ""))
                    executor.submit(reply, url, trouble(_OTHER_WORKSPACE), How.ALONE)
                return _ephemeral(_OTHER_WORKSPACE)
        return next()

    return known


def _failed(setting: Setting) -> Callable[..., BoltResponse]:
    def told(error: Exception, body: Body) -> BoltResponse:
        """What Slack gets when a listener raised: no 5xx, which people see as a time-out.

        But nobody sees what becomes of an event, and Slack sends it again.
        """
        log.error("a request failed", exc_info=error)
        if body.get("type") == "event_callback" and isinstance(error, DatabaseError):
            return BoltResponse(status=503, body="The database cannot be used.")
        if isinstance(error, DatabaseError):
            return _ephemeral(_NO_DATABASE)  # what language they read stands there too
        return _ephemeral(words_for(setting, user_of(body), channel_of(body)).of(UNEXPECTED))

    return told


def _ephemeral(sentence: str) -> BoltResponse:
    message = trouble(sentence)
    body: dict[str, Any] = {"response_type": "ephemeral", "text": message.text}
    return BoltResponse(status=200, body={**body, "blocks": list(message.blocks)})
