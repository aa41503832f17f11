"""Fault: what is wrong at one line of a file, before the file has a name."""

from bot.core.entry import Problem


class Fault(Exception):  # noqa: N818  raised where it ends the reading, gathered where it does not
    """Something a person has to mend at a line (1-based)."""

    def __init__(self, line: int, problem: str, mend: str) -> None:
        super().__init__(line, problem, mend)  # all three, or it could not be pickled
        self.line = line
        self.problem = problem
        self.mend = mend

    def at(self, file: str) -> Problem:
        """The Problem to report for a file."""
        return Problem(file, self.line, self.problem, self.mend)
