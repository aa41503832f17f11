"""What an obstacle of a Channel means to a person, and how it is mended: each of Slack's codes."""

from dataclasses import dataclass

from bot.slack.language.words import Noted, noted


@dataclass(frozen=True, slots=True)
class Mend:
    """In English: why nothing can be posted (it follows a colon), and what to do, in sentences."""

    why: Noted
    how: tuple[Noted, ...]


_INVITE = noted("Invite me: type /invite @prdigest in the channel.")
_ANOTHER = noted(
    "Or move the roundup: name another channel in its schedule file, or type /prdigest subscribe "
    "there."
)
_ASK = noted("Ask an admin of the workspace to let me post there.")
_INSTALL = noted(
    "Whoever runs me: update the app with what “prdigest manifest” prints, and install it again."
)

MENDS = {
    "not_in_channel": Mend(noted("I am not a member of the channel."), (_INVITE,)),
    "channel_not_found": Mend(
        noted("the channel is gone, or it is private and I am not in it."), (_INVITE, _ANOTHER)
    ),
    "is_archived": Mend(noted("the channel is archived."), (noted("Unarchive it."), _ANOTHER)),
    "channel_is_limited_access": Mend(noted("access to the channel is limited."), (_ASK, _ANOTHER)),
    "restricted_action": Mend(
        noted("a rule of the workspace forbids me to post there."), (_ASK, _ANOTHER)
    ),
    "restricted_action_read_only_channel": Mend(
        noted("only some may post in the channel."), (_ASK, _ANOTHER)
    ),
    "restricted_action_thread_only_channel": Mend(
        noted("the channel takes only replies in threads."), (_ASK, _ANOTHER)
    ),
    "ekm_access_denied": Mend(
        noted("the admins have suspended posting there (key management)."), (_ASK, _ANOTHER)
    ),
    "messages_tab_disabled": Mend(
        noted("direct messages with me are switched off."),
        (noted("Whoever runs me: allow the Messages Tab on the app's page App Home."),),
    ),
    "missing_scope": Mend(noted("I lack a permission (a scope)."), (_INSTALL,)),
    "no_permission": Mend(noted("I am not permitted to post there."), (_INVITE, _INSTALL)),
    "access_denied": Mend(noted("access to it is denied."), (_ASK, _ANOTHER)),
    "app_access_restricted": Mend(
        noted("the workspace restricts what I may do."),
        (noted("Ask an admin of the workspace to approve me."),),
    ),
    "not_allowed_token_type": Mend(
        noted("my token is of a kind that may not post."),
        (noted("Whoever runs me: set SLACK_BOT_TOKEN to the app's bot token (xoxb-…)."),),
    ),
}
"""By Slack's code."""

ANY = Mend(noted("Slack refuses it."), (noted("Whoever runs me: the log says more."), _ANOTHER))
"""Of any other code."""
