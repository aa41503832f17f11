"""Rights: who may do what others see, and who may change the Subscriptions of a channel."""

from bot.errors import PrdigestError
from bot.slack.here import Here


def must_be_ours(here: Here) -> None:
    """Raise PrdigestError for people of other organisations."""
    if here.is_outsider:
        raise PrdigestError("Only people of this workspace can do that.")


def may_change(here: Here) -> None:
    """Raise PrdigestError for people of other organisations, and where there are admins for all
    others."""
    must_be_ours(here)
    admins = here.setting.admins
    if admins and here.user not in admins:
        raise PrdigestError(
            "Only the people named in PRDIGEST_ADMINS may change roundups here; ask one of them."
        )
