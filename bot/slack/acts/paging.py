"""The buttons that lead through the Pages of an Answer."""

import logging

from bot.slack.answer.answering import answered
from bot.slack.answer.messages import run_again
from bot.slack.answer.paging import from_value, query_in
from bot.slack.outcomes import Outcomes, Replaced, Whispered
from bot.slack.pressed import Pressed

log = logging.getLogger(__name__)


def turn(pressed: Pressed) -> Outcomes:
    """The Page that the pressed button leads to. Raises DatabaseError."""
    page = from_value(pressed.value)
    if page is None:
        log.warning("a page button came with a value that is not ours")
        return (Whispered(run_again(pressed.here.words, query_in(pressed.value))),)
    return (Replaced(answered(pressed.here, page)),)
