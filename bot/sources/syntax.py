"""YAML that does not parse: where it goes wrong, and what a person usually has to do about it."""

import re

import yaml

from bot.sources.fault import Fault

# What the parser says, and the mend.
MENDS = (
    ("mapping values are not allowed", 'put a text that contains ": " in quotes'),
    ("cannot start any token", "quote a text that begins with @ ` % or |"),
    ("alphabetic or numeric character", "put a text that begins with * or & in quotes"),
    ("expected key", "check the indentation, and quote a text that begins with [ { or a quote"),
    ("end of stream", "close the quote that is opened here"),
    ("nesting depth", "write the values plainly"),
)
CRON_APART = 'write cron: "0 9 * * mon" as a key of its own, instead of every:'
TABS = "indent with spaces, not with tabs"


def syntax_fault(error: yaml.MarkedYAMLError, text: str) -> Fault:
    """The parser's complaint as a Fault."""
    problem = error.problem or "not readable"
    # For an unclosed quote the end of the file is of no use; where it was opened is.
    unclosed = "quoted scalar" in (error.context or "")
    mark = error.context_mark if unclosed else error.problem_mark
    line = mark.line if mark else 0
    return Fault(line + 1, f"not valid YAML: {problem}", _mend(problem, text.split("\n"), line))


def _mend(problem: str, lines: list[str], line: int) -> str:
    written = lines[line] if line < len(lines) else ""
    if "\t" in written[: len(written) - len(written.lstrip())]:
        return TABS
    if re.match(r"[\s-]*every: *cron:", written):
        return CRON_APART
    fits = (mend for words, mend in MENDS if words in problem)
    return next(fits, "check the indentation and quotes here and just above")
