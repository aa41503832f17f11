"""What an obstacle of a Channel means to a person, and how it is mended: each of Slack's codes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mend:
    """In English: why nothing can be posted (it follows a colon), and what to do, in sentences."""

    why: str
    how: tuple[str, ...]


_INVITE = "Invite me: type /invite @prdigest in the channel."
_ANOTHER = "Or give the roundup another channel in its schedule file."
_ASK = "Ask an admin of the workspace to let me post there."
_INSTALL = (
    "Whoever runs me: bring the app to what “prdigest manifest” prints, and install it again."
)

MENDS = {
    "not_in_channel": Mend("I am not a member of the channel.", (_INVITE,)),
    "channel_not_found": Mend(
        "the channel is gone, or it is private and I am not in it.", (_INVITE, _ANOTHER)
    ),
    "is_archived": Mend("the channel is archived.", ("Unarchive it.", _ANOTHER)),
    "channel_is_limited_access": Mend("access to the channel is limited.", (_ASK, _ANOTHER)),
    "restricted_action": Mend(
        "a rule of the workspace forbids me to post there.", (_ASK, _ANOTHER)
    ),
    "restricted_action_read_only_channel": Mend(
        "only some may post in the channel.", (_ASK, _ANOTHER)
    ),
    "restricted_action_thread_only_channel": Mend(
        "the channel takes only replies in threads.", (_ASK, _ANOTHER)
    ),
    "ekm_access_denied": Mend(
        "the admins have suspended posting there (key management).", (_ASK, _ANOTHER)
    ),
    "messages_tab_disabled": Mend(
        "direct messages with me are switched off.",
        ("Whoever runs me: allow the Messages Tab on the app's page App Home.",),
    ),
    "missing_scope": Mend("I lack a permission (a scope).", (_INSTALL,)),
    "no_permission": Mend("I am not permitted to post there.", (_INVITE, _INSTALL)),
    "access_denied": Mend("access to it is denied.", (_ASK, _ANOTHER)),
    "app_access_restricted": Mend(
        "the workspace restricts what I may do.", ("Ask an admin of the workspace to approve me.",)
    ),
    "not_allowed_token_type": Mend(
        "my token is of a kind that may not post.",
        ("Whoever runs me: set SLACK_BOT_TOKEN to the app's bot token (xoxb-…).",),
    ),
}
"""By Slack's code."""

ANY = Mend("Slack refuses it.", ("Whoever runs me: the log says more.", _ANOTHER))
"""Of any other code."""
