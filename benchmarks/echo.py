"""A bare Bolt app that echoes `/prdigest`: what one would write first, to compare with."""

from slack_bolt import App
from slack_bolt.adapter.wsgi import SlackRequestHandler
from slack_bolt.authorization import AuthorizeResult

SECRET = "benchmark"


def create(process_before_response: bool = False) -> SlackRequestHandler:
    """The echo app as WSGI, with Bolt's defaults but for the switch; it never calls Slack."""
    app = App(
        signing_secret=SECRET,
        process_before_response=process_before_response,
        authorize=lambda: AuthorizeResult(
            enterprise_id=None, team_id="T1", bot_token="xoxb-x", bot_id="B1", bot_user_id="U1"
        ),
    )

    @app.command("/prdigest")
    def echo(ack, command) -> None:  # type: ignore[no-untyped-def]
        ack(f"You said: {command['text']}")

    return SlackRequestHandler(app)
