"""What follows from each of Slack's errors."""

from datetime import timedelta

import pytest

from bot.core.occasion import Fit
from bot.roundups.outside import Refused
from bot.roundups.remedies import Remedy, next_fit, remedy, wait_for

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("ratelimited", Remedy.AGAIN),
        ("rate_limited", Remedy.AGAIN),
        ("message_limit_exceeded", Remedy.AGAIN),
        ("team_added_to_org", Remedy.AGAIN),
        ("msg_too_long", Remedy.SMALLER),
        ("msg_blocks_too_long", Remedy.SMALLER),
        ("invalid_blocks", Remedy.PLAIN),
        ("metadata_too_large", Remedy.UNMARKED),
        ("cannot_reply_to_message", Remedy.TOP_LEVEL),
        ("not_in_channel", Remedy.PAUSE),
        ("is_archived", Remedy.PAUSE),
        ("channel_not_found", Remedy.PAUSE),
        ("restricted_action", Remedy.PAUSE),
        ("missing_scope", Remedy.PAUSE),
        ("token_revoked", Remedy.STOP),
        ("account_inactive", Remedy.STOP),
        ("no_text", Remedy.FAIL),
        ("a_code_of_next_year", Remedy.FAIL),
    ],
)
def test_each_error_has_its_remedy(code: str, expected: Remedy) -> None:
    assert remedy(Refused(code)) is expected


def test_a_time_to_wait_is_waited_whatever_the_code() -> None:
    assert remedy(Refused("is_archived", 5)) is Remedy.AGAIN


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        (Refused("ratelimited", 30), timedelta(seconds=30)),
        (Refused("ratelimited", 86_400), HOUR),
        (Refused("ratelimited", -1), timedelta(0)),
        (Refused("ratelimited"), timedelta(minutes=1)),
        (Refused("accesslimited"), 2 * HOUR),
        (Refused("message_limit_exceeded"), 12 * HOUR),
    ],
)
def test_how_long_to_wait(refused: Refused, expected: timedelta) -> None:
    assert wait_for(refused) == expected


def test_too_long_becomes_small_then_plain_then_nothing_is_left_to_try() -> None:
    assert next_fit(Fit.BLOCKS, Remedy.SMALLER) is Fit.SMALL
    assert next_fit(Fit.SMALL, Remedy.SMALLER) is Fit.PLAIN
    assert next_fit(Fit.PLAIN, Remedy.SMALLER) is None


@pytest.mark.parametrize("fit", [Fit.BLOCKS, Fit.SMALL])
def test_wrong_blocks_become_plain_text_at_once(fit: Fit) -> None:
    assert next_fit(fit, Remedy.PLAIN) is Fit.PLAIN
