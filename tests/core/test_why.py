"""Why an Entry is or is not in a Roundup: each reason by itself, and together."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.core.channel import Viewer
from bot.core.entry import Entry, Level, StoredEntry
from bot.core.roundup import SeenState, Unseen, Wanted, choose
from bot.core.why import Reason, why

DAY = date(2026, 11, 30)
ENTRY = Entry("acme/engine", 5, "Kernel", "Worth it.", Level.MUST, DAY)
WANTED = Wanted(Viewer(), None, (Level.MUST, Level.SKIM), DAY - timedelta(days=9), DAY, limit=2)


def unseen(number: int, repo: str = "acme/engine", level: Level = Level.MUST) -> Unseen:
    return Unseen(number, f"{repo}#{number}", repo, level, DAY)


def test_what_is_among_the_best_is_in() -> None:
    found = why(StoredEntry(2, "k", ENTRY), WANTED, (), None, [unseen(n) for n in (1, 2, 3)])
    assert (found.reasons, found.place, found.of) == ((), 2, 3)


def test_what_is_behind_the_limit_is_told_its_place_in_the_order_of_choosing() -> None:
    candidates = [unseen(1), unseen(2), unseen(3, "acme/docs"), unseen(4, level=Level.SKIM)]
    found = why(StoredEntry(2, "k", ENTRY), WANTED, (), None, candidates)
    assert (found.reasons, found.place, found.of) == ((Reason.LIMIT,), 3, 4)
    assert 2 not in choose(candidates, 2).ids
    assert choose(candidates, 2, skip=2).ids == (2, 4)
    assert choose(candidates, 1, skip=1).left == 2


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (SeenState.SHOWN, Reason.SHOWN),
        (SeenState.PLANNED, Reason.PLANNED),
        (SeenState.MUTED, Reason.MUTED),
    ],
)
def test_what_the_channel_has_seen_is_out(seen: SeenState, reason: Reason) -> None:
    found = why(StoredEntry(9, "k", ENTRY), WANTED, (), seen, [unseen(1)])
    assert (found.reasons, found.place) == ((reason,), None)


def test_every_reason_is_told() -> None:
    low = replace(ENTRY, level=Level.SKIP, date=DAY - timedelta(days=10))
    found = why(StoredEntry(9, "k", low), WANTED, ("moe",), SeenState.MUTED, [])
    assert found.reasons == (Reason.FILTER, Reason.LEVEL, Reason.AGE, Reason.MUTED)
    assert found.unmet == ("moe",)
