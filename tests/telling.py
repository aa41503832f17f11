"""Tellings for tests: of one pull request unless said otherwise, on a day or without a date."""

from dataclasses import replace
from datetime import date, timedelta

from bot.core.entry import Entry, Level, Telling

TODAY = date(2026, 11, 30)
DAY = date(2026, 9, 1)


def telling(
    headline: str = "Faster MoE kernels",
    *,
    pr: int | None = None,
    on: date | None = DAY,
    verdict: str = "Read it.",
    repo: str = "vllm-project/vllm",
) -> Telling:
    entry = Entry(repo, pr, headline, verdict, Level.MUST, on or TODAY)
    return Telling(1, entry, dated=on is not None)


def days(count: int) -> date:
    """So many days after DAY."""
    return DAY + timedelta(days=count)


def read_on(today: date, told: Telling) -> Telling:
    """The same, from a file that is read `today`."""
    return told if told.dated else replace(told, entry=replace(told.entry, date=today))
