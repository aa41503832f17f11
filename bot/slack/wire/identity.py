"""Who our token makes us: asked once, at start."""

from dataclasses import dataclass

from bot.errors import ConfigError, SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.wire.calls import called, web_client

_TIMEOUT_S = 10


@dataclass(frozen=True, slots=True)
class Identity:
    """The Workspace a token belongs to."""

    team_id: str
    enterprise_id: str | None


def identify(token: str, api_url: str) -> Identity:
    """Ask Slack whose token this is.

    Raises ConfigError if Slack refuses the token, SlackError if it cannot be asked.
    """
    client = web_client(token, api_url, _TIMEOUT_S)
    try:
        answer = called(client.auth_test)
        return Identity(str(answer["team_id"]), answer.get("enterprise_id"))
    except Refused as refused:
        raise ConfigError(
            f"Slack refuses SLACK_BOT_TOKEN ({refused.code}); copy it anew from the app's page "
            "OAuth & Permissions, or install the app again"
        ) from refused
    except (Unanswered, KeyError) as error:
        raise SlackError(f"Slack does not answer as it should: {error}; try again") from error
