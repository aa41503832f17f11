"""Single values out of YAML nodes: texts, dates, what a node is in words."""

import re
from datetime import UTC, date, datetime

from bot.sources.fault import Fault
from bot.sources.nodes import Kind, Listing, Mapping, Node, Scalar
from bot.sources.reading import is_blank, without_controls

OLDEST = date(2000, 1, 1)  # an older date is a slip


def text_of(node: Node, name: str, most: int) -> str | Fault:
    """A node's text without blanks around it, or what is wrong with it as the value of `name`."""
    if not isinstance(node, Scalar) or node.kind is not Kind.TEXT:
        shown = node.text if isinstance(node, Scalar) and node.text else "…"
        problem = f"{name} must be text, but YAML takes it for {seen_as(node)}"
        return Fault(node.line, problem, f'put it in quotes: "{shown[:40]}"')
    if "\0" in node.text:
        return Fault(node.line, f"{name} has a NUL character", "remove it")
    text = "\n".join(line.rstrip() for line in without_controls(node.text).split("\n")).strip()
    if is_blank(text):
        return Fault(node.line, f"{name} is empty", "write some text")
    if len(text) > most:
        return Fault(node.line, f"{name} has {len(text):,} characters", f"write at most {most:,}")
    return text


def one_line(text: str) -> str:
    """The text with line ends and tabs as single blanks."""
    return re.sub(r"\s*[\n\t]\s*", " ", text).strip()


def quoted(text: str) -> str:
    """A foreign text in quotes, fit for a message."""
    shown = text if len(text) <= 60 else text[:59] + "…"
    return f'"{one_line(without_controls(shown))}"'


def seen_as(node: Node) -> str:
    """What a node is, in words for a message."""
    if isinstance(node, Listing):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return f"{node.kind} ({quoted(node.text)})" if node.text else str(Kind.NOTHING)


def parse_day(text: str) -> date | None:
    """`2026-11-27` as a date; None for anything else, also for a year before 2000."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found >= OLDEST else None


def parse_day_of_moment(text: str) -> date | None:
    """The UTC date of an ISO date with time, taken for UTC where it names no zone; else None."""
    if not re.match(r"\d{4}-\d{2}-\d{2}[ T]", text, re.ASCII):
        return None
    try:
        moment = datetime.fromisoformat(text)
        day = (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except (ValueError, OverflowError):
        return None
    return day if day >= OLDEST else None
