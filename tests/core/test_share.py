"""What stands in the way of sharing an Entry by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.core.share import Share, ShareState, may_share, standing

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
CALLING, SHARED, UNCERTAIN = ShareState


@pytest.mark.parametrize(
    ("state", "seconds", "stands"),
    [
        (CALLING, 59, CALLING),
        (CALLING, 61, UNCERTAIN),  # its process died
        (CALLING, -59, CALLING),  # another's clock is a little ahead
        (SHARED, 24 * 3600, SHARED),
        (UNCERTAIN, 24 * 3600, UNCERTAIN),
        *((state, 24 * 3600 + 1, None) for state in ShareState),
        *((state, -48 * 3600, None) for state in ShareState),  # by a clock that was wrong
    ],
)
def test_a_share_stands_in_the_way_for_a_day(
    state: ShareState, seconds: int, stands: ShareState | None
) -> None:
    share = Share("U1", state, NOW - timedelta(seconds=seconds), first=True)
    assert standing(share, NOW) is stands
    assert may_share(share, NOW, again=False) is (stands is None)
    assert may_share(share, NOW, again=True) is (stands in {None, UNCERTAIN})
