"""Reads the values of a Query's named fields, and the ways to name a pull request."""

import re
from datetime import date

from bot.core.entry import Level
from bot.core.query import Moment, PullRequest, Sort
from bot.errors import QueryError

_NAME = r"[A-Za-z0-9_.-]+"
_NUMBER = r"([0-9]{1,10})"
_LINK = re.compile(
    rf"[(\[]?(?:https?://)?(?:www\.)?github\.com/({_NAME}/{_NAME})/(?:pull|pulls|issues)/{_NUMBER}"
    r"(?:[/?#].*)?[)\],.;]*",
    re.IGNORECASE,
)
_KEY = re.compile(rf"(?:({_NAME}/{_NAME}))?#{_NUMBER}")
_DAYS = re.compile(r"([0-9]{1,4})([dw])", re.IGNORECASE)
_DATE = re.compile(r"([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})")


def pull_request(text: str) -> PullRequest | None:
    """`#123`, `owner/name#123` or a link to GitHub, None for any other text."""
    found = _LINK.fullmatch(text) or _KEY.fullmatch(text)
    return PullRequest(int(found[2]), found[1]) if found else None


def read_pull_request(value: str) -> PullRequest:
    """The value of `pr:`: a number, or what `pull_request` reads."""
    found = PullRequest(int(value)) if re.fullmatch(_NUMBER, value) else pull_request(value)
    if found is None:
        raise QueryError(
            "`pr:{value}` names no pull request; write its number, as in `pr:31245`", value=value
        )
    return found


def read_levels(value: str) -> str:
    """`must` is exact, `skim+` at least that, `must,skim` a choice."""
    names = value.lower().removesuffix("+").split(",")
    if not set(names) <= set(Level) or (value.endswith("+") and len(names) > 1):
        raise QueryError(
            "`level:{value}` is no level; write `level:must`, `skim`, `skip` or `unknown`, "
            "or `level:skim+` for at least that",
            value=value,
        )
    if value.endswith("+"):
        names = [level for level in Level if level.at_least(Level(names[0]))]
    return ",".join(level for level in Level if level in names)


def read_moment(name: str, value: str) -> Moment:
    """`7d`, `2w` or a date."""
    try:
        if found := _DAYS.fullmatch(value):
            return Moment(days=int(found[1]) * (7 if found[2] in "wW" else 1))
        if found := _DATE.fullmatch(value):
            return Moment(date=date(int(found[1]), int(found[2]), int(found[3])))
    except ValueError:
        pass  # a date like 2026-02-30
    raise QueryError(
        "`{name}:{value}` is no date; write `{name}:7d`, `{name}:2w` or `{name}:2026-11-27`",
        name=name,
        value=value,
    )


def read_seen(value: str) -> bool:
    """Whether Entries this Channel has seen are asked for, or those it has not."""
    if value.lower() not in {"yes", "no"}:
        raise QueryError("`seen:{value}` is neither; write `seen:yes` or `seen:no`", value=value)
    return value.lower() == "yes"


def read_sort(value: str) -> Sort:
    """`new` or `best`."""
    if value.lower() not in set(Sort):
        raise QueryError("`sort:{value}` is no order; write `sort:new` or `sort:best`", value=value)
    return Sort(value.lower())
