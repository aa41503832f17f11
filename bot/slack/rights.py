"""Rights: who may change the Subscriptions of a channel."""

from bot.errors import PrdigestError
from bot.slack.here import Here


def may_change(here: Here) -> None:
    """Raise PrdigestError for people of other organisations, and where there are admins for all
    others."""
    if here.is_outsider:
        raise PrdigestError("Only people of this workspace can do that.")
    admins = here.setting.admins
    if admins and here.user not in admins:
        raise PrdigestError("Only those who run me may change roundups here; ask one of them.")
