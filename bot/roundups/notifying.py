"""Tells subscribers what they should know, each Notice at most once."""

import logging
from collections.abc import Callable
from datetime import datetime

from bot.errors import SlackError
from bot.roundups.outside import Refused, Slack, Unanswered
from bot.roundups.remedies import Remedy, remedy, wait_for
from bot.store.notices import Notices

log = logging.getLogger(__name__)


def tell_all(
    now: Callable[[], datetime], notices: Notices, slack: Slack, stopping: Callable[[], bool]
) -> None:
    """Tell every Notice that waits; ends early where Slack wants us to wait."""
    while not stopping() and (notice := notices.take(now())):
        try:
            slack.tell(notice)
        except Refused as refused:
            if remedy(refused) is Remedy.AGAIN:
                notices.put_back(notice, now() + wait_for(refused))
                return
            log.warning("%s could not be told: %s", notice.subscriber, refused.code)
        except Unanswered as unanswered:
            # Perhaps it was told; a second time would be worse than none.
            log.warning("%s may not be told: %s", notice.subscriber, unanswered.reason)
        except SlackError:
            notices.put_back(notice, now())
            return
