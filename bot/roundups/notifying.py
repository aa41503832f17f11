"""Tells subscribers what they should know, each Notice at most once."""

import logging
from collections.abc import Callable
from datetime import datetime

from bot.core.notice import Notice
from bot.errors import SlackError
from bot.roundups.outside import Refused, Slack, Unanswered
from bot.roundups.pace import Pace
from bot.roundups.remedies import Remedy, remedy, wait_for
from bot.store.channels import SINGLE
from bot.store.store import Store

log = logging.getLogger(__name__)


def tell_all(
    now: Callable[[], datetime],
    store: Store,
    slack: Slack,
    pace: Pace,
    stopping: Callable[[], bool],
) -> None:
    """Tell every Notice that waits; ends early where Slack does not take them well."""
    while not stopping() and (notice := store.notices.take(now())):
        pace.wait(notice.subscriber)
        try:
            slack.tell(notice)
        except Refused as refused:
            if not _goes_on(store, notice, refused, now()):
                return
        except Unanswered as unanswered:
            # Perhaps it was told; a second time would be worse than none.
            log.warning("%s may not be told: %s", notice.subscriber, unanswered.reason)
            return
        except SlackError:
            store.notices.put_back(notice, now())
            return


def _goes_on(store: Store, notice: Notice, refused: Refused, now: datetime) -> bool:
    """Whether the next may be told after a refusal; what may be told later is put back."""
    match remedy(refused):
        case Remedy.AGAIN:
            store.notices.put_back(notice, now + wait_for(refused))
            return False
        case Remedy.STOP:
            store.notices.put_back(notice, now)
            store.obstacles.stop(SINGLE, refused.code)
            return False
        case _:
            log.warning("%s could not be told: %s", notice.subscriber, refused.code)
            return True
